import type { Event } from '../core/step/events.ts'

/**
 * Groups events that arrive at about the same time into one commit, since each commit waits for the disk.
 * Calls `work` when everything that has arrived is queued.
 */
export type Pace = (work: () => void) => void

/** Runs after the current round of the event loop has read its input. */
export const usualPace: Pace = (work) => setImmediate(work)

const gathered: ReadonlySet<Event['type']> = new Set([
  'message.sent',
  'block.said',
  'words.streamed',
  'turn.used',
  'context.told',
])

const reports: ReadonlySet<Event['type']> = new Set([
  'frame.accepted',
  'frame.started',
  'turn.began',
  'message.begun',
  'block.said',
  'words.streamed',
  'turn.used',
  'context.told',
  'files.edited',
  'files.settled',
])

/**
 * Whether an event is a program's report of its own work, which the program also records itself. If it causes
 * no effects, the commit need not wait for the disk: after a power loss it is as if the program had died
 * before reporting.
 */
export function isReport(event: Event): boolean {
  return reports.has(event.type)
}

/**
 * Whether an event is frequent and comes with others: messages of several senders, a model's text with its
 * usage.
 */
export function isGathered(event: Event): boolean {
  return gathered.has(event.type)
}
