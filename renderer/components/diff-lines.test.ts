import { expect, test } from 'vitest'
import { countOf, diffLines } from './diff-lines.ts'

const shown = (before: string, after: string) => diffLines(before, after).map((line) => line.sign + line.text)

test('what both sides share stands once, the rest goes and comes', () => {
  expect(shown('a\nb\nc', 'a\nx\ny\nc')).toEqual([' a', '−b', '+x', '+y', ' c'])
  expect(shown('a\na', 'a')).toEqual([' a', '−a'])
})

test('a new file is all added, and its last newline is no line', () => {
  expect(shown('', 'one\ntwo\n')).toEqual(['+one', '+two'])
  expect(countOf(diffLines('', ''), '+')).toBe(0)
})

test('only a few lines around the change are kept', () => {
  const many = Array.from({ length: 20 }, (_, at) => `${at}`).join('\n')
  expect(shown(many, many.replace('10', 'ten'))).toEqual([
    ' 7',
    ' 8',
    ' 9',
    '−10',
    '+ten',
    ' 11',
    ' 12',
    ' 13',
  ])
})
