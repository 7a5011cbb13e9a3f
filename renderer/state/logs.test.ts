import { expect, test } from 'vitest'
import type { UtteranceView } from '../../main/contract/gatherings/gathering-views.ts'
import { utterance } from '../testing/gathering.ts'
import { crossingAt } from '../testing/link.ts'
import { snapshot } from '../testing/snapshot.ts'
import { emptyMirror, reflect, type Mirror, type MirrorEvent } from './mirror.ts'

const gathering = { kind: 'gathering', id: 'gat-1' } as const
const link = { kind: 'link', id: 'lnk-1' } as const
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => utterance(from + at))
const page = (from: number, to: number, before: number | null = null): MirrorEvent => ({
  kind: 'logPage',
  channel: gathering,
  page: { items: rows(from, to), next: from > 1 ? from : null },
  before,
})
const told = (...utterances: UtteranceView[]): MirrorEvent => ({
  kind: 'rows',
  channel: gathering,
  rows: utterances,
})
const opened: MirrorEvent = { kind: 'logOpened', channel: gathering }
const after = (...events: MirrorEvent[]): Mirror => events.reduce(reflect, emptyMirror)
const held = (mirror: Mirror) => mirror.logs.gathering['gat-1']
const places = (mirror: Mirror) => held(mirror)?.rows.map(({ n }) => n)

test('of a log that nobody looked at, no rows are held', () => {
  expect(after(snapshot(), told(utterance(1)), page(1, 2)).logs.gathering).toEqual({})
})

test('pages and rows that come meanwhile join without doubles, in order', () => {
  const newest = after(snapshot(), opened, told(utterance(8)), page(5, 7))
  expect(places(newest)).toEqual([5, 6, 7, 8])
  expect(held(newest)).toMatchObject({ older: 5, phase: 'ready' })
  const whole = [page(1, 4, 5), told(utterance(8), utterance(9))].reduce(reflect, newest)
  expect(places(whole)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(held(whole)?.older).toBeNull()
})

test('a row that is told again takes its place; the others stay the same objects', () => {
  const sealed = utterance(2, { sealed: true, text: '', words: 12 })
  const before = after(snapshot(), opened, page(1, 1), told(sealed))
  const then = reflect(before, told(utterance(2), utterance(3, { kind: 'opened' })))
  expect(held(then)?.rows.map(({ text, sealed }) => [text, sealed])).toMatchObject([
    ['Words 1.', false],
    ['Words 2.', false],
    ['Words 3.', false],
  ])
  expect(held(then)?.rows[0]).toBe(held(before)?.rows[0])
})

test('rows that were missed make the newest page be read again; it replaces what it does not touch', () => {
  const before = after(snapshot(), opened, page(1, 3))
  expect(held(reflect(before, told(utterance(5))))?.phase).toBe('stale')
  expect(held(reflect(before, snapshot()))?.phase).toBe('stale')
  expect(places(reflect(before, page(4, 6)))).toEqual([1, 2, 3, 4, 5, 6])
  expect(places(reflect(before, page(6, 8)))).toEqual([6, 7, 8])
})

test('a log that could not be read says so, and is read again', () => {
  const failed = after(snapshot(), opened, { kind: 'logFailed', channel: gathering })
  expect(held(failed)?.phase).toBe('failed')
  expect(held(reflect(failed, page(1, 2)))).toMatchObject({ phase: 'ready', older: null })
})

const fate = (message: `msg-${string}`): MirrorEvent => ({
  kind: 'message',
  message,
  state: 'dropped',
  reason: { kind: 'hand', act: 'closed' },
  inInput: false,
  stateAt: 9,
  expectsReply: false,
  ahead: null,
  turn: null,
  carriage: 'absorb',
})

test('fates that are let go stay with the rows that they belong to', () => {
  const mirror = after(
    snapshot(),
    opened,
    page(1, 2),
    { kind: 'logOpened', channel: link },
    {
      kind: 'logPage',
      channel: link,
      page: { items: [crossingAt(2), crossingAt(3)], next: null },
      before: null,
    },
    fate('msg-2'),
  )
  const then = reflect(mirror, snapshot())
  expect(then.fates).toEqual({})
  const crossings = then.logs.link['lnk-1']?.rows
  expect(crossings?.[0]?.sent[0]).toMatchObject({
    state: 'dropped',
    reason: { kind: 'hand', act: 'closed' },
    carriage: 'absorb',
    turn: 30,
  })
  expect(crossings?.[1]).toBe(mirror.logs.link['lnk-1']?.rows[1])
  expect(held(then)?.rows.map(({ sent }) => sent[0]?.state)).toEqual(['queued', 'dropped'])
})

test('of many fates the oldest are let go, into their rows', () => {
  let mirror = after(snapshot(), opened, page(1, 2), fate('msg-2'))
  for (let n = 1000; mirror.fates['msg-2']; n++) mirror = reflect(mirror, fate(`msg-${n}`))
  expect(held(mirror)?.rows[1]?.sent[0]?.state).toBe('dropped')
})

test('a row that is new and has changed since is held once, and a subagent’s log goes with its agent', () => {
  const twice = { ...utterance(1), text: 'later' }
  expect(held(after(opened, page(1, 0), told(utterance(1), twice)))?.rows).toEqual([twice])
  const log = { kind: 'agent', id: 'agt-1/c1' } as const
  const open = after({ kind: 'logOpened', channel: log })
  expect(open.logs.agent).toHaveProperty(['agt-1/c1'])
  expect(reflect(open, { kind: 'gone', agent: 'agt-1' }).logs.agent).toEqual({})
})
