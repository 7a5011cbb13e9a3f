import type { MessageId, Priority } from '../../../main/contract/model.ts'
import type { PendingView } from '../../../main/contract/mail-views.ts'
import { priorities } from './ways.ts'

/**
 * How many steps of priority bring a message nearest to the place before another (null: to the end), as a hand
 * drags it: more than 0 promotes, less demotes. A place within its own priority cannot be had: there, the first
 * that was accepted is the first that is read. Nothing becomes a mere note by being dragged.
 */
export function stepsTo(
  queue: readonly PendingView[],
  id: MessageId,
  before: MessageId | null,
): { readonly steps: number; readonly priority: Priority } | null {
  const moved = queue.find((one) => one.id === id)
  if (!moved) return null
  const others = queue.filter((one) => one.id !== id)
  const from = queue.indexOf(moved)
  const at = others.findIndex((one) => one.id === before)
  const wanted = at < 0 ? others.length : at
  if (wanted === from) return null
  // What the person has sent on goes before every priority, and is not moved by one.
  if (moved.now) return null
  const own = priorities.indexOf(moved.priority)
  const reachable = priorities
    .filter((one) => one !== 'low')
    .map((priority) => ({ priority, steps: priorities.indexOf(priority) - own }))
    .filter(({ steps }) => (wanted < from ? steps > 0 : steps < 0))
    .map((one) => ({ ...one, miss: Math.abs(placeWith(others, moved, one.priority) - wanted) }))
    .sort((a, b) => a.miss - b.miss || Math.abs(a.steps) - Math.abs(b.steps))
  const best = reachable[0]
  return best ? { steps: best.steps, priority: best.priority } : null
}

/** Where a message would stand among the others with this priority, from 0. */
const placeWith = (others: readonly PendingView[], moved: PendingView, priority: Priority): number =>
  others.filter((one) => {
    const more = priorities.indexOf(one.priority) - priorities.indexOf(priority)
    return one.now || more > 0 || (more === 0 && one.acceptedAt <= moved.acceptedAt)
  }).length
