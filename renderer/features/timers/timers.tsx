import type { AgentView } from '../../../main/contract/views.ts'
import { show } from '../../state/view-store.ts'
import { useMoney } from '../../state/money.ts'
import { Dial } from '../../entities/timer/dial.tsx'
import { costOf } from '../../entities/timer/timer-words.ts'
import { TimerRow } from './timer-row.tsx'

/** What an agent has set itself, or was set for it, and what runs in its background. */
export function Timers({ agent }: { readonly agent: AgentView }) {
  const { heartbeats, background } = agent
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
      {heartbeats.length + background > 0 ? (
        <ul>
          {heartbeats.map((timer) => (
            <TimerRow key={timer.id} timer={timer} />
          ))}
          {background > 0 && <Background count={background} />}
        </ul>
      ) : (
        <p className="muted side-none">None. Agents set timers for themselves; you can set one too.</p>
      )}
    </section>
  )
}

/** Tasks of the program itself; they end by themselves, and the agent is told. */
function Background({ count }: { readonly count: number }) {
  return (
    <li className="timer" data-part="timer">
      <Dial icon="terminal" left={null} />
      <span className="num timer-time" />
      <div className="timer-what">
        <b>{count === 1 ? '1 background task' : `${count} background tasks`}</b>
        <p className="timer-note">of its program; it is told when {count === 1 ? 'it ends' : 'they end'}</p>
      </div>
    </li>
  )
}
