import { byPriority, interrupts, rankOfPriority } from '../../../main/contract/priorities.ts'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { groupsOf, secondLine, sectionsOf, spokenName } from './groups.ts'
import { tab as agent } from '../../testing/agent.ts'
import { circle } from '../../testing/gathering.ts'

const task = (n: number) =>
  ({ id: `t${n}`, kind: 'command', name: 'Watch', call: null, line: '', since: 0 }) as const

const waiting = {
  id: 'msg-1',
  from: { kind: 'system' },
  fromName: '',
  preview: '',
  bytes: 0,
  state: 'queued',
  stateAt: 0,
  reason: null,
  waits: null,
  inInput: false,
  acceptedAt: 0,
  priority: 'normal',
  thread: 'msg-1',
  replyTo: null,
  expectsReply: false,
  hold: null,
  now: false,
  absorbed: false,
  card: null,
  rank: 5,
  ranks: byPriority((name) => (interrupts(name) ? 1 : 6 - rankOfPriority(name))),
  banner: false,
  ahead: null,
  crossed: null,
} as const

test('what needs the person stands first, each group keeps the order of the tabs', () => {
  const agents = [
    agent('a', { status: 'asleep' }),
    agent('b', { status: 'failed' }),
    agent('c', { needs: 'permission', status: 'working' }),
    agent('d'),
    agent('e', { status: 'stopped' }),
  ]
  expect(groupsOf(agents).map((group) => [group.title, ...group.agents.map((one) => one.name)])).toEqual([
    ['Needs you', 'c'],
    ['Agents', 'a', 'b', 'd'],
    ['Stopped', 'e'],
  ])
})

test('the second line says what is wanted before what was said', () => {
  const card = makeCard()
  expect(secondLine(agent('a', { needs: 'permission', cards: [card], lastLine: 'said' }))).toBe(
    'Run npm test',
  )
  const asks = { text: 'Which scope?', options: [], isMany: false }
  const question = makeCard({ kind: 'question', questions: [asks] })
  expect(secondLine(agent('a', { needs: 'question', cards: [question], lastLine: 'said' }))).toBe(
    'Which scope?',
  )
  expect(secondLine(agent('a', { needs: 'card', trust: 'ask', lastLine: 'said' }))).toBe('Trust this folder?')
  const wish = { kind: 'claude', program: null, id: 'tab-1', name: 'Diver', role: '', cwd: '/' } as const
  const more = { model: null, look: {}, at: 0, permissionMode: 'default', firstMessage: '' } as const
  const wishes = [{ ...wish, ...more }]
  expect(secondLine(agent('a', { needs: 'card', wishes, lastLine: 'said' }))).toBe('Proposes a tab: Diver')
  expect(
    secondLine(
      agent('a', { status: 'failed', reason: { kind: 'unstartable', detail: 'exit 137' }, lastLine: 'said' }),
    ),
  ).toBe('exit 137')
  expect(secondLine(agent('a', { lastLine: 'said', role: 'looks' }))).toBe('said')
  expect(secondLine(agent('a', { role: 'looks' }))).toBe('looks')
  expect(secondLine(agent('a', { lastLine: '- **All** `green`' }))).toBe('All green')
})

test('a tab has a spoken name', () => {
  expect(spokenName(agent('puppet'))).toBe('puppet, idle')
  expect(
    spokenName(agent('puppet', { status: 'working', needs: 'permission', pending: [waiting, waiting] })),
  ).toBe('puppet, working, needs you, 2 pending')
})

test('a tab says whom it waits for, what broke off, and what of its mail asks', () => {
  const since = 0
  expect(
    secondLine(agent('a', { status: 'working', waitingFor: { agent: 'agt-c', name: 'critic', since } })),
  ).toBe('Waits on critic')
  const broken = { detail: 'the API was overloaded', retryAt: 1, tries: 1, from: ['Mo'] }
  expect(secondLine(agent('a', { broken, lastLine: 'said' }))).toBe('Broke off: the API was overloaded')
  const urgent = {
    ...waiting,
    fromName: 'scout',
    priority: 'urgent',
    card: { until: 1, canStopTool: false },
  } as const
  expect(secondLine(agent('a', { needs: 'card', pending: [waiting, urgent] }))).toBe('Urgent from scout')
  const held = { ...waiting, fromName: 'scout', state: 'held' } as const
  expect(secondLine(agent('a', { needs: 'card', pending: [held] }))).toBe('Held: a message from scout')
  expect(spokenName(agent('a', { background: [task(1), task(2)], broken }))).toBe(
    'a, idle, its turn broke off, 2 in the background',
  )
  const ailing = { is: 'suspended', since } as const
  expect(spokenName(agent('a', { status: 'working', ailing }))).toBe('a, working, suspended')
})

test('what needs the person stands first, gatherings before tabs', () => {
  const groups = groupsOf([agent('a'), agent('b', { needs: 'question' })])
  const sections = sectionsOf(groups, [circle({ id: 'gat-1' }), circle({ id: 'gat-2', needs: 'piece' })])
  expect(sections.map((one) => [one.title, one.gatherings.length, one.agents.length])).toEqual([
    ['Needs you', 1, 1],
    ['Gatherings', 1, 0],
    ['Agents', 0, 1],
  ])
  expect(sectionsOf(groupsOf([]), [])).toEqual([])
})
