import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import { expect, test } from 'vitest'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { Card } from '../../../main/contract/api/model.ts'
import { user, waits } from '../../testing/mail.ts'
import { makeCard } from '../../testing/card.ts'
import { circle } from '../../testing/gathering.ts'
import { tab } from '../../testing/agent.ts'
import { circleSeat, fleet, machine } from '../../testing/fleet.ts'
import { equalAsks } from './permission-acts.tsx'
import { answerPlaces } from './go-to-card.ts'
import { waitingFor } from './waiting-list.ts'

const card = (id: string, askedAt: number, title = 'Run `npm test`?'): Card =>
  makeCard({ id: `crd-${id}`, askedAt, title })

test('every card is one thing, what has waited longest first', () => {
  const things = waitingFor([
    tab('a', { needs: 'permission', cards: [card('2', 20), card('3', 30)] }),
    tab('b', { needs: 'question', cards: [card('1', 10, '')] }),
    tab('c'),
    tab('d', { needs: 'permission', closed: true, cards: [card('4', 1)] }),
  ])
  expect(things.map(({ key, agentName, words }) => [key, agentName, words])).toEqual([
    ['crd-1', 'b', 'Permission: Bash'],
    ['crd-2', 'a', 'Run `npm test`?'],
    ['crd-3', 'a', 'Run `npm test`?'],
  ])
})

test('permissions that ask for just the same can be allowed with one word', () => {
  const asking = (id: string, hash: string) =>
    tab(id, { needs: 'permission', cards: [{ ...card(id, 1), hash }] })
  const equal = (...hashes: string[]) =>
    equalAsks(waitingFor(hashes.map((hash, at) => asking(String(at), hash)))).map((set) => set.length)
  expect(equal('one', 'one')).toEqual([2])
  expect(equal('one', 'other')).toEqual([])
  // Other requests between them don't split the group.
  expect(equal('one', 'other', 'one', 'other', 'one', 'third')).toEqual([3, 2])
  expect(equal('one')).toEqual([])
})

test('a folder is asked about once, whoever works there', () => {
  const waits = { needs: 'card', trust: 'ask' } as const
  const things = waitingFor([
    tab('a', { ...waits, cwd: '/code/ferry', since: 5 }),
    tab('b', { ...waits, cwd: '/code/ferry', since: 1 }),
    tab('c', { ...waits, cwd: '/code/guide', since: 3 }),
  ])
  expect(things.map(({ agentName, words }) => [agentName, words])).toEqual([
    ['c', 'Trust the folder guide?'],
    ['a', 'Trust the folder ferry?'],
  ])
})

test('urgent mail that asks, and everything held, waits for the user beside the cards', () => {
  const things = waitingFor([
    tab('a', {
      needs: 'permission',
      cards: [card('1', 5)],
      pending: [
        waits(1),
        waits(2, { priority: 'urgent', card: { until: 60, canStopTool: false } }),
        waits(3, { state: 'held', hold: 'loop' }),
      ],
    }),
    tab('b', {
      needs: 'card',
      pending: [
        waits(6, { state: 'held', hold: 'consent' }),
        waits(7, { from: user, fromName: 'Mo', state: 'held', hold: 'interrupted' }),
      ],
    }),
  ])
  expect(things.map(({ key, agentName, words }) => [key, agentName, words])).toEqual([
    ['msg-2', 'a', 'Urgent message from scout “words 2”'],
    ['crd-1', 'a', 'Run `npm test`?'],
    ['msg-3', 'a', 'Deliver scout’s message, a possible loop? “words 3”'],
    ['msg-6', 'b', 'Allow messages from scout? “words 6”'],
    ['msg-7', 'b', 'Your message is held since you stopped it: “words 7”'],
  ])
})

test('the user’s messages held since a stopped turn are one thing, answered together', () => {
  const mine = { from: user, fromName: 'Mo', state: 'held', hold: 'interrupted' } as const
  const [thing, ...others] = waitingFor([
    tab('a', { pending: [waits(1, mine), waits(2, mine), waits(3, mine)] }),
  ])
  expect(others).toEqual([])
  expect(thing?.words).toBe('Your message is held since you stopped it: “words 1” and 2 more')
  expect(thing?.own?.map(({ id }) => id)).toEqual(['msg-1', 'msg-2', 'msg-3'])
})

test('a first-time sender of another machine asks to write', () => {
  const reason = { kind: 'firstTimeSender', receiver: 'b', sender: 'bob@attic' } as const
  const held = waits(8, { fromName: 'bob@attic', state: 'held', hold: 'consent', reason })
  expect(waitingFor([tab('b', { needs: 'card', pending: [held] })])[0]?.words).toBe(
    'bob@attic wants to write to it “words 8”',
  )
})

test('a message that is held is one thing, although its agent needs the user for it', () => {
  const pending = [waits(3, { state: 'held', hold: 'loop' }), waits(4, { state: 'held', hold: 'policy' })]
  expect(waitingFor([tab('a', { needs: 'card', pending })]).map(({ key }) => key)).toEqual(['msg-3', 'msg-4'])
})

test('an agent that asks about its folder and has urgent mail waits with both', () => {
  const things = waitingFor([
    tab('a', {
      needs: 'card',
      trust: 'ask',
      cwd: '/code/ferry',
      pending: [waits(2, { card: { until: 60, canStopTool: true } })],
    }),
  ])
  expect(things.map(({ words }) => words)).toEqual([
    'Trust the folder ferry?',
    'Deliver scout’s message now? “words 2”',
  ])
})

test('a timer that is held waits', () => {
  const timer = { id: 'hb-1', intent: 'check', state: 'held', dueAt: 7 } as unknown as RunningHeartbeat
  const things = waitingFor([tab('a', { needs: 'card', heartbeats: [timer] }), tab('b')])
  expect(things.map(({ key, agentName, words }) => [key, agentName, words])).toEqual([
    ['hb-1', 'a', 'Resume the check that is held?'],
  ])
})

test('messages kept back by a paused link ask nothing', () => {
  const pending = [waits(3, { state: 'held', hold: 'paused' })]
  expect(waitingFor([tab('a', { pending })])).toEqual([])
})

test('a gathering waits for the user’s words, their yes to a proposal, more money, or to go on', () => {
  const paused = { why: 'cap', name: '', at: 40 } as const
  const things = waitingFor(
    [tab('1', { name: 'Scout' })],
    [
      circle({ id: 'gat-1', needs: 'piece' }),
      circle({ id: 'gat-2', needs: 'proposal', state: 'proposed', piece: null }),
      circle({ id: 'gat-3', needs: 'cap', paused }),
      circle({ id: 'gat-4' }),
      circle({ id: 'gat-5', needs: 'paused', state: 'paused', paused: { why: 'host', name: 'Mo', at: 50 } }),
    ],
  )
  expect(things.map((one) => [one.agentName, one.words, one.gathering, one.needs])).toEqual([
    ['Ship on Friday?', 'Your turn (you have the piece)', 'gat-1', 'piece'],
    ['Ship on Friday?', 'reached its limit: raise it?', 'gat-3', 'cap'],
    ['Scout', 'proposes a gathering: Ship on Friday?', 'gat-2', 'proposal'],
    ['Ship on Friday?', 'is paused until you resume it', 'gat-5', 'paused'],
  ])
})

test('a proposal also has a card in its proposer’s tab, where it is not notified again', () => {
  const proposal = circle({ id: 'gat-2', needs: 'proposal', state: 'proposed', piece: null })
  const [thing] = waitingFor([tab('1', { name: 'Scout' })], [proposal])
  expect(thing && answerPlaces(thing)).toEqual(['gat-2', 'agt-1'])
})

test('each turn with the piece is notified', () => {
  const [first] = waitingFor([], [circle({ needs: 'piece' })])
  expect(first?.key).toBe('grt-1')
})

test('a remote user’s request for a link waits for an answer; our own request does not', () => {
  const link = (id: string, home: string | null, asked: string): LinkView =>
    ({
      id,
      members: ['agt-1', 'agt-bob@barn'],
      pauseReason: 'asked',
      opened: { name: 'Ann@barn', at: 7 },
      machines: { home, names: {}, asked: [asked] },
    }) as unknown as LinkView
  const links = [link('lnk-1@barn', 'barn', 'agt-1'), link('lnk-2', null, 'agt-bob@barn')]
  const things = waitingFor([tab('1', { name: 'Scout' })], [], links)
  expect(things.map(({ agentName, words, link: id, since }) => [agentName, words, id, since])).toEqual([
    ['Scout', 'Ann@barn wants to link this agent: join?', 'lnk-1@barn', 7],
  ])
  // It is answered in the link: a user who sees the agent's tab does not see it.
  expect(things.map(answerPlaces)).toEqual([['lnk-1@barn']])
})

test('a seat that another machine keeps for the user waits for their word, and so does their turn there', () => {
  const of = (more: Parameters<typeof circleSeat>[0]) =>
    waitingFor([], [], [], fleet([machine('attic', [], { circles: [circleSeat(more)] })])).map(
      ({ key, agentName, words, circle: where }) => [key, agentName, words, where],
    )
  const circleId = 'gat-0000000001@attic'
  const asks = 'Ann@attic invites you to this gathering'
  expect(of({ status: 'asked' })).toEqual([[`seat ${circleId}`, 'Which port?', asks, circleId]])
  const turn = { id: 'msg-0000000001', since: '2026-11-27T10:00:00.000Z', until: null } as const
  expect(of({ turn })).toEqual([
    ['msg-0000000001', 'Which port?', 'Your turn (you have the piece), on attic', circleId],
  ])
  expect(of({ isNew: true })).toEqual([])
  expect(of({ status: 'over' })).toEqual([])
})
