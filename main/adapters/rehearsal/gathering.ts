import type { MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { circleAt } from './circle.ts'
import type { CircleCall } from './circle-words.ts'
import { playHarvest } from './harvest.ts'
import { tell, type Play } from './play.ts'
import { playSeat } from './seat.ts'
import { scriptFor } from './seat-wishes.ts'
import { silent } from './talk.ts'

/** What plays when a gathering asks: a part in the circle, or the harvest. Lines of the question may say what. */
export function* playGathering(
  talk: readonly MessageParam[],
  call: CircleCall,
  tools: ReadonlySet<string>,
): Play {
  const circle = circleAt(talk, call)
  if (circle === null)
    return yield* tell(call.kind === 'harvest' ? silent : 'I came late and have not heard enough. I pass.')
  const script = scriptFor(circle, call)
  if (script.length > 0) {
    for (const step of script) yield step
    return
  }
  if (call.kind === 'harvest') return yield* playHarvest(circle, call.text)
  yield* playSeat(circle, call, tools)
}
