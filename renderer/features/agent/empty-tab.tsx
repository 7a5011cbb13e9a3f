import type { ReactNode } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { openAgents, useMirror, useMirrorList } from '../../state/store.ts'
import { keepDraft } from '../../state/view-store.ts'
import { shortPath } from '../../entities/folder/short-path.ts'
import { classes } from '../../components/classes.ts'
import css from './transcript.module.css'

interface EmptyTabProps {
  readonly agent: AgentView
  /** Focuses the composer, which now has the example. */
  readonly onPick: () => void
  /** Offers a first gathering when there are other agents. */
  readonly gathering: ReactNode
}

export function EmptyTab({ agent, onPick, gathering }: EmptyTabProps) {
  // A custom program answers itself, also in the demo.
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true) && agent.kind !== 'other'
  const peers = useMirrorList((now) => openAgents(now).map((one) => one.name)).filter(
    (name) => name !== agent.name,
  )
  const examples = isRehearsal ? rehearsalExamples(peers) : ordinaryExamples
  const pick = (text: string) => {
    keepDraft(agent.id, text)
    onPick()
  }
  return (
    <section className={classes('stack gap-5', css.empty)} data-part="empty">
      <h2>
        <Name name={agent.name} /> is here, in <SafeText text={shortPath(agent.cwd)} />
      </h2>
      <p>
        {isRehearsal
          ? 'A built-in script answers for it. Any message gets a plain answer; messages like these make it act.'
          : 'Write what it should do.'}
      </p>
      <div className="acts">
        {examples.map((text) => (
          <Button key={text} onClick={() => pick(text)}>
            <SafeText text={text} />
          </Button>
        ))}
      </div>
      <p className="faint">You can drop files and paste images here.</p>
      {peers.length > 0 && gathering}
    </section>
  )
}

const ordinaryExamples = ['What does this project do?', 'Find what is untested', 'Read the open issues']

/** Prompts that the demo's script answers. */
function rehearsalExamples(peers: readonly string[]): readonly string[] {
  const [peer] = peers
  if (peer === undefined) return ['What does this project do?', 'Run the tests', 'Fix the child fare']
  return [
    `Ask ${peer} which parts have no tests`,
    `Talk with ${peer} about the fares`,
    'Propose a gathering about the fares',
    'Run the tests',
  ]
}
