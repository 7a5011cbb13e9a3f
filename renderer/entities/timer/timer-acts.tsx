import { useState } from 'react'
import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import { visible } from '../../components/hygiene.ts'
import { act } from '../../state/act.ts'
import { actWordsOf, type TimerAct } from './timer-words.ts'

/** Does it; the feed tells what came of it. */
export function doWith({ id }: Pick<RunningHeartbeat, 'id'>, how: TimerAct): Promise<boolean> {
  return how === 'cancel' ? act('heartbeats.cancel', { id }) : act('heartbeats.change', { id, action: how })
}

interface TimerAnswersProps {
  readonly timer: RunningHeartbeat
  /** In their order; each can be given once. */
  readonly acts: readonly TimerAct[]
}

/** The answers to a timer that asks something of the person, as buttons. */
export function TimerAnswers({ timer, acts }: TimerAnswersProps) {
  const [isSent, setSent] = useState(false)
  const say = async (how: TimerAct) => {
    setSent(true)
    setSent(await doWith(timer, how))
  }
  return (
    <span className="acts">
      {acts.map((one) => (
        <button
          key={one}
          type="button"
          className="btn"
          aria-label={`${actWordsOf(timer, one)}: ${visible(timer.note)}`}
          disabled={isSent}
          onClick={() => void say(one)}
        >
          {actWordsOf(timer, one)}
        </button>
      ))}
    </span>
  )
}
