import { useMemo } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { show } from '../../state/view-store.ts'
import { useMoney } from '../../state/money.ts'
import { timersCostWords, type TimerAct } from '../../entities/timer/timer-words.ts'
import { TimerRow, doWith } from '../../entities/timer/timer-row.tsx'
import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import { timerNames, timerReasonWords } from '../../../main/contract/timers/timer-words.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { CardFrame, type AskingProps } from '../../entities/card/card-frame.tsx'
import { useSent } from '../../state/use-sent.ts'

/** Timers that the agent set itself, or that others set for it. */
export function Timers({ agent }: { readonly agent: AgentView }) {
  const { heartbeats } = agent
  const cost = timersCostWords(heartbeats, useMoney())
  return (
    <section aria-labelledby="side-timers">
      <div className="side-cap">
        <h2 id="side-timers">Timers</h2>
        {cost !== '' && <span className="num faint">{cost}</span>}
        <span className="grow" />
        <Button variant="ghost" onClick={() => show({ kind: 'timer', agent: agent.id })}>
          Set timer…
        </Button>
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

/** Timers held by the loop guard: each asks the user whether to continue. */
export const HeldTimers = ({ agent, onAnswered }: AskingProps) =>
  agent.heartbeats
    .filter((timer) => timer.state === 'held')
    .map((timer) => <HeldTimer key={timer.id} timer={timer} name={agent.name} onAnswered={onAnswered} />)

interface HeldTimerProps {
  readonly timer: RunningHeartbeat
  readonly name: string
  readonly onAnswered: () => void
}

function HeldTimer({ timer, name, onAnswered }: HeldTimerProps) {
  const { isSent, send } = useSent(onAnswered)
  const keys = useMemo(() => {
    if (isSent) return null
    const say = (how: TimerAct) => () => void send(doWith(timer, how))
    return { 1: say('resume'), 2: say('cancel') }
  }, [isSent, send, timer])
  const kind = timerNames[timer.intent]
  return (
    <CardFrame
      card={{ id: timer.id, askedAt: timer.dueAt }}
      title={`A timer of ${visible(name)} is held`}
      keys={keys}
    >
      <p className="small muted break-anywhere pretty">
        Its {kind}, “<SafeText text={timer.note} />
        ”, is due, after <SafeText text={timerReasonWords(timer.reason, 'user')} />. Resume lets it fire and
        resets the count.
      </p>
      <div className="acts">
        <Button disabled={keys === null} onClick={() => keys?.[1]()}>
          <kbd aria-hidden="true">1</kbd> Resume
        </Button>
        <Button disabled={keys === null} onClick={() => keys?.[2]()}>
          <kbd aria-hidden="true">2</kbd> Remove timer
        </Button>
      </div>
    </CardFrame>
  )
}
