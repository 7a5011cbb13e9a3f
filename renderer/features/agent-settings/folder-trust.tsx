import { useState } from 'react'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { kindFacts } from '../../../main/contract/agents/kinds.ts'
import type { AgentView, FolderLook } from '../../../main/contract/api/views.ts'
import { wordsOf } from '../../state/act.ts'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ask } from '../../state/connection.ts'
import { Brought, Unclear, Variables } from '../../entities/folder/brought.tsx'
import { classes } from '../../components/classes.ts'

/** Of agents that can keep a folder's own settings out. */
const standing: Readonly<Record<FolderLook['trust'], string>> = {
  plain: 'It brings no settings of its own.',
  ask: 'It brings settings of its own. Not used: you have not decided.',
  trusted: 'Its own settings are used, as you decided.',
  refused: 'Its own settings are not used, as you decided.',
}

/** Of those that follow whatever is there. */
const following: Readonly<Record<FolderLook['trust'], string>> = {
  plain: 'It brings nothing along that this agent would follow.',
  ask: 'It brings along what this agent would follow. Not started here: you have not decided.',
  trusted: 'The agent follows what it brings along, as you decided.',
  refused: 'The agent is not started here, as you decided.',
}

/** Where an agent works, how its folder's own settings stand, and the way to decide otherwise. */
export function FolderTrustRow({ agent }: { readonly agent: AgentView }) {
  const [look, setLook] = useState<FolderLook | null>(null)
  const [problem, setProblem] = useState('')
  const trust = look?.trust ?? agent.trust
  const isClosed = kindFacts[agent.kind].closesFolder
  const see = async () => {
    setProblem('')
    try {
      setLook(await ask('folders.look', { folder: agent.cwd, kind: agent.kind }))
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }
  const decide = async (hash: string, decision: 'trust' | 'refuse') => {
    try {
      setLook(await ask('folders.decide', { folder: agent.cwd, kind: agent.kind, hash, decision }))
    } catch (error) {
      if (error instanceof RefusedError && error.refusal.code === 'wrong_state') await see()
      setProblem(wordsOf(error))
    }
  }
  return (
    <div className="stack">
      <p>
        <span className="mono">
          <SafeText text={agent.cwd} />
        </span>
        <br />
        <span className="muted">
          {trust === null
            ? 'Whether it brings settings of its own is looked at when the agent starts.'
            : (isClosed ? standing : following)[trust]}
        </span>
      </p>
      {look && look.files.length > 0 && <Brought look={look} />}
      {look && <Variables look={look} />}
      {look && <Unclear look={look} />}
      {problem !== '' && <Problem text={problem} />}
      <div className="acts">
        {look && look.hash !== '' && look.trust !== 'trusted' && look.unclear.length === 0 && (
          <button type="button" className="btn" onClick={() => void decide(look.hash, 'trust')}>
            {isClosed ? 'Use them' : 'Start it here'}
          </button>
        )}
        {look && look.hash !== '' && look.trust !== 'refused' && (
          <button type="button" className="btn" onClick={() => void decide(look.hash, 'refuse')}>
            {isClosed ? 'Do not use them' : 'Do not start it here'}
          </button>
        )}
        <button type="button" className={classes('btn', look && 'ghost')} onClick={() => void see()}>
          {look ? 'Look again' : 'Look at what it brings…'}
        </button>
      </div>
    </div>
  )
}
