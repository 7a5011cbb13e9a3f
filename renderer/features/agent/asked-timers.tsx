import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { TimerAnswers } from '../../entities/timer/timer-row.tsx'
import { answersOf, intentWords } from '../../entities/timer/timer-words.ts'
import { useMirrorList } from '../../state/store.ts'
import css from './transcript.module.css'

/** The timers that a row is about and that the person can still answer for: asked about with it, or dropped. */
export function AskedTimers({ entry }: { readonly entry: Entry }) {
  const timers = useMirrorList((now) => timersAbout(entry, now.agents[entry.agent]?.heartbeats ?? []))
  if (timers.length === 0) return null
  if (entry.kind === 'note')
    return timers.map((timer) => <TimerAnswers key={timer.id} timer={timer} acts={['keep']} />)
  return (
    <ul className={css.askedTimers}>
      {timers.map((timer) => (
        <li key={timer.id}>
          <span>
            {intentWords[timer.intent]}: <SafeText text={timer.note} />
          </span>
          <TimerAnswers timer={timer} acts={answersOf(timer)} />
        </li>
      ))}
    </ul>
  )
}

/** Of an agent's timers those that a row of its transcript asks about, or tells to be dropped. */
export function timersAbout(
  { kind, note, message }: Pick<Entry, 'kind' | 'note' | 'message'>,
  timers: readonly RunningHeartbeat[],
): readonly RunningHeartbeat[] {
  if (note?.kind === 'timerDropped')
    return timers.filter(({ id, state }) => id === note.timer && state === 'dropped')
  if (kind !== 'system' || message === null) return []
  return timers.filter(({ reason }) => reason?.kind === 'newTask' && reason.question === message)
}
