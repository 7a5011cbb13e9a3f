import type { CrossingReport, CrossingView } from '../contract/link-views.ts'
import type { Caller } from '../contract/requests.ts'
import { becauseWords } from '../contract/message-words.ts'
import { audienceOf } from './mail-views.ts'

/** A crossing as the agents API shows it to this caller. */
export function crossingReport({ at, sent, ...crossing }: CrossingView, caller: Caller): CrossingReport {
  return {
    ...crossing,
    at: iso(at),
    sent: sent.map(({ stateAt, reason, waits, ...one }) => ({
      ...one,
      // Mail to an agent that was deleted went with it, and so did the time.
      stateAt: stateAt === 0 ? null : iso(stateAt),
      reason: becauseWords({ reason, waits }, audienceOf(caller)),
    })),
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
