import { expect, test } from 'vitest'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import { inFrames } from './store.ts'

const change: FeedEvent = { kind: 'timeline' }
const word = (n: number): FeedEvent => ({
  kind: 'delta',
  agent: 'agt-a',
  block: 'b',
  of: 'text',
  text: String(n),
})

/** The number of events in each frame. */
function framesOf(events: readonly FeedEvent[]): readonly number[] {
  const taken: number[] = []
  const heard: FeedEvent[] = []
  for (let left = events; left.length > 0;) {
    const { now, later } = inFrames(left)
    taken.push(now.length)
    heard.push(...now)
    left = later
  }
  expect(heard).toEqual(events)
  return taken
}

test('words that are being written are all taken at once, and what is little', () => {
  expect(framesOf(Array.from({ length: 500 }, (_, n) => word(n)))).toEqual([500])
  expect(framesOf([...Array<FeedEvent>(12).fill(change), word(1)])).toEqual([13])
})

test('of many changes a frame takes some, in their order, and words with them', () => {
  expect(framesOf(Array<FeedEvent>(30).fill(change))).toEqual([12, 12, 6])
  const mixed = Array.from({ length: 24 }, (_, n) => [change, word(n)]).flat()
  expect(framesOf(mixed)).toEqual([24, 24])
})

test('however many there are, they are soon taken', () => {
  expect(framesOf(Array<FeedEvent>(2_000).fill(change)).length).toBeLessThan(30)
})
