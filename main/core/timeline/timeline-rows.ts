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
 * Derives the timeline from what a step has changed, so that no other part has to report it. Ids contain the
 * ms, since one timer or card does a thing only once per ms.
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
