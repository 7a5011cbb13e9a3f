import { expect, test } from 'vitest'
import { groupsOf, secondLine, spokenName } from './groups.ts'
import { tab as agent } from './testing/tab.ts'

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
    ['Agents', 'b', 'd'],
    ['Asleep', 'a'],
    ['Stopped', 'e'],
  ])
})

test('the second line says what is wanted before what was said', () => {
  const card = {
    id: 'crd-1',
    kind: 'permission',
    tool: 'Bash',
    title: 'Run?',
    input: '{}',
    reason: '',
    askedAt: 0,
    suggestions: [],
    origin: 'human',
    from: ['Mo'],
  } as const
  expect(secondLine(agent('a', { needs: 'permission', cards: [card], lastLine: 'said' }))).toBe(
    'Permission: Bash',
  )
  expect(secondLine(agent('a', { needs: 'card', trust: 'ask', lastLine: 'said' }))).toBe('Trust this folder?')
  expect(secondLine(agent('a', { status: 'failed', reason: 'exit 137', lastLine: 'said' }))).toBe('exit 137')
  expect(secondLine(agent('a', { lastLine: 'said', role: 'looks' }))).toBe('said')
  expect(secondLine(agent('a', { role: 'looks' }))).toBe('looks')
  expect(secondLine(agent('a', { lastLine: '- **All** `green`' }))).toBe('All green')
})

test('a tab has a spoken name', () => {
  const waiting = {
    id: 'msg-1',
    from: { kind: 'system' },
    fromName: '',
    preview: '',
    bytes: 0,
    state: 'queued',
    stateAt: 0,
    reason: '',
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
    banner: false,
    ahead: null,
  } as const
  expect(spokenName(agent('puppet'))).toBe('puppet, idle')
  expect(
    spokenName(agent('puppet', { status: 'working', needs: 'permission', pending: [waiting, waiting] })),
  ).toBe('puppet, working, needs you, 2 pending')
})
