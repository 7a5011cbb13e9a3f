import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import {
  asleepOf,
  tabGroups,
  matchingTabs,
  secondLine,
  tabSections,
  spokenName,
  walkOrder,
} from './groups.ts'
import { tab as agent } from '../../testing/agent.ts'
import { circle } from '../../testing/gathering.ts'
import { waits } from '../../testing/mail.ts'

const task = (n: number) =>
  ({ id: `t${n}`, kind: 'command', name: 'Watch', call: null, line: '', since: 0 }) as const

const waiting = waits(1)

const flat = { isByFolder: false, asleep: new Set<never>() }
const shownIn = (groups: ReturnType<typeof tabGroups>) =>
  groups.map((group) => [group.title, ...group.agents.map((one) => one.name)])

test('what needs the user stays in its place; each group keeps the order of the tabs', () => {
  const agents = [
    agent('a', { status: 'asleep' }),
    agent('b', { status: 'failed' }),
    agent('c', { needs: 'permission', status: 'working' }),
    agent('d'),
    agent('e', { status: 'stopped' }),
  ]
  expect(shownIn(tabGroups(agents, flat))).toEqual([
    ['Agents', 'a', 'b', 'c', 'd'],
    ['Stopped', 'e'],
  ])
})

test('pinned tabs are at the top, whatever their state and folder', () => {
  const agents = [
    agent('a'),
    agent('b', { pinned: true, status: 'stopped' }),
    agent('c', { pinned: true, status: 'asleep', cwd: '/elsewhere' }),
    agent('d', { status: 'asleep' }),
  ]
  const layout = { isByFolder: true, asleep: new Set(agents.slice(2).map(({ id }) => id)) }
  expect(shownIn(tabGroups(agents, layout))).toEqual([
    ['Pinned', 'b', 'c'],
    ['/', 'a'],
    ['Asleep', 'd'],
  ])
  const names = walkOrder(agents, false).map(({ name }) => name)
  expect(names).toEqual(['b', 'c', 'a', 'd'])
})

test('a worktree stands under its repository', () => {
  const worktree = { path: '/trees/b', branch: 'janus/b', repository: '/code/ferry', base: null, commit: '1' }
  const agents = [agent('a', { cwd: '/code/ferry' }), agent('b', { cwd: '/trees/b', worktree })]
  expect(shownIn(tabGroups(agents, { ...flat, isByFolder: true }))).toEqual([['ferry', 'a', 'b']])
})

test('the tabs of a folder stand under its name; folders of one name are told apart', () => {
  const [ferry, guide, other] = ['/code/ferry', '/code/guide', '/old/ferry']
  const agents = [
    agent('a', { cwd: ferry }),
    agent('b', { cwd: guide }),
    agent('c', { cwd: ferry }),
    agent('d', { cwd: other }),
  ]
  expect(shownIn(tabGroups(agents, { ...flat, isByFolder: true }))).toEqual([
    ['code/ferry', 'a', 'c'],
    ['guide', 'b'],
    ['old/ferry', 'd'],
  ])
  expect(shownIn(tabGroups([agent('a', { cwd: '/' })], { ...flat, isByFolder: true }))).toEqual([['/', 'a']])
})

test('where there are many, those that sleep and have nothing new stand under their own heading', () => {
  const many = Array.from({ length: 9 }, (_, at) => agent(String(at), { status: 'asleep' }))
  const changes = [{ needs: 'question' }, { unread: [3] }] as const
  const agents = many.map((one, at) => ({ ...one, ...changes[at] }))
  const asleep = asleepOf(agents, ['agt-2'])
  expect(shownIn(tabGroups(agents, { ...flat, asleep }))).toEqual([
    ['Agents', '0', '1', '2'],
    ['Asleep', '3', '4', '5', '6', '7', '8'],
  ])
  expect(asleepOf(many.slice(0, 8), []).size).toBe(0)
})

test('the keys step through all tabs by folder, also sleeping ones', () => {
  const many = Array.from({ length: 9 }, (_, at) =>
    agent(String(at), { status: at === 4 ? 'stopped' : 'asleep', cwd: at % 2 === 0 ? '/a' : '/b' }),
  )
  expect(
    walkOrder(many, true)
      .map(({ name }) => name)
      .join(''),
  ).toBe('026813574')
  expect(
    walkOrder(many, false)
      .map(({ name }) => name)
      .join(''),
  ).toBe('012356784')
})

test('a filter finds tabs by name, role, folder and last words', () => {
  const agents = [
    agent('scout', { role: 'reads', cwd: '/code/ferry', lastLine: 'The tide is low' }),
    agent('puppet', { role: 'writes', cwd: '/code/ferry' }),
  ]
  const found = (typed: string) => matchingTabs(agents, typed).map(({ name }) => name)
  expect([found('ferry'), found('FERRY tide'), found('writes'), found('  '), found('nobody')]).toEqual([
    ['scout', 'puppet'],
    ['scout'],
    ['puppet'],
    ['scout', 'puppet'],
    [],
  ])
})

test('the second line shows a question before the last text', () => {
  const card = makeCard()
  expect(secondLine(agent('a', { needs: 'permission', cards: [card], lastLine: 'said' }))).toBe(
    'Allow? Run npm test',
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
  expect(secondLine(agent('a', { needs: 'card', tabProposals: wishes, lastLine: 'said' }))).toBe(
    'Proposes an agent: Diver',
  )
  expect(
    secondLine(
      agent('a', { status: 'failed', reason: { kind: 'unstartable', detail: 'Exit 137' }, lastLine: 'said' }),
    ),
  ).toBe('Exit 137')
  expect(secondLine(agent('a', { lastLine: 'said', role: 'looks' }))).toBe('said')
  expect(secondLine(agent('a', { role: 'looks' }))).toBe('looks')
  expect(secondLine(agent('a', { lastLine: 'PASS: Mo' }))).toBe('Passed')
  expect(secondLine(agent('a', { lastLine: '- **All** `green`' }))).toBe('All green')
})

test('a tab has a spoken name', () => {
  expect(spokenName(agent('puppet'))).toBe('puppet, idle')
  expect(
    spokenName(agent('puppet', { status: 'working', needs: 'permission', pending: [waiting, waiting] })),
  ).toBe('puppet, working, needs you, 2 waiting')
})

test('a tab shows whom it waits for, a failed turn, and messages that ask', () => {
  const since = 0
  expect(
    secondLine(agent('a', { status: 'working', waitingFor: { agent: 'agt-c', name: 'critic', since } })),
  ).toBe('Waiting for critic')
  const broken = {
    detail: 'the API was overloaded',
    retryAt: 1,
    tries: 1,
    from: ['Mo'],
    isLasting: false,
    suggestsFork: false,
  }
  expect(secondLine(agent('a', { broken, lastLine: 'said' }))).toBe('Turn failed: the API was overloaded')
  const urgent = waits(2, { priority: 'urgent', card: { until: 1, canStopTool: false } })
  expect(secondLine(agent('a', { needs: 'card', pending: [waiting, urgent] }))).toBe('Urgent from scout')
  const held = waits(3, { state: 'held' })
  expect(secondLine(agent('a', { needs: 'card', pending: [held] }))).toBe('Held: message from scout')
  expect(spokenName(agent('a', { background: [task(1), task(2)], broken }))).toBe(
    'a, idle, its turn failed, 2 background tasks',
  )
  const healthWarning = { is: 'suspended', since } as const
  expect(spokenName(agent('a', { status: 'working', healthWarning }))).toBe('a, working, suspended')
})

test('gatherings come before tabs; those that ask keep their place', () => {
  const groups = tabGroups([agent('a'), agent('b', { needs: 'question' })], flat)
  const sections = tabSections(groups, [circle({ id: 'gat-1' }), circle({ id: 'gat-2', needs: 'piece' })])
  expect(sections.map((one) => [one.title, one.gatherings.length, one.agents.length])).toEqual([
    ['Gatherings', 2, 0],
    ['Agents', 0, 2],
  ])
  expect(tabSections(tabGroups([], flat), [])).toEqual([])
})
