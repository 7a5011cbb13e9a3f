import type { Row } from '../step/effects.ts'
import { agentMoments } from './agent-moments.ts'
import { circleMoments } from './circle-moments.ts'
import { gatheringMoments } from './gathering-moments.ts'
import { linkMoments } from './link-moments.ts'
import { messageMoments } from './message-moments.ts'
import type { Done } from './moment.ts'
import { timerMoments } from './timer-moments.ts'

/**
 * What the timeline keeps of a step, read from what it has changed: no noun has to tell it. One timer or card in one
 * millisecond does a thing once.
 */
export function momentsOf(done: Done): readonly Row[] {
  return [
    ...messageMoments(done),
    ...agentMoments(done),
    ...linkMoments(done),
    ...gatheringMoments(done),
    ...circleMoments(done),
    ...timerMoments(done),
  ].map((row) => ({ table: 'moment', row }))
}
