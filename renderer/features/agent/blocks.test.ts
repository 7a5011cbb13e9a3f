import { expect, test } from 'vitest'
import type { CallEnd, Entry } from '../../../main/contract/model.ts'
import { toolCall } from '../../testing/card.ts'
import { callEndsIn } from './blocks.ts'

let n = 0
const entry = (kind: Entry['kind'], more: Partial<Entry>): Entry => ({
  agent: 'agt-scout',
  n: ++n,
  turn: 'trn-1',
  kind,
  author: { kind: 'system' },
  authorName: '',
  text: '',
  tool: null,
  call: null,
  isError: false,
  message: null,
  at: 0,
  ...more,
})
const tool = (call: string) => entry('tool', { call, tool: toolCall() })
const result = (call: string, end: CallEnd) => entry('result', { call, end, isError: end !== 'done' })
const interrupted = entry('note', { note: { kind: 'interrupted' } })
const ends = (...entries: Entry[]) => Object.fromEntries(callEndsIn(entries))

test('a call ended as its result says', () => {
  const every = ['done', 'failed', 'denied', 'stopped'] as const
  for (const end of every) expect(ends(tool('a'), result('a', end))).toEqual({ a: end })
  expect(ends(tool('a'))).toEqual({})
})

test('what an interrupt cut before its result is stopped, and nothing else', () => {
  expect(ends(tool('a'), result('a', 'done'), tool('b'), interrupted, tool('c'))).toEqual({
    a: 'done',
    b: 'stopped',
  })
  expect(ends(tool('a'), entry('note', { text: 'Interrupted.' }))).toEqual({})
})
