import { expect, test } from 'vitest'
import type { FileDiff } from '../../../main/contract/agents/tool-calls.ts'
import { linesOfChange, turnChanges } from './change-lines.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import { toolCall } from '../../testing/card.ts'

const diff = (before: string | null, after: string): FileDiff => ({ path: '/a.ts', before, after })
const linesIn = (diffs: readonly FileDiff[], result = '') => {
  const { lines, isNumbered } = linesOfChange(diffs, result)
  return {
    shown: lines.map(({ sign, text, old, fresh }) =>
      `${sign}${isNumbered ? (fresh ?? old) : ''} ${text}`.trim(),
    ),
    isNumbered,
  }
}

test('an edit knows its lines when the result shows them', () => {
  const edit = [diff('one\ntwo', 'one\n2')]
  expect(linesIn(edit)).toEqual({ shown: ['one', '− two', '+ 2'], isNumbered: false })
  const result =
    'The file was updated. Here is a part of it:\n    39→before\n    40→one\n    41→2\n    42→after'
  expect(linesIn(edit, result).shown).toEqual(['40 one', '−41 two', '+41 2'])
})

test('a place that is told twice is not told', () => {
  expect(linesIn([diff('x', 'one')], '1→one\n2→one').isNumbered).toBe(false)
})

test('a file that is written is numbered from its beginning', () => {
  expect(linesIn([diff(null, 'one\ntwo\n')]).shown).toEqual(['+1 one', '+2 two'])
})

test('several edits stand one under the other', () => {
  expect(linesIn([diff('a', 'b'), diff('c', '')]).shown).toEqual(['− a', '+ b', '⋯', '− c'])
})

let n = 0
const rows = (path: string, before: string, after: string, more: Partial<Entry> = {}): Entry[] => {
  const call = `call-${++n}`
  const tool = toolCall({ name: 'Edit', kind: 'edit', diffs: [{ path, before, after }] })
  return [
    { kind: 'tool', call, tool } as Entry,
    { kind: 'result', call, tool: null, text: '', end: 'done', ...more } as Entry,
  ]
}

test('a turn’s edits are counted by file and by line, what failed is not', () => {
  const entries = [
    ...rows('/a', 'one\ntwo', 'one\n2\n3'),
    ...rows('/a', 'x', 'y'),
    ...rows('/b', 'x', 'y', {
      patches: [{ path: '/b', isNew: false, hunks: [{ oldStart: 3, newStart: 3, lines: [' k', '+y'] }] }],
    }),
    ...rows('/c', 'x', 'y', { end: 'denied' }),
  ]
  expect(turnChanges(entries)).toEqual({ files: 2, added: 4, removed: 2 })
  expect(turnChanges([])).toBeNull()
})
