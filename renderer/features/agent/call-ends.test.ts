import { expect, test } from 'vitest'
import type { Card, Entry } from '../../../main/contract/model.ts'
import { callEndsIn, waitingCalls } from './call-ends.ts'

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
const result = (call: string, text = '', isError = true) => entry('result', { call, text, isError })
const denied = entry('note', { note: { kind: 'denied', tool: 'Bash' } })
const interrupted = entry('note', { note: { kind: 'interrupted' } })
const ends = (...entries: Entry[]) => Object.fromEntries(callEndsIn(entries))

test('a call is done or failed', () => {
  expect(ends(tool('a'), result('a', '', false), tool('b'), result('b', 'exit 1'))).toEqual({
    a: 'done',
    b: 'failed',
  })
})

test("the person's no is no failure, with their own words or without", () => {
  expect(ends(tool('a'), result('a', 'The person said no to this. Do not try'))).toEqual({ a: 'denied' })
  expect(ends(tool('a'), denied, result('a', 'not today'))).toEqual({ a: 'denied' })
  expect(ends(tool('a'), denied, result('a', 'no'), tool('b'), result('b', 'exit 1'))).toEqual({
    a: 'denied',
    b: 'failed',
  })
})

test('what an interrupt cut is stopped', () => {
  expect(ends(tool('a'), interrupted)).toEqual({ a: 'stopped' })
  expect(ends(tool('a'), result('a', 'exit 137'), interrupted)).toEqual({ a: 'stopped' })
  expect(ends(tool('a'), result('a', '[Request interrupted by user for tool use]'))).toEqual({ a: 'stopped' })
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
