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
import { wordsOf, type Wording } from '../words/wording.ts'
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
  return reason ? wordsOf(reasonWords, reason, audience) : ''
}

const reasonWords: Wording<TimerReason, [audience: Audience]> = {
  rests: (_, of) => `paused until ${youTo(of)} or another agent starts a turn`,
  nothingOpen: (_, of) =>
    of === 'user' ? 'not in contact with another agent' : 'nothing is open between you and a peer',
  newTask: ({ task }, of) =>
    of === 'user'
      ? `set before your newer task: “${task}”`
      : 'set before the newer task of your user: keep_heartbeat keeps it, else it is dropped with the end of that turn',
  kept: ({ by }, of) => `kept by ${by === 'agent' ? 'the agent' : youTo(of)}, with the newer task`,
  notKept: ({ task }, of) =>
    of === 'user' ? `not kept with your newer task: “${task}”` : 'not kept with the newer task of your user',
  paused: (_, of) => `paused by ${youTo(of)}`,
  delayed: (_, of) => (of === 'user' ? 'snoozed 5 min' : `delayed five minutes by ${youTo(of)}`),
  skipped: ({ once }, of) => (once ? `skipped once by ${youTo(of)}` : `skipped by ${youTo(of)}`),
  cancelled: ({ by }, of) => `cancelled by ${by === 'agent' ? 'the agent' : youTo(of)}`,
  replaced: (_, of) => `a newer ${of === 'user' ? timerNames.anchor : 'anchor'} took its place`,
  settled: 'its question is settled',
  deleted: ({ name }) => `${name} was deleted`,
  met: 'not needed: it was at its own work',
  awaits: 'waits for its event',
  event: ({ event }) => `${event.kind === 'folderGone' ? '' : 'last event: '}${eventWords(event)}`,
  inRow: ({ count }, of) => `${count} timers in a row without a message from ${youTo(of)} or another agent`,
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
