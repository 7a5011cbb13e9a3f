import type { Event } from './core/events.ts'

/**
 * How what comes at about the same time gets into one commit: each waits for the disk, however little it holds.
 * Without it everything is saved as it comes.
 */
export interface Pace {
  /** Runs `work` when all that has come by now is taken in. */
  readonly soon: (work: () => void) => void
  /** How long, in ms, a fact that nobody waits for may wait for others. */
  readonly linger: number
}

/** Of the running app: what the present round of the event loop has read; words that were said, a little longer. */
export const usualPace: Pace = { soon: (work) => setImmediate(work), linger: 20 }

/** What says how a turn goes on, of which nothing follows but that it is seen. */
const unhurried: ReadonlySet<Event['type']> = new Set([
  ...(['block.said', 'turn.used', 'frame.accepted', 'frame.started', 'background.changed'] as const),
])

/** Whether what comes at the same moment may be saved with this. All else is asked for so rarely that it need not wait. */
export function isGathered(event: Event): boolean {
  return event.type === 'message.sent'
}

/** Whether nobody waits for this, so that it may be saved with what comes next: as if it had come a moment later. */
export function isUnhurried(event: Event): boolean {
  return unhurried.has(event.type)
}
