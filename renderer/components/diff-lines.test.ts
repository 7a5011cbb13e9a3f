import { expect, test } from 'vitest'
import { countOf, diffLines, hunkLines } from './diff-lines.ts'

const shown = (before: string, after: string) => diffLines(before, after).map((line) => line.sign + line.text)

test('what both sides share stands once, the rest goes and comes', () => {
  expect(shown('a\nb\nc', 'a\nx\ny\nc')).toEqual([' a', '−b', '+x', '+y', ' c'])
  expect(shown('a\na', 'a')).toEqual([' a', '−a'])
  expect(shown('a\nb\nc\nd', 'x\nb\nc\ny')).toEqual(['−a', '+x', ' b', ' c', '−d', '+y'])
})

test('a new file is all added, and its last newline is no line', () => {
  expect(shown('', 'one\ntwo\n')).toEqual(['+one', '+two'])
  expect(countOf(diffLines('', ''), '+')).toBe(0)
})

test('only a few lines around each change are kept, the rest is left out in view', () => {
  const many = Array.from({ length: 30 }, (_, at) => `${at}`).join('\n')
  expect(shown(many, many.replace('10', 'ten').replace('20', 'twenty'))).toEqual([
    ' 7',
    ' 8',
    ' 9',
    '−10',
    '+ten',
    ' 11',
    ' 12',
    ' 13',
    '⋯',
    ' 17',
    ' 18',
    ' 19',
    '−20',
    '+twenty',
    ' 21',
    ' 22',
    ' 23',
  ])
})

test('lines are numbered on their own side', () => {
  const lines = diffLines('a\nb\nc', 'a\nx\ny\nc', { first: 40 })
  expect(lines.map(({ sign, old, fresh }) => [sign, old, fresh])).toEqual([
    [' ', 40, 40],
    ['−', 41, null],
    ['+', null, 41],
    ['+', null, 42],
    [' ', 42, 43],
  ])
})

test('a change too large to match goes and comes as a whole', () => {
  const side = (name: string) => Array.from({ length: 3_000 }, (_, at) => `${name} ${at}`).join('\n')
  const lines = diffLines(side('old'), side('new'))
  expect(countOf(lines, '−')).toBe(3_000)
  expect(lines.at(-1)).toEqual({ sign: '+', text: 'new 2999', old: null, fresh: 3_000 })
})

test('hunks are lines with both numbers, and a gap between two', () => {
  const lines = hunkLines([
    { oldStart: 4, newStart: 5, lines: [' a', '-b', '+c'] },
    { oldStart: 0, newStart: 0, lines: ['+d'] },
  ])
  expect(lines.map(({ sign, text, old, fresh }) => [sign, text, old, fresh])).toEqual([
    [' ', 'a', 4, 5],
    ['−', 'b', 5, null],
    ['+', 'c', null, 6],
    ['⋯', '', null, null],
    ['+', 'd', null, null],
  ])
})
