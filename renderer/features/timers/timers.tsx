import type { AgentView } from '../../../main/contract/api/views.ts'
import { show } from '../../state/view-store.ts'
import { useMoney } from '../../state/money.ts'
import { costOf } from '../../entities/timer/timer-words.ts'
import { TimerRow } from '../../entities/timer/timer-row.tsx'

/** What an agent has set itself, or was set for it. */
export function Timers({ agent }: { readonly agent: AgentView }) {
  const { heartbeats } = agent
  const cost = costOf(heartbeats, useMoney())
  return (
    <section aria-labelledby="side-timers">
      <div className="side-cap">
        <h2 id="side-timers">Timers</h2>
        {cost !== '' && <span className="num faint">{cost}</span>}
        <span className="grow" />
        <button type="button" className="btn ghost" onClick={() => show({ kind: 'timer', agent: agent.id })}>
          Set…
        </button>
      </div>
      {heartbeats.length > 0 ? (
        <ul>
          {heartbeats.map((timer) => (
            <TimerRow key={timer.id} timer={timer} />
          ))}
        </ul>
      ) : (
        <p className="muted side-none">None. Agents set timers for themselves; you can set one too.</p>
      )}
    </section>
  )
}
