import { expect, test } from 'vitest'
import type { CallEnd, Entry } from '../../../main/contract/api/model.ts'
import { toolCall } from '../../testing/card.ts'
import { entry as makeEntry } from '../../testing/rows.ts'
import { noTokens } from '../../../main/contract/budget/budget.ts'
import type { NoteFact } from '../../../main/contract/history/note-facts.ts'
import { blocksOf, callEndsIn } from './blocks.ts'
import { transcriptRows } from './rows.ts'

let n = 0
const entry = (kind: Entry['kind'], more: Partial<Entry>) => makeEntry(++n, kind, { turn: 'trn-1', ...more })
const tool = (call: string) => entry('tool', { call, tool: toolCall() })
const result = (call: string, end: CallEnd) => entry('result', { call, end, isError: end !== 'done' })
const interrupted = entry('note', { note: { kind: 'interrupted' } })
const ends = (...entries: Entry[]) => Object.fromEntries(callEndsIn(entries))

test('a call ended as its result says', () => {
  const every = ['done', 'failed', 'denied', 'stopped'] as const
  for (const end of every) expect(ends(tool('a'), result('a', end))).toEqual({ a: end })
  expect(ends(tool('a'))).toEqual({})
})

test('an interrupt stops only the calls without a result', () => {
  expect(ends(tool('a'), result('a', 'done'), tool('b'), interrupted, tool('c'))).toEqual({
    a: 'done',
    b: 'stopped',
  })
  expect(ends(tool('a'), entry('note', { text: 'Interrupted.' }))).toEqual({})
})

test('usage is shown below where the answer was sent', () => {
  const used = { kind: 'used', tokens: noTokens, costUsd: 0.1, isPriced: true } as unknown as NoteFact
  const blocks = blocksOf([
    entry('text', { text: 'Done.' }),
    entry('note', { note: used }),
    entry('crossing', {}),
    entry('crossing', {}),
  ])
  expect(blocks.map(({ kind }) => kind)).toEqual(['said', 'crossed', 'crossed', 'remark'])
  const places = blocks.map((block) => block.n ?? 0)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('news of one gathering within a turn are grouped, news of another are not', () => {
  const news = (gathering: string) =>
    entry('system', { spoken: { gathering } as unknown as NonNullable<Entry['spoken']> })
  const blocks = blocksOf([
    news('gth-a'),
    news('gth-a'),
    news('gth-a'),
    news('gth-b'),
    tool('x'),
    news('gth-b'),
  ])
  expect(blocks.map((block) => (block.kind === 'news' ? block.entries.length : block.kind))).toEqual([
    3,
    'remark',
    'tools',
    'remark',
  ])
})

test('a notice is shown once: its call only if it failed', () => {
  const notify = entry('tool', { n: 1, call: 'a', tool: { ...toolCall(), kind: 'own', name: 'notify_user' } })
  const told = entry('text', { n: 2, text: 'The tests fail.', isNotice: true })
  const kindsOf = (...entries: Entry[]) => blocksOf(entries).map(({ kind }) => kind)
  expect(kindsOf(notify, told)).toEqual(['said'])
  expect(kindsOf(notify, told, result('a', 'done'))).toEqual(['said'])
  expect(kindsOf(notify, result('a', 'failed'))).toEqual(['tools'])
})

test('a call that started a subagent stands by itself, and changes while it runs', () => {
  const subagent = { tools: 1, tokens: 800, end: null }
  const started = { ...tool('sub'), subagent }
  const entries = [tool('a'), started, entry('text', { text: 'Done.' })]
  expect(blocksOf(entries).map(({ kind }) => kind)).toEqual(['tools', 'subagent', 'said'])
  const [row] = transcriptRows(entries)
  const more = entries.map((one) => (one === started ? { ...one, subagent: { ...subagent, tools: 2 } } : one))
  expect(transcriptRows(more, row ? [row] : [])[0]).not.toBe(row)
  expect(transcriptRows(entries, row ? [row] : [])[0]).toBe(row)
})
