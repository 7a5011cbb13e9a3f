import { useCallback, useEffect, useMemo, useState } from 'react'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { kindFacts, usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { AgentView, FolderReview } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { errorWords } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ask } from '../../state/connection.ts'
import { shortPath } from '../../entities/folder/short-path.ts'
import type { CardProps } from './permission-card.tsx'
import { CardFrame } from '../../entities/card/card-frame.tsx'
import { FolderSettings, UntrustableFolder, Variables } from '../../entities/folder/brought.tsx'

/** `moved`: the folder's settings changed after the user decided. */
type Seen =
  | { readonly kind: 'looking' }
  | { readonly kind: 'shown'; readonly look: FolderReview; readonly moved: boolean }
  | { readonly kind: 'unseen'; readonly words: string }

export function TrustCard({ agent, onAnswered }: Omit<CardProps, 'card'>) {
  const { kind } = agent
  const { closesFolder } = kindFacts[kind]
  const { seen, look, setSeen } = useLook(agent.cwd, kind)
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState('')
  const hash = seen.kind === 'shown' ? seen.look.hash : null
  const decide = useCallback(
    async (decision: 'trust' | 'refuse') => {
      if (hash === null) return
      setSent(true)
      setProblem('')
      try {
        const now = await ask('folders.decide', { folder: agent.cwd, kind, hash, decision })
        setSeen({ kind: 'shown', look: now, moved: false })
        onAnswered()
      } catch (error) {
        if (error instanceof RefusedError && error.refusal.code === 'wrong_state') await look(true)
        else setProblem(errorWords(error))
      }
      setSent(false)
    },
    [hash, agent.cwd, kind, look, setSeen, onAnswered],
  )
  const canDecide = hash !== null && hash !== '' && !isSent
  const canTrust = canDecide && seen.kind === 'shown' && seen.look.unclear.length === 0
  const keys = useMemo(() => {
    if (!canDecide) return null
    return { ...(canTrust ? { 1: () => void decide('trust') } : {}), 2: () => void decide('refuse') }
  }, [canDecide, canTrust, decide])
  const isChanged = seen.kind === 'shown' && seen.look.changed
  return (
    <CardFrame
      card={{ id: `trust-${agent.id}`, askedAt: agent.since }}
      title={titleOf(kind, isChanged)}
      keys={keys}
    >
      <p className="small pretty break-anywhere muted">
        <SafeText as="span" className="mono" text={shortPath(agent.cwd)} />:{' '}
        {closesFolder ? whyOf(seen) : whyFollowed(seen, agent)}
      </p>
      <Look seen={seen} onAgain={() => void look(false)} />
      {problem !== '' && <Problem text={problem} />}
      <div className="acts">
        <Button disabled={!canTrust} onClick={() => void decide('trust')}>
          <kbd aria-hidden="true">1</kbd> Trust
        </Button>
        <Button disabled={!canDecide} onClick={() => void decide('refuse')}>
          <kbd aria-hidden="true">2</kbd> Don’t trust
        </Button>
      </div>
    </CardFrame>
  )
}

function titleOf(kind: AgentKind, isChanged: boolean): string {
  const what =
    kind === usualKind || kind === 'other' ? 'agent settings' : `settings for ${kindFacts[kind].name}`
  return isChanged ? `This folder’s ${what} have changed` : `This folder has its own ${what}`
}

/** For agents that can't ignore the folder's settings. */
function whyFollowed(seen: Seen, { name: called, kind }: AgentView): string {
  const name = kind === 'other' ? 'The agent' : kindFacts[kind].name
  const starts = `${visible(called)} starts here only if you trust the folder.`
  const rest = `${name} uses all of its settings at once, and they can run programs: trust them only if you know who wrote them.`
  if (seen.kind !== 'shown') return starts
  if (seen.moved) return `the settings changed while you read. Below is the current state. ${rest}`
  if (seen.look.changed) return `the settings have changed since you trusted them. ${rest}`
  return `${starts} ${rest}`
}

function whyOf(seen: Seen): string {
  if (seen.kind !== 'shown') return 'until you answer, none of them is used.'
  if (seen.moved)
    return 'the settings changed while you read. Below is the current state; none of them is used yet.'
  if (seen.look.changed)
    return 'the settings have changed since you trusted them, so none of them is used until you answer again.'
  return 'until you answer, none of them is used. They can run programs: trust them only if you know who wrote them.'
}

function useLook(folder: string, kind: AgentKind) {
  const [seen, setSeen] = useState<Seen>({ kind: 'looking' })
  const look = useCallback(
    (moved: boolean) =>
      ask('folders.look', { folder, kind }).then(
        (found) => setSeen({ kind: 'shown', look: found, moved }),
        (error: unknown) => setSeen({ kind: 'unseen', words: errorWords(error) }),
      ),
    [folder, kind],
  )
  useEffect(() => {
    void look(false)
  }, [look])
  return { seen, look, setSeen }
}

function Look({ seen, onAgain }: { readonly seen: Seen; readonly onAgain: () => void }) {
  switch (seen.kind) {
    case 'looking':
      return <p className="muted">Reading its settings…</p>
    case 'unseen':
      return (
        <>
          <Problem text={seen.words} />
          <div className="acts">
            <Button onClick={onAgain}>Check again</Button>
          </div>
        </>
      )
    case 'shown':
      return (
        <>
          <FolderSettings look={seen.look} />
          <Variables look={seen.look} />
          <UntrustableFolder look={seen.look} onAgain={onAgain} />
        </>
      )
  }
}
