import { expect, test } from 'vitest'
import type { LineComment } from '../../../main/contract/folders/line-comments.ts'
import { hunkLines } from '../../components/diff-lines.ts'
import { placeInDiff, placeOfLines, placeOfNumber } from './comment-places.ts'
import { step, within } from './line-selection.ts'

const lines = hunkLines([
  { oldStart: 3, newStart: 3, lines: [' a', '-b', '+B', '+C', ' d'] },
  { oldStart: 20, newStart: 21, lines: [' x', '-y'] },
])
const view = (from: number, to: number, line: number) => {
  const place = placeOfLines('a.js', lines, { from, to })
  const comment: LineComment = { ...place, id: 'cmt-1', text: '' }
  return { ...comment, lineStatus: { state: 'there', line } as const }
}

test('a place has the line number in the changed file, or in the old one for removed lines, and the lines around it', () => {
  expect(placeOfLines('a.js', lines, { from: 1, to: 2 })).toEqual({
    path: 'a.js',
    side: 'new',
    line: 4,
    lines: ['-b', '+B'],
    before: 'a',
    after: 'C',
  })
  expect(placeOfLines('a.js', lines, { from: 1, to: 1 })).toMatchObject({
    side: 'old',
    line: 4,
    before: 'a',
    after: 'd',
  })
  expect(placeOfLines('a.js', lines, { from: 7, to: 7 })).toMatchObject({
    line: 21,
    before: 'x',
    after: null,
  })
  const part = hunkLines([{ oldStart: 0, newStart: 0, lines: ['+q'] }])
  expect(placeOfLines('a.js', part, { from: 0, to: 0 })).toMatchObject({ line: 0, before: null, after: null })
})

test('a comment is placed below its last line if the diff shows its lines unchanged', () => {
  expect(placeInDiff(lines, view(2, 3, 4))).toBe(3)
  expect(placeInDiff(lines, view(1, 1, 4))).toBe(1)
  expect(placeInDiff(lines, view(1, 2, 4))).toBe(2)
  expect(placeInDiff(lines, view(2, 3, 5))).toBe(null)
  expect(placeInDiff(lines, view(2, 3, 90))).toBe(null)
  // A range matches only if each line is the same; an earlier turn has its own line numbers.
  expect(placeInDiff(lines, { ...view(2, 3, 4), lines: ['+other', '+C'] })).toBe(null)
  expect(placeInDiff(lines, view(2, 3, 90), true)).toBe(3)
  expect(placeInDiff(lines, { ...view(2, 3, 4), line: 90 }, true)).toBe(3)
  expect(placeInDiff(lines, { ...view(2, 3, 4), lineStatus: { state: 'changed' } })).toBe(null)
  expect([placeOfNumber(lines, 5), placeOfNumber(lines, 12), placeOfNumber(lines, 1)]).toEqual([3, 4, 0])
})

test('keys skip the gaps between hunks, and a selection stays in its hunk', () => {
  expect([step(lines, 4, 1, false), step(lines, 4, 1, true), step(lines, 6, -1, false)]).toEqual([6, 4, 4])
  expect([
    step(lines, 0, -1, false),
    step(lines, 2, Infinity, false),
    step(lines, 2, Infinity, true),
  ]).toEqual([0, 7, 4])
  expect(within(lines, 3, 7)).toEqual({ from: 3, to: 4 })
  expect(within(lines, 7, 0)).toEqual({ from: 6, to: 7 })
})
