import type { CrossingReport, CrossingView } from '../contract/link-views.ts'
import type { Caller } from '../contract/requests.ts'
import { toldTo } from './mail-views.ts'

/** A crossing as the agents API shows it to this caller. */
export function crossingReport({ at, sent, ...crossing }: CrossingView, caller: Caller): CrossingReport {
  return {
    ...crossing,
    at: iso(at),
    sent: sent.map(({ stateAt, reason, ...one }) => ({
      ...one,
      // Mail to an agent that was deleted went with it, and so did the time.
      stateAt: stateAt === 0 ? null : iso(stateAt),
      reason: toldTo(caller, reason),
    })),
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
