import { expect, test } from 'vitest'
import type { GatheringView, UtteranceView } from '../main/contract/gathering-views.ts'
import type { AppStatus } from '../main/contract/views.ts'
import { utterance } from './features/gathering/testing/utterance.ts'
import { listedGatherings } from './gathered.ts'
import { emptyMirror, reflect, type Mirror, type MirrorEvent } from './mirror.ts'

const gathering = (id: number, changes: Partial<GatheringView> = {}) =>
  ({
    id: `gat-${id}`,
    topic: `Topic ${id}`,
    shelved: false,
    convened: { at: id },
    ...changes,
  }) as GatheringView
const snapshot = (...gatherings: GatheringView[]): MirrorEvent => ({
  kind: 'snapshot',
  view: { agents: [], status: {} as AppStatus, links: [], gatherings, drafts: {}, commands: {} },
})
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => utterance(from + at))
const page = (from: number, to: number, before: number | null = null): MirrorEvent => ({
  kind: 'gatheringPage',
  gathering: 'gat-1',
  page: { items: rows(from, to), next: from > 1 ? from : null },
  before,
})
const told = (...utterances: UtteranceView[]): MirrorEvent => ({
  kind: 'utterances',
  gathering: 'gat-1',
  utterances,
})
const opened: MirrorEvent = { kind: 'gatheringOpened', gathering: 'gat-1' }
const after = (...events: MirrorEvent[]): Mirror => events.reduce(reflect, emptyMirror)
const held = (mirror: Mirror) => mirror.utterances['gat-1']
const places = (mirror: Mirror) => held(mirror)?.items.map(({ n }) => n)

test('gatherings are those of the snapshot, and what was told since', () => {
  const before = after(snapshot(gathering(1)))
  expect(reflect(before, { kind: 'gathering', gathering: gathering(1) }).gatherings).toBe(before.gatherings)
  const two = reflect(before, { kind: 'gathering', gathering: gathering(2) })
  expect(listedGatherings(two.gatherings).map(({ id }) => id)).toEqual(['gat-2', 'gat-1'])
  const put = reflect(two, { kind: 'gathering', gathering: gathering(2, { shelved: true }) })
  expect(listedGatherings(put.gatherings).map(({ id }) => id)).toEqual(['gat-1'])
})

test('of a gathering that nobody looked at, no rows are held', () => {
  expect(after(snapshot(gathering(1)), told(utterance(1))).utterances).toEqual({})
})

test('pages and rows that come meanwhile join without doubles, in order', () => {
  const newest = after(snapshot(gathering(1)), opened, told(utterance(8)), page(5, 7))
  expect(places(newest)).toEqual([5, 6, 7, 8])
  expect(held(newest)).toMatchObject({ older: 5, phase: 'ready' })
  const whole = [page(1, 4, 5), told(utterance(8), utterance(9))].reduce(reflect, newest)
  expect(places(whole)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(held(whole)?.older).toBeNull()
})

test('a row that was sealed takes its words in its place', () => {
  const sealed = utterance(2, { sealed: true, text: '', words: 12 })
  const before = after(snapshot(gathering(1)), opened, page(1, 1), told(sealed))
  const then = reflect(before, told(utterance(2), utterance(3, { kind: 'opened' })))
  expect(held(then)?.items.map(({ text, sealed }) => [text, sealed])).toMatchObject([
    ['Words 1.', false],
    ['Words 2.', false],
    ['Words 3.', false],
  ])
  expect(held(then)?.items[0]).toBe(held(before)?.items[0])
})

test('rows that were missed make the newest page be read again; it replaces what it does not touch', () => {
  const before = after(snapshot(gathering(1)), opened, page(1, 3))
  expect(held(reflect(before, told(utterance(5))))?.phase).toBe('stale')
  expect(held(reflect(before, snapshot(gathering(1))))?.phase).toBe('stale')
  expect(places(reflect(before, page(4, 6)))).toEqual([1, 2, 3, 4, 5, 6])
  expect(places(reflect(before, page(6, 8)))).toEqual([6, 7, 8])
})

test('what becomes of the messages that carry an utterance is told on it', () => {
  const before = after(snapshot(gathering(1)), opened, page(1, 2))
  const then = reflect(before, {
    ...{ kind: 'message', message: 'msg-2', state: 'read', reason: null, inInput: true },
    ...{ stateAt: 5, expectsReply: false, ahead: null, turn: 4 },
  } as MirrorEvent)
  expect(held(then)?.items.map(({ sent }) => sent[0]?.state)).toEqual(['queued', 'read'])
  expect(held(then)?.items[0]).toBe(held(before)?.items[0])
})
