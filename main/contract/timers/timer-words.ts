import type { Heartbeat, RunningState, TimerReason } from './heartbeats.ts'
import { youTo, type Audience } from '../api/audience.ts'

/** Whether a timer has not ended. */
export function isRunning(state: Heartbeat['state']): state is RunningState {
  switch (state) {
    case 'armed':
    case 'paused':
    case 'resting':
    case 'held':
    case 'stale':
    case 'dropped':
      return true
    case 'fired':
    case 'discarded':
    case 'replaced':
    case 'cancelled':
      return false
  }
}

/** Why a timer is in its state, in words; empty where the state says it all. */
export function timerReasonWords(reason: TimerReason | null, audience: Audience): string {
  const you = youTo(audience)
  const yours = audience === 'person' ? 'yours' : 'the user'
  switch (reason?.kind) {
    case undefined:
      return ''
    case 'rests':
      return `rests until a turn of ${yours} or of another agent`
    case 'nothingOpen':
      return `nothing is open between ${audience === 'person' ? 'it' : 'you'} and a peer`
    case 'newTask':
      return audience === 'person'
        ? `set before your newer task: “${reason.task}”`
        : 'set before the newer task of your user: keep_heartbeat keeps it, else it is dropped with the end of that turn'
    case 'kept':
      return `kept by ${reason.by === 'agent' ? 'the agent' : you}, with the newer task`
    case 'notKept':
      return audience === 'person'
        ? `not kept with your newer task: “${reason.task}”`
        : 'not kept with the newer task of your user'
    case 'paused':
      return `paused by ${you}`
    case 'delayed':
      return `five minutes more, by ${you}`
    case 'skipped':
      return reason.once ? `skipped once by ${you}` : `skipped by ${you}`
    case 'cancelled':
      return `cancelled by ${reason.by === 'agent' ? 'the agent' : you}`
    case 'replaced':
      return 'a newer anchor took its place'
    case 'settled':
      return 'its question is settled'
    case 'deleted':
      return `${reason.name} was deleted`
    case 'met':
      return 'met: it was at its own work'
    case 'inRow':
      return `${reason.count} timers in a row without a word of ${yours} or of another agent`
  }
}
