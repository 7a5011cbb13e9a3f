import { expect, test } from 'vitest'
import { rowsOf, type LogRow } from './rows.ts'
import { crossingAt } from './testing/crossing.ts'

const opened = { by: { kind: 'agent', id: 'agt-scout' }, name: 'Scout', at: 1 } as const
const two = { members: ['agt-scout', 'agt-builder'], opened } as const
const builder = { from: 'agt-builder', fromName: 'Builder' } as const

const told = (row: LogRow): string =>
  'crossing' in row ? `${row.kind} ${row.side} ${row.crossing.at}` : row.kind

test('each side speaks from its own; where the person left off stands a line', () => {
  const items = [crossingAt(2), crossingAt(3, builder), crossingAt(4, { kind: 'silent' })]
  expect(rowsOf({ link: two, items, isWhole: true, since: 2 }).map(told)).toEqual([
    'opened',
    'said left 2',
    'new',
    'said right 3',
    'silent left 4',
  ])
  expect(rowsOf({ link: two, items, isWhole: false, since: null }).map(told)).toEqual([
    'said left 2',
    'said right 3',
    'silent left 4',
  ])
})

test('among more than two everybody speaks from the left', () => {
  const link = { members: [...two.members, 'agt-critic'], opened } as const
  const items = [crossingAt(2), crossingAt(3, builder)]
  expect(rowsOf({ link, items, isWhole: false, since: null }).map(told)).toEqual([
    'said left 2',
    'said left 3',
  ])
})

test('a new day has a line', () => {
  const items = [crossingAt(2), crossingAt(90_000_000), crossingAt(90_000_001)]
  expect(rowsOf({ link: two, items, isWhole: true, since: null }).map(told)).toEqual([
    'opened',
    'said left 2',
    'day',
    'said left 90000000',
    'said left 90000001',
  ])
})
