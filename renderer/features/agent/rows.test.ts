import { expect, test } from 'vitest'
import type { Entry, EntryKind, TurnId } from '../../../main/contract/model.ts'
import { sendCall, toolCall } from '../../testing/card.ts'
import { blocksOf, isStillAt } from './blocks.ts'
import { placeOf, rowsOf } from './rows.ts'

let n = 0
function entry(kind: Entry['kind'], turn: TurnId | null, more: Partial<Entry> = {}): Entry {
  const author = { kind: 'agent', id: 'agt-scout' } as const
  return {
    agent: 'agt-scout',
    n: ++n,
    turn,
    kind,
    author,
    authorName: 'Scout',
    text: '',
    tool: null,
    call: null,
    isError: false,
    message: null,
    at: 0,
    ...more,
  }
}
const tool = (call: string, of = toolCall()) => entry('tool', 'trn-1', { tool: of, call })
const result = (call: string) => entry('result', 'trn-1', { call })

test('a turn is one row, a person and a remark between turns are their own', () => {
  const entries = [
    entry('human', 'trn-1'),
    entry('text', 'trn-1'),
    entry('note', 'trn-1'),
    entry('note', null),
    entry('peer', 'trn-2'),
    entry('text', 'trn-2'),
    entry('human', 'trn-3'),
  ]
  expect(rowsOf(entries).map((row) => [row.kind, row.entries.length])).toEqual([
    ['human', 1],
    ['turn', 2],
    ['remark', 1],
    ['turn', 2],
    ['human', 1],
  ])
})

test('news of one circle that follow each other are one thing', () => {
  const news = (gathering: string) =>
    entry('system', null, { spoken: { gathering } as unknown as NonNullable<Entry['spoken']> })
  const entries = [news('gat-1'), news('gat-1'), news('gat-2'), entry('note', null), news('gat-2')]
  expect(rowsOf(entries).map((row) => row.entries.length)).toEqual([2, 1, 1, 1])
})

test('where the last words of a turn went stands at its end; without one it is a row', () => {
  const entries = [
    entry('text', 'trn-1'),
    entry('crossing', null),
    entry('crossing', null),
    entry('note', null),
    entry('crossing', null),
  ]
  expect(rowsOf(entries).map((row) => [row.kind, row.entries.length])).toEqual([
    ['turn', 3],
    ['remark', 1],
    ['turn', 1],
  ])
})

test('what Janus tells the agent stands before the turn that it begins, and inside one that runs', () => {
  const told = [
    entry('system', 'trn-1'),
    entry('text', 'trn-1'),
    entry('system', 'trn-1'),
    entry('system', 'trn-2'),
  ]
  expect(rowsOf(told).map((row) => [row.kind, row.entries.length])).toEqual([
    ['remark', 1],
    ['turn', 2],
    ['remark', 1],
  ])
})

test('the agent is still at a call while only remarks, mail and calls stand below it', () => {
  const blocks = blocksOf([
    tool('a'),
    entry('note', 'trn-1', { note: { kind: 'allowed', tool: 'Bash', lasting: null } }),
  ])
  expect(isStillAt(blocks, 0)).toBe(true)
  expect(isStillAt([...blocks, ...blocksOf([entry('text', 'trn-1')])], 0)).toBe(false)
})

test('rows that did not change stay the same objects', () => {
  const first = [entry('human', 'trn-1'), entry('text', 'trn-1')]
  const before = rowsOf(first)
  const after = rowsOf([...first, entry('text', 'trn-1')], before)
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
  expect(after[1]?.key).toBe(before[1]?.key)
})

test('calls fold with their neighbours and find their results; a send stands alone', () => {
  const send = tool('c', sendCall)
  const entries = [
    tool('a'),
    tool('b'),
    result('b'),
    entry('text', 'trn-1'),
    tool('d'),
    send,
    result('c'),
    tool('e'),
  ]
  const blocks = blocksOf(entries)
  expect(blocks.map((block) => block.kind)).toEqual(['tools', 'said', 'tools', 'sent', 'tools'])
  const [first] = blocks
  expect(first?.kind === 'tools' && first.calls.map((call) => call.result !== null)).toEqual([false, true])
})

const row = (n: number, kind: EntryKind): Entry => ({
  agent: 'agt-a',
  n,
  turn: null,
  kind,
  author: { kind: 'system' },
  authorName: '',
  text: '',
  tool: null,
  call: null,
  isError: false,
  message: null,
  at: 0,
})

test('a block is found by its key', () => {
  const entries = [row(7, 'thinking'), row(8, 'text'), row(9, 'tool'), row(10, 'result'), row(11, 'text')]
  expect(placeOf('text-0', entries)).toBe(8)
  expect(placeOf('text-1', entries)).toBe(11)
  expect(placeOf('thinking-0', entries)).toBe(7)
  expect(placeOf('row-9', entries)).toBe(9)
  expect(placeOf('text-2', entries)).toBeUndefined()
})
