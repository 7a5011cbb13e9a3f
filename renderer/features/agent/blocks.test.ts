import { expect, test } from 'vitest'
import type { CallEnd, Card, Entry } from '../../../main/contract/model.ts'
import { callEndsIn, waitingCalls } from './blocks.ts'

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
const tool = (call: string, text = '', name = 'Bash') => entry('tool', { call, text, tool: name })
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

test('a card belongs to the call with its input, else to the first of its tool', () => {
  const card = (input: string): Card => ({
    id: 'crd-1',
    kind: 'permission',
    tool: 'Bash',
    title: '',
    input,
    hidden: 0,
    hash: 'h',
    reason: '',
    askedAt: 0,
    suggestions: [],
    origin: 'human',
    from: [],
  })
  const open = [tool('a', '{"command":"x"}'), tool('b', '{"command":"y"}'), tool('c', '', 'Read')]
  expect([...waitingCalls(open, [card('{"command":"y"}')])]).toEqual(['b'])
  expect([...waitingCalls(open, [card('{"command":"z"}')])]).toEqual(['a'])
  expect([...waitingCalls(open, [])]).toEqual([])
})
