import { expect, test } from 'vitest'
import type { Entry } from '../../../main/contract/api/model.ts'
import { toolCall } from '../../testing/card.ts'
import { turnChanges } from './turn-changes.ts'

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
