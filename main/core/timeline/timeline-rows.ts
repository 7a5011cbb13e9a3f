import type { Row } from '../step/effects.ts'
import { agentEntries } from './agent-entries.ts'
import { circleEntries } from './circle-entries.ts'
import { gatheringEntries } from './gathering-entries.ts'
import { linkEntries } from './link-entries.ts'
import { messageEntries } from './message-entries.ts'
import { fileEntries } from './file-entries.ts'
import type { FinishedStep } from './timeline-entry.ts'
import { taskEntries } from './task-entries.ts'
import { timerEntries } from './timer-entries.ts'
import { worktreeEntries } from './worktree-entries.ts'

/**
 * What the timeline keeps of a step, read from what it has changed: no noun has to tell it. One timer or card in one
 * millisecond does a thing once.
 */
export function timelineRows(done: FinishedStep): readonly Row[] {
  return [
    ...messageEntries(done),
    ...agentEntries(done),
    ...linkEntries(done),
    ...gatheringEntries(done),
    ...circleEntries(done),
    ...timerEntries(done),
    ...taskEntries(done),
    ...worktreeEntries(done),
    ...fileEntries(done),
  ].map((row) => ({ table: 'timeline', row }))
}
