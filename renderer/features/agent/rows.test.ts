import { expect, test } from 'vitest'
import type { Entry, TurnId } from '../../../main/contract/api/model.ts'
import { sendCall, toolCall } from '../../testing/card.ts'
import { entry as row } from '../../testing/rows.ts'
import { blocksOf, turnParts, firstUnfinishedBlock } from './blocks.ts'
import { rowGroups, transcriptRows } from './rows.ts'

let n = 0
const entry = (kind: Entry['kind'], turn: TurnId | null, more: Partial<Entry> = {}) =>
  row(++n, kind, { turn, ...more })
const tool = (call: string, of = toolCall()) => entry('tool', 'trn-1', { tool: of, call })
const result = (call: string) => entry('result', 'trn-1', { call })

test('a turn is one row, a user and a remark between turns are their own', () => {
  const entries = [
    entry('user', 'trn-1'),
    entry('text', 'trn-1'),
    entry('note', 'trn-1'),
    entry('note', null),
    entry('peer', 'trn-2'),
    entry('text', 'trn-2'),
    entry('user', 'trn-3'),
  ]
  expect(transcriptRows(entries).map((row) => [row.kind, row.entries.length])).toEqual([
    ['user', 1],
    ['turn', 2],
    ['remark', 1],
    ['turn', 2],
    ['user', 1],
  ])
})

test('consecutive news of one gathering are one row', () => {
  const news = (gathering: string) =>
    entry('system', null, { spoken: { gathering } as unknown as NonNullable<Entry['spoken']> })
  const entries = [news('gat-1'), news('gat-1'), news('gat-2'), entry('note', null), news('gat-2')]
  expect(transcriptRows(entries).map((row) => row.entries.length)).toEqual([2, 1, 1, 1])
})

test('where a final answer was sent is shown at the end of its turn; without a turn it is a row', () => {
  const entries = [
    entry('text', 'trn-1'),
    entry('crossing', null),
    entry('crossing', null),
    entry('note', null),
    entry('crossing', null),
  ]
  expect(transcriptRows(entries).map((row) => [row.kind, row.entries.length])).toEqual([
    ['turn', 3],
    ['remark', 1],
    ['turn', 1],
  ])
})

test('a system prompt is shown before the turn that it starts, and inside a running one', () => {
  const told = [
    entry('system', 'trn-1'),
    entry('text', 'trn-1'),
    entry('system', 'trn-1'),
    entry('system', 'trn-2'),
  ]
  expect(transcriptRows(told).map((row) => [row.kind, row.entries.length])).toEqual([
    ['remark', 1],
    ['turn', 2],
    ['remark', 1],
  ])
})

test('a call is still in progress while only remarks, messages and calls follow it', () => {
  const blocks = blocksOf([
    tool('a'),
    entry('note', 'trn-1', { note: { kind: 'allowed', tool: 'Bash', lasting: null } }),
  ])
  expect(firstUnfinishedBlock(blocks)).toBe(0)
  expect(firstUnfinishedBlock([...blocks, ...blocksOf([entry('text', 'trn-1')])])).toBe(blocks.length)
})

test('rows that did not change stay the same objects', () => {
  const first = [entry('user', 'trn-1'), entry('text', 'trn-1')]
  const before = transcriptRows(first)
  const after = transcriptRows([...first, entry('text', 'trn-1')], before)
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
  expect(after[1]?.key).toBe(before[1]?.key)
})

test('calls collapse with their neighbours and find their results; a send stands alone', () => {
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

test('keys stay while a turn grows at both ends, and what is written becomes what is said', () => {
  const entries = [7, 8, 9, 10, 11].map((n) => row(n, n === 9 ? 'thinking' : 'text'))
  const before = transcriptRows(entries.slice(2))
  const after = transcriptRows(entries, before)
  expect(after.map(({ key }) => key)).toEqual([9])
  const written = blocksOf(before[0]?.entries ?? [], 'normal', ['text'], 9).map(({ key }) => key)
  const said = blocksOf([...entries, row(12, 'text')], 'normal', [], 9).map(({ key }) => key)
  expect(said.slice(2)).toEqual(written)
  expect(new Set(said).size).toBe(said.length)
})

test('rows and blocks keep their groups when others are added before or after', () => {
  const entries = Array.from({ length: 100 }, (_, at) => ({
    ...row(at + 1, 'text'),
    turn: `trn-${at % 2}` as const,
  }))
  const all = rowGroups(transcriptRows(entries))
  const later = rowGroups(transcriptRows(entries.slice(50)))
  expect(all.at(-1)).toEqual(later.at(-1))
  expect(all.flatMap(({ rows }) => rows)).toHaveLength(100)
  const one = entries.map((entry) => ({ ...entry, turn: 'trn-1' as TurnId }))
  const whole = turnParts(blocksOf(one), 101)
  const part = turnParts(blocksOf(one.slice(50, 90), 'normal', ['text']), 91)
  expect(part.map(({ key }) => key)).toEqual([3, 4, 5])
  expect(part.at(-1)?.blocks.at(-1)).toMatchObject({ key: 'text-40', text: null })
  expect(whole.find(({ key }) => key === 4)?.blocks.map(({ n }) => n)).toEqual(
    part.find(({ key }) => key === 4)?.blocks.map(({ n }) => n),
  )
})
