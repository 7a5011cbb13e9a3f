import type { Event } from '../core/step/events.ts'

/**
 * When what comes at about the same time is saved, as one commit: each waits for the disk, however little it holds. Runs
 * `work` when all that has come by now is taken in.
 */
export type Pace = (work: () => void) => void

/** Of the running app: what the present round of the event loop has read is taken in by then. */
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
 * Whether this is what a program tells of its own work, and has in a record of its own. Where nothing is done because of
 * it, nobody waits for the disk: after a loss of power it is as if the program had died before it could tell.
 */
export function isReport(event: Event): boolean {
  return reports.has(event.type)
}

/** Whether this comes often, and in company: messages of several senders; what a model says, with what it has used. */
export function isGathered(event: Event): boolean {
  return gathered.has(event.type)
}
