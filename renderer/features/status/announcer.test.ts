import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { Card } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { tab } from '../../testing/agent.ts'
import { circleSeat, fleet, machine } from '../../testing/fleet.ts'
import { circle } from '../../testing/gathering.ts'
import { boundariesBetween as told, type AnnouncedState } from './announcer.tsx'

const agent = (more: Partial<AgentView>): AnnouncedState => ({
  agents: { 'agt-1': tab('1', { name: 'Scout', ...more }) },
  links: {},
  gatherings: {},
})
const scout = (status: AgentView['status'], needs: AgentView['needs'] = null) => agent({ status, needs })

const scene = (more: Parameters<typeof circle>[0]): AnnouncedState => {
  const of = circle(more)
  return { ...scout('idle'), gatherings: { [of.id]: of } }
}

test('only boundaries are told', () => {
  expect(told(scout('idle'), scout('working'))).toEqual(['Scout is answering'])
  expect(told(scout('working'), scout('idle'))).toEqual(['Scout finished'])
  expect(told(scout('working'), scout('working', 'permission'))).toEqual(['Scout asks permission'])
  expect(told(scout('working'), agent({ status: 'idle', finalWords: 140 }))).toEqual([
    'Scout finished, 140 words',
  ])
  expect(told(scout('working'), agent({ status: 'asleep', finalWords: 1 }))).toEqual([
    'Scout finished, 1 word',
  ])
  expect(told(scout('working', 'question'), scout('working'))).toEqual([])
  expect(told(scout('working'), scout('failed'))).toEqual(['Scout failed'])
  expect(told(scout('asleep'), scout('starting'))).toEqual([])
})

test('an answer to a peer names the peer', () => {
  const answers = (...answering: readonly string[]) =>
    told(scout('idle'), agent({ status: 'working', answering }))
  expect(answers('Builder')).toEqual(['Scout is answering Builder'])
  expect(answers('Builder', 'Critic')).toEqual(['Scout is answering Builder and Critic'])
})

test('a question is announced with its text', () => {
  const asking = (needs: AgentView['needs'], card: Card) => agent({ status: 'working', needs, cards: [card] })
  const bash = makeCard()
  expect(told(scout('working'), asking('permission', bash))).toEqual(['Scout asks permission: npm test'])
  const question = makeCard({ kind: 'question', title: 'Which scope?' })
  expect(told(scout('working'), asking('question', question))).toEqual(['Scout has a question: Which scope?'])
})

test('a snapshot announces nothing', () => {
  expect(told({ agents: {}, links: {}, gatherings: {} }, scout('working'))).toEqual([])
})

const timer = (more: Partial<RunningHeartbeat>) =>
  ({ id: 'hb-1', intent: 'anchor', state: 'armed', dueAt: 50, fired: 0, ...more }) as RunningHeartbeat

test('a timer is announced when it fires', () => {
  const armed = agent({ heartbeats: [timer({})] })
  expect(told(armed, agent({ heartbeats: [timer({ dueAt: 90, reason: { kind: 'delayed' } })] }))).toEqual([])
  expect(told(armed, agent({ heartbeats: [timer({ fired: 1 })] }))).toEqual([
    'Scout: time is up, task reminder',
  ])
  const check = agent({ heartbeats: [timer({ intent: 'check' })] })
  expect(told(check, agent({ status: 'working', since: 51 }))).toEqual([
    'Scout: time is up, check',
    'Scout is answering',
  ])
  expect(told(check, agent({ since: 51 }))).toEqual([])
})

test('a link that reached its limit is announced once', () => {
  const link = (pauseReason: LinkView['pauseReason']): AnnouncedState => ({
    ...scout('idle'),
    links: { 'lnk-1': { id: 'lnk-1', members: ['agt-1', 'agt-2'], pauseReason } as unknown as LinkView },
  })
  expect(told(link(null), link('budget'))).toEqual(['The link Scout ⇄ a deleted agent reached its limit'])
  expect(told(link('budget'), link('budget'))).toEqual([])
  expect(told(link(null), link('off'))).toEqual([])
})

test('a member of a gathering is announced by the gathering only', () => {
  const seat = { gathering: 'gat-1', topic: 'Friday', number: 1, hasPiece: true } as const
  const sits = (status: AgentView['status']) => agent({ status, seat })
  expect(told(sits('idle'), sits('working'))).toEqual([])
  expect(told(sits('working'), sits('idle'))).toEqual([])
  expect(told(sits('working'), agent({ status: 'idle' }))).toEqual([])
  expect(told(sits('working'), sits('failed'))).toEqual(['Scout failed'])
})

test('a gathering tells where it turns, ends, and wants the user', () => {
  const none = scout('idle')
  const [inhale, hold] = [scene({ phase: 'inhale', sealed: false }), scene({ phase: 'hold' })]
  expect(told(inhale, hold)).toEqual(['Ship on Friday?: Hold begins'])
  expect(told(hold, scene({ phase: 'hold', needs: 'piece' }))).toEqual([
    'You have the piece in Ship on Friday?, for 3 min',
  ])
  expect(told(hold, scene({ phase: 'hold', needs: 'cap', state: 'paused' }))).toEqual([
    'Ship on Friday? reached its limit and waits for you',
  ])
  const piece = circle().piece
  const moved = piece && { piece: { ...piece, turnId: 'grt-2' as const, name: 'Scout' } }
  expect(told(inhale, scene({ phase: 'hold', ...moved }))).toEqual([
    'Ship on Friday?: Hold begins, Scout has the piece',
  ])
  expect(told(hold, scene({ phase: 'hold', ...moved }))).toEqual(['Ship on Friday?: Scout has the piece'])
  const mine = (beat: number) => scene({ needs: 'piece', ...(piece && { piece: { ...piece, beat } }) })
  expect(told(mine(1), mine(2))).toEqual([])
  expect(told(mine(2), mine(3))).toEqual([
    'Your turn in Ship on Friday? is up: what would you like to say last?',
  ])
  expect(told(hold, scene({ state: 'closed' }))).toEqual(['Ship on Friday? is closed'])
  expect(told(none, scene({ needs: 'proposal', state: 'proposed' }))).toEqual([
    'Scout proposes a gathering: Ship on Friday?',
  ])
  expect(told({ agents: {}, links: {}, gatherings: {} }, scene({ needs: 'piece' }))).toEqual([])
})

test('in a gathering the first phase begins, and sealed words open', () => {
  const first = { phase: 'inhale', round: 1, sealed: true } as const
  expect(told(scene({ ...first, state: 'convening' }), scene(first))).toEqual([
    'Ship on Friday?: Inhale begins',
  ])
  expect(told(scene(first), scene({ ...first, round: 2 }))).toEqual([
    'Ship on Friday?: the words are open to all',
  ])
  expect(told(scene(first), scene({ ...first, phase: 'hold' }))).toEqual([
    'Ship on Friday?: the words are open to all, Hold begins',
  ])
  expect(told(scene(first), scene({ ...first, sealed: false }))).toEqual([
    'Ship on Friday?: the words are open to all',
  ])
  const open = { ...first, sealed: false }
  expect(told(scene(open), scene({ ...open, round: 2 }))).toEqual([])
})

test('what needs the user is announced first, then what ended', () => {
  const two = (first: Partial<AgentView>, second: Partial<AgentView>): AnnouncedState => ({
    links: {},
    gatherings: {},
    agents: {
      'agt-1': tab('1', { name: 'Scout', ...first }),
      'agt-2': tab('2', { name: 'Builder', ...second }),
      'agt-3': tab('3', { name: 'Critic', ...second, needs: null }),
    },
  })
  const before = two({ status: 'working' }, { status: 'working' })
  const after = two({ status: 'idle' }, { status: 'failed', needs: 'permission' })
  expect(told(before, after)).toEqual(['Builder asks permission', 'Critic failed', 'Scout finished'])
})

test('the user’s turn is announced with its limit if the clock runs', () => {
  const piece = circle().piece
  const mine = (stopped: NonNullable<typeof piece>['stopped']) =>
    scene({ needs: 'piece', piece: piece && { ...piece, beats: 3, stopped } })
  expect(told(scene({}), mine(null))).toEqual(['You have the piece in Ship on Friday?, for 3 min'])
  expect(told(scene({}), mine({ by: ['hold'], at: 0 }))).toEqual(['You have the piece in Ship on Friday?'])
})

test('a remote gathering is announced when it needs the user', () => {
  const seat = (more: Parameters<typeof circleSeat>[0] | null): AnnouncedState => {
    const circles = more === null ? [] : [circleSeat(more)]
    return { ...scout('idle'), status: { fleet: fleet([machine('attic', [], { circles })]) } }
  }
  expect(told(seat(null), seat({ status: 'asked' }))).toEqual(['Ann@attic invites you to Which port?'])
  const turn = { id: 'msg-0000000001', since: '2026-11-27T10:00:00.000Z', until: null } as const
  expect(told(seat({}), seat({ turn }))).toEqual(['You have the piece in Which port?, a gathering on attic'])
  expect(told(seat({ turn }), seat({ turn, isNew: true }))).toEqual([])
  expect(told(seat({ turn }), seat({}))).toEqual([])
})

test('a subagent that ends beside the turns of its agent is told once, several in one sentence; a command is not', () => {
  const on = (...kinds: readonly ('agent' | 'command')[]) =>
    agent({
      background: kinds.map((kind, at) => ({
        id: `${kind} ${at}`,
        kind,
        name: 'look',
        call: null,
        line: '',
        since: 0,
      })),
    })
  expect(told(on('agent', 'command'), on())).toEqual(['Scout: subagent ended, look'])
  expect(told(on('agent', 'agent'), on())).toEqual(['Scout: 2 subagents ended'])
  expect(told(on(), on('agent'))).toEqual([])
  expect(told(on('agent'), on('agent'))).toEqual([])
})
