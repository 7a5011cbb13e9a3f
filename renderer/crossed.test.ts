import { expect, test } from 'vitest'
import type { LinkView } from '../main/contract/link-views.ts'
import type { AppStatus } from '../main/contract/views.ts'
import { crossingAt } from './features/link/testing/crossing.ts'
import { emptyMirror, reflect, type Mirror, type MirrorEvent } from './mirror.ts'

const link: LinkView = {
  id: 'lnk-1',
  members: ['agt-scout', 'agt-builder'],
  mode: 'answers',
  lowered: [],
  budget: 8,
  used: 1,
  allowed: 8,
  episode: 1,
  crossings: 1,
  costUsd: 0.04,
  opened: { by: { kind: 'agent', id: 'agt-scout' }, name: 'Scout', at: 1 },
  closed: null,
  rests: null,
  kept: 0,
}
const snapshot = (...links: LinkView[]): MirrorEvent => ({
  kind: 'snapshot',
  view: { agents: [], status: {} as AppStatus, links, gatherings: [], drafts: {}, commands: {} },
})
const page = (ats: readonly number[], next: number | null, before: number | null = null): MirrorEvent => ({
  kind: 'linkPage',
  link: 'lnk-1',
  page: { items: ats.map((at) => crossingAt(at)), next },
  before,
})
const crossing = (at: number): MirrorEvent => ({ kind: 'crossing', crossing: crossingAt(at) })
const opened: MirrorEvent = { kind: 'linkOpened', link: 'lnk-1' }
const after = (...events: MirrorEvent[]): Mirror => events.reduce(reflect, emptyMirror)
const held = (mirror: Mirror) => mirror.crossings['lnk-1']
const times = (mirror: Mirror) => held(mirror)?.items.map(({ at }) => at)

test('links are those of the snapshot, and what was told since', () => {
  const before = after(snapshot(link))
  expect(reflect(before, { kind: 'link', link: { ...link } }).links).toBe(before.links)
  expect(reflect(before, { kind: 'link', link: { ...link, used: 2 } }).links['lnk-1']?.used).toBe(2)
})

test('of a link that nobody looked at, nothing that crosses is held', () => {
  expect(after(snapshot(link), crossing(2)).crossings).toEqual({})
})

test('pages and what crosses meanwhile join without doubles', () => {
  const newest = after(snapshot(link), opened, crossing(9), page([5, 7], 4))
  expect(times(newest)).toEqual([5, 7, 9])
  expect(held(newest)).toMatchObject({ older: 4, phase: 'ready' })
  const whole = after(snapshot(link), opened, crossing(9), page([5, 7, 9], 4), page([2, 3], null, 4))
  expect(times(whole)).toEqual([2, 3, 5, 7, 9])
  expect(held(whole)?.older).toBeNull()
})

test('after a snapshot the newest page is joined to what it touches, and replaces what it does not', () => {
  const before = [snapshot(link), opened, page([2, 3], null), snapshot(link)]
  expect(held(after(...before))?.phase).toBe('stale')
  const touching = after(...before, page([3, 5], 3))
  expect([times(touching), held(touching)?.older]).toEqual([[2, 3, 5], null])
  const apart = after(...before, page([7, 8], 7))
  expect([times(apart), held(apart)?.older]).toEqual([[7, 8], 7])
})

test('what becomes of a message is told of its crossing', () => {
  const mirror = after(snapshot(link), opened, page([2, 3], null), {
    kind: 'message',
    message: 'msg-3',
    state: 'dropped',
    reason: { kind: 'hand', act: 'closed' },
    inInput: false,
    stateAt: 9,
    expectsReply: false,
    ahead: null,
    turn: null,
    carriage: 'absorb',
  })
  expect(held(mirror)?.items[1]?.sent[0]).toMatchObject({
    state: 'dropped',
    reason: { kind: 'hand', act: 'closed' },
    turn: 30,
  })
  expect(held(mirror)?.items[0]?.sent[0]?.state).toBe('read')
})
