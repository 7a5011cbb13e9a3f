import { eventWords } from './triggers.ts'
import {
  runningStates,
  type Heartbeat,
  type Intent,
  type RunningState,
  type TimerReason,
} from './heartbeats.ts'
import { youTo, type Audience } from '../api/audience.ts'
import type { UsualTurn } from '../budget/budget.ts'
import { moneyWords, tokenWords } from '../budget/budget-words.ts'

/** Names for the user. */
export const timerNames: Readonly<Record<Intent, string>> = {
  anchor: 'task reminder',
  check: 'check',
  wait: 'wait',
  schedule: 'schedule',
  event: 'event timer',
}

export const isTimerRunning = (state: Heartbeat['state']): state is RunningState =>
  runningStates.some((one) => one === state)

/** Empty if the state explains itself. */
export function timerReasonWords(reason: TimerReason | null, audience: Audience): string {
  const you = youTo(audience)
  switch (reason?.kind) {
    case undefined:
      return ''
    case 'rests':
      return `paused until ${you} or another agent starts a turn`
    case 'nothingOpen':
      return audience === 'user'
        ? 'not in contact with another agent'
        : 'nothing is open between you and a peer'
    case 'newTask':
      return audience === 'user'
        ? `set before your newer task: “${reason.task}”`
        : 'set before the newer task of your user: keep_heartbeat keeps it, else it is dropped with the end of that turn'
    case 'kept':
      return `kept by ${reason.by === 'agent' ? 'the agent' : you}, with the newer task`
    case 'notKept':
      return audience === 'user'
        ? `not kept with your newer task: “${reason.task}”`
        : 'not kept with the newer task of your user'
    case 'paused':
      return `paused by ${you}`
    case 'delayed':
      return audience === 'user' ? 'snoozed 5 min' : `delayed five minutes by ${you}`
    case 'skipped':
      return reason.once ? `skipped once by ${you}` : `skipped by ${you}`
    case 'cancelled':
      return `cancelled by ${reason.by === 'agent' ? 'the agent' : you}`
    case 'replaced':
      return `a newer ${audience === 'user' ? timerNames.anchor : 'anchor'} took its place`
    case 'settled':
      return 'its question is settled'
    case 'deleted':
      return `${reason.name} was deleted`
    case 'met':
      return 'not needed: it was at its own work'
    case 'awaits':
      return 'waits for its event'
    case 'event':
      return reason.event.kind === 'folderGone'
        ? eventWords(reason.event)
        : `last event: ${eventWords(reason.event)}`
    case 'inRow':
      return `${reason.count} timers in a row without a message from ${you} or another agent`
  }
}

const hour = 3600

/**
 * Expected cost of an anchor, before it is switched on: `Each reminder starts a turn: about $0.03, 1.2k
 * tokens. At most 12 times an hour: $0.36, 14.4k tokens.` `every`: seconds. `isPaid` false: tokens only, as
 * in the demo.
 */
export function anchorPriceWords(turn: UsualTurn | null, every: number, isPaid: boolean): string {
  const span = every <= hour ? { seconds: hour, of: 'an hour' } : { seconds: 24 * hour, of: 'a day' }
  const times = Math.max(1, Math.floor(span.seconds / every))
  const often = `At most ${times === 1 ? 'once' : `${String(times)} times`} ${span.of}`
  const rest = 'Pauses after two in a row without a message.'
  if (turn === null) return `Each reminder starts a turn. ${often}. ${rest}`
  const use = (count: number): string => useWords(turn, count, isPaid)
  return `Each reminder starts a turn: about ${use(1)}. ${often}: ${use(times)}. ${rest}`
}

function useWords({ costUsd, tokens }: UsualTurn, times: number, isPaid: boolean): string {
  const words = tokenWords(Math.round(tokens * times))
  return isPaid && costUsd !== null ? `${moneyWords(costUsd * times)}, ${words}` : words
}
