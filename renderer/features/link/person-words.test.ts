import { expect, test } from 'vitest'
import { wordsOfPerson } from './person-words.ts'

const row = (agent: string, n: number, at: number, text: string, kind: 'human' | 'text' = 'human') => ({
  agent: `agt-${agent}` as const,
  n,
  at,
  text,
  kind,
  authorName: 'Mo',
})

test('words of the person to two members at one moment are one; others are by themselves', () => {
  const scout = [
    row('scout', 1, 10, 'Before.'),
    row('scout', 2, 100, 'Both.'),
    row('scout', 3, 120, 'I say.', 'text'),
  ]
  const builder = [
    row('builder', 1, 900, 'Both.'),
    row('builder', 2, 950, 'Both.'),
    row('builder', 3, 99_000, 'Late.'),
  ]
  expect(wordsOfPerson([scout, builder], 50, 90_000).map(({ to, text, at }) => [at, text, ...to])).toEqual([
    [100, 'Both.', 'agt-scout', 'agt-builder'],
    [950, 'Both.', 'agt-builder'],
  ])
})

test('the same words much later are said again', () => {
  const rows = [[row('scout', 1, 0, 'Go on.')], [row('builder', 1, 61_000, 'Go on.')]]
  expect(wordsOfPerson(rows, 0, Infinity)).toHaveLength(2)
})
