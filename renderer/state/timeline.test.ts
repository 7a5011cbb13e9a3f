import { expect, test } from 'vitest'
import type { TimelinePage } from '../../main/contract/history/timeline.ts'
import { timelineRow } from '../testing/rows.ts'
import { timeline, timelineQuery, noFilter, withNewest, withOlder, type HeldTimeline } from './timeline.ts'

const row = (n: number, text = '') => timelineRow(n, { text })
const page = (places: readonly number[], next: number | null, text = ''): TimelinePage => ({
  items: places.toReversed().map((n) => row(n, text)),
  next,
  total: 9,
})
const nothing = timeline.getState()
const places = ({ rows }: HeldTimeline) => rows.map(({ n }) => n)

test('pages are joined by their places, which a filter leaves gaps between', () => {
  const first = withNewest(nothing, page([5, 8, 9], 5))
  expect([places(first), first.older, first.phase, first.total]).toEqual([[5, 8, 9], 5, 'ready', 9])
  const whole = withOlder(first, { ...page([1, 3], null), total: null })
  expect([places(whole), whole.older, whole.total]).toEqual([[1, 3, 5, 8, 9], null, 9])
})

test('a newer page that reaches what is held goes after it, and tells again what has changed', () => {
  const held = withOlder(withNewest(nothing, page([5, 8], 5, 'old')), page([1, 3], null, 'old'))
  const next = withNewest(held, page([5, 8, 12], 5, 'old'))
  expect([places(next), next.older]).toEqual([[1, 3, 5, 8, 12], null])
  expect(next.rows[2]).toBe(held.rows[2])
  expect(withNewest(next, page([8, 12], 8, 'new')).rows.map(({ text }) => text)).toEqual([
    'old',
    'old',
    'old',
    'new',
    'new',
  ])
})

test('one that does not reach it lets go of it: nothing is left out in between', () => {
  const held = withNewest(nothing, page([1, 2, 3], null))
  const next = withNewest(held, page([7, 8, 9], 7))
  expect([places(next), next.older]).toEqual([[7, 8, 9], 7])
})

test('what is gone from a stretch that is read whole is gone here', () => {
  const held = withNewest(nothing, page([1, 2, 3], null))
  expect(places(withNewest(held, page([1, 3], null)))).toEqual([1, 3])
})

test('a filter asks for what it says, and a span from now', () => {
  expect(timelineQuery(noFilter, 5)).toEqual({})
  const filter = { ...noFilter, kinds: ['card'], agents: ['agt-a'], q: 'ferry', span: 'hour' } as const
  expect(timelineQuery(filter, 4_000_000)).toEqual({
    kinds: ['card'],
    agent: ['agt-a'],
    q: 'ferry',
    since: 400_000,
  })
})
