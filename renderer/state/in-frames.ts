import type { FeedEvent } from '../../main/contract/api/feed.ts'

/** So many changes of what stands in the window are taken into one frame; words that are being written are no such. */
const most = 12
/** Of very many at least such a part, so that they do not pile up. */
const part = 4

/**
 * What is taken into this frame of all that waits, in its order, and what into later ones: where many agents begin or
 * end at once, the window draws some of them after the other, and the person's keys in between.
 */
export function inFrames(waiting: readonly FeedEvent[]): {
  readonly now: FeedEvent[]
  readonly later: FeedEvent[]
} {
  const changes = waiting.flatMap(({ kind }, at) => (kind === 'delta' ? [] : [at]))
  const end = changes[Math.max(most, Math.ceil(changes.length / part))] ?? waiting.length
  return { now: waiting.slice(0, end), later: waiting.slice(end) }
}
