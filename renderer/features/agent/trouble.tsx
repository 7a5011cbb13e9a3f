import type { AgentView } from '../../../main/contract/views.ts'
import { act } from '../../act.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { stoppedWords } from './stopped-words.ts'

/** Why an agent does not go on, what was kept, and the one way on. */
export function Trouble({ agent }: { readonly agent: AgentView }) {
  const restart = () => void act('agents.restart', { agent: agent.id })
  if (agent.status === 'stopped') {
    return (
      <div className="rests" role="group" aria-label="Stopped">
        <span className="grow">
          <Name name={agent.name} />
          <SafeText text={stoppedWords(agent.reason)} />
        </span>
        <button type="button" className="btn" onClick={restart}>
          Restart
        </button>
      </div>
    )
  }
  if (agent.status !== 'failed') return null
  return (
    <section className="err" role="group" aria-labelledby="trouble">
      <h2 id="trouble">
        <Icon name="alert" />
        <span>
          <Name name={agent.name} />
          ’s process ended
        </span>
      </h2>
      {agent.reason !== '' && (
        <p>
          <SafeText text={agent.reason} />
        </p>
      )}
      <p className="kept">
        <Icon name="check" />
        <span>{keptOf(agent.pending.length)}</span>
      </p>
      <div className="acts">
        <button type="button" className="btn primary" onClick={restart}>
          Restart <Name name={agent.name} />
        </button>
      </div>
    </section>
  )
}

function keptOf(waiting: number): string {
  if (waiting === 0) return 'The conversation and your draft are kept.'
  const messages = waiting === 1 ? 'one waiting message' : `${waiting} waiting messages`
  return `The conversation, your draft and ${messages} are kept.`
}
