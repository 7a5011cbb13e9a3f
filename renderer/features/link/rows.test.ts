import { expect, test } from 'vitest'
import { userKey } from '../../../main/contract/mail/authors.ts'
import { linkRows, userMessagesBetween, type LinkLogRow } from './rows.ts'
import { crossingAt } from '../../testing/link.ts'

const opened = { by: { kind: 'agent', id: 'agt-scout' }, name: 'Scout', at: 1 } as const
const two = { members: ['agt-scout', 'agt-builder'], opened } as const
const builder = { from: 'agt-builder', fromName: 'Builder' } as const

const logOf = (log: Omit<Parameters<typeof linkRows>[0], 'words'>) => linkRows({ ...log, words: [] })

const told = (row: LinkLogRow): string =>
  'crossing' in row ? `${row.kind} ${'side' in row ? row.side : 'both'} ${row.crossing.at}` : row.kind

test('the user’s own statements are not new to them', () => {
  const items = [crossingAt(2), crossingAt(3, { from: userKey, fromName: 'Mo' }), crossingAt(4, builder)]
  expect(logOf({ link: two, items, isWhole: true, since: 2 }).map(told)).toEqual([
    'opened',
    'said left 2',
    'user both 3',
    'new',
    'said right 4',
  ])
})

test('each member has a side; a line marks where the user left off', () => {
  const items = [crossingAt(2), crossingAt(3, builder), crossingAt(4, { kind: 'silent' })]
  expect(logOf({ link: two, items, isWhole: true, since: 2 }).map(told)).toEqual([
    'opened',
    'said left 2',
    'new',
    'said right 3',
    'silent left 4',
  ])
  expect(logOf({ link: two, items, isWhole: false, since: null }).map(told)).toEqual([
    'said left 2',
    'said right 3',
    'silent left 4',
  ])
})

test('among more than two everybody speaks from the left', () => {
  const link = { members: [...two.members, 'agt-critic'], opened } as const
  const items = [crossingAt(2), crossingAt(3, builder)]
  expect(logOf({ link, items, isWhole: false, since: null }).map(told)).toEqual([
    'said left 2',
    'said left 3',
  ])
})

test('a new day has a line', () => {
  const items = [crossingAt(2), crossingAt(90_000_000), crossingAt(90_000_001)]
  expect(logOf({ link: two, items, isWhole: true, since: null }).map(told)).toEqual([
    'opened',
    'said left 2',
    'day',
    'said left 90000000',
    'said left 90000001',
  ])
})

test('the user’s own words stand between what crossed, on the side of whom they were for', () => {
  const wordsTo = (at: number, ...to: `agt-${string}`[]) => ({ id: `${at}`, by: 'Mo', to, text: 'Go.', at })
  const words = [wordsTo(2, 'agt-builder'), wordsTo(4, 'agt-scout', 'agt-builder')]
  const rows = linkRows({ link: two, items: [crossingAt(3)], words, isWhole: true, since: 1 })
  expect(rows.map((row) => (row.kind === 'words' ? `words ${row.side}` : told(row)))).toEqual([
    'opened',
    'words right',
    'new',
    'said left 3',
    'words both',
  ])
})

test('a reopening is shown at its time', () => {
  const link = { members: two.members, opened: { ...opened, at: 5 } }
  const items = [crossingAt(2), crossingAt(7)]
  const rows = logOf({ link, items, isWhole: true, since: null })
  expect(rows.map(told)).toEqual(['said left 2', 'opened', 'said left 7'])
  expect(rows[1]).toEqual({ kind: 'opened', isAgain: true })
})

const entry = (agent: string, n: number, at: number, text: string, kind: 'user' | 'text' = 'user') => ({
  agent: `agt-${agent}` as const,
  n,
  at,
  text,
  kind,
  authorName: 'Mo',
})

test('words of the user to two members at one moment are one; others are by themselves', () => {
  const scout = [
    entry('scout', 1, 10, 'Before.'),
    entry('scout', 2, 100, 'Both.'),
    entry('scout', 3, 120, 'I say.', 'text'),
  ]
  const builder = [
    entry('builder', 1, 900, 'Both.'),
    entry('builder', 2, 950, 'Both.'),
    entry('builder', 3, 99_000, 'Late.'),
  ]
  expect(
    userMessagesBetween([scout, builder], 50, 90_000).map(({ to, text, at }) => [at, text, ...to]),
  ).toEqual([
    [100, 'Both.', 'agt-scout', 'agt-builder'],
    [950, 'Both.', 'agt-builder'],
  ])
})

test('the same words much later are said again', () => {
  const rows = [[entry('scout', 1, 0, 'Go on.')], [entry('builder', 1, 61_000, 'Go on.')]]
  expect(userMessagesBetween(rows, 0, Infinity)).toHaveLength(2)
})
