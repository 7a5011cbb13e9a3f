import type { AgentView } from '../../../main/contract/views.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { openAgents, useMirror, useMirrorList } from '../../store.ts'
import { FirstGathering } from '../convene/first-gathering.tsx'
import { keepDraft } from '../../view-store.ts'
import { shortPath } from './short-path.ts'

interface EmptyTabProps {
  readonly agent: AgentView
  /** Brings the person to the composer, where the example now stands. */
  readonly onPick: () => void
}

/** A conversation before its first word: where the agent is, and three ways to begin. */
export function EmptyTab({ agent, onPick }: EmptyTabProps) {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  const peers = useMirrorList((now) => openAgents(now).map((one) => one.name)).filter(
    (name) => name !== agent.name,
  )
  const examples = isRehearsal ? rehearsalExamples(peers) : ordinaryExamples
  const pick = (text: string) => {
    keepDraft(agent.id, text)
    onPick()
  }
  return (
    <section className="empty">
      <h2>
        <Name name={agent.name} /> is here, in <SafeText text={shortPath(agent.cwd)} />
      </h2>
      <p>
        {isRehearsal
          ? 'A built-in script answers for it. Whatever you write gets a plain answer; a line like one of these makes it act.'
          : 'Say what it should look at.'}
      </p>
      <div className="acts">
        {examples.map((text) => (
          <button
            key={text}
            type="button"
            className={`btn ${isRehearsal ? 'mono' : ''}`}
            onClick={() => pick(text)}
          >
            <SafeText text={text} />
          </button>
        ))}
      </div>
      {peers.length > 0 && <FirstGathering />}
    </section>
  )
}

const ordinaryExamples = ['What does this project do?', 'Find what is untested', 'Read the open issues']

function rehearsalExamples(peers: readonly string[]): readonly string[] {
  const call = (tool: string, input: unknown) => `call: ${tool} ${JSON.stringify(input)}`
  const [peer] = peers
  return [
    call('list_agents', {}),
    ...(peer === undefined
      ? []
      : [call('send_to_agent', { target: peer, message: 'Hello from the next tab.' })]),
    'call: Bash {"command":"date"}',
    ...(peer === undefined ? ['slow: 4000 One word after the other, as it is written.'] : []),
  ]
}
