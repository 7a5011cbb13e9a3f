import { expect, test } from 'vitest'
import type { Entry } from '../../../main/contract/api/model.ts'
import { sendCall, toolCall } from '../../testing/card.ts'
import { rowOf } from './go-to-message.ts'

const entry = (n: number, changes: Partial<Entry>) => ({ n, text: '', call: null, ...changes }) as Entry

test('a message is shown by the row that read it, else by the call that sent it', () => {
  const rows = [
    entry(1, { kind: 'note', message: 'msg-aaaaaa' }),
    entry(2, { kind: 'tool', tool: sendCall, call: 'c' }),
    entry(3, { kind: 'result', call: 'c', message: 'msg-bbbbbb' }),
    entry(4, { kind: 'tool', tool: toolCall(), call: 'd' }),
    entry(5, { kind: 'result', call: 'd', text: 'msg-cccccc' }),
    entry(6, { kind: 'peer', message: 'msg-aaaaaa' }),
  ]
  expect(rowOf(rows, 'msg-aaaaaa')).toBe(6)
  expect(rowOf(rows, 'msg-bbbbbb')).toBe(2)
  expect(rowOf(rows, 'msg-cccccc')).toBeNull()
})
