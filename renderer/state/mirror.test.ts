import { emptyDay } from '../../main/contract/budget/budget.ts'
import { expect, test } from 'vitest'
import type { AgentId, Entry, TurnId } from '../../main/contract/api/model.ts'
import type { AgentView, AppStatus } from '../../main/contract/api/views.ts'
import { tab } from '../testing/agent.ts'
import { entry as makeEntry } from '../testing/rows.ts'
import { emptyMirror, reflect, type Mirror, type MirrorEvent } from './mirror.ts'

const scout: AgentId = 'agt-scout'
const channel = { kind: 'agent', id: scout } as const
const turn: TurnId = 'trn-1'

const agent = (fields: Partial<AgentView> = {}): AgentView =>
  tab('scout', { name: 'Scout', status: 'working', turnNumber: 1, ...fields })
const entry = (n: number, kind: Entry['kind'] = 'text') =>
  makeEntry(n, kind, { turn, text: `row ${n}`, at: n })
const entries = (...numbers: number[]): MirrorEvent => ({
  kind: 'rows',
  channel,
  rows: numbers.map((n) => entry(n)),
})
const page = (from: number, to: number, before: number | null = null): MirrorEvent => ({
  kind: 'logPage',
  channel,
  before,
  page: {
    items: Array.from({ length: to - from + 1 }, (_, at) => entry(from + at)),
    next: from > 1 ? from : null,
  },
})
const delta = (block: string, text: string, of: 'text' | 'thinking' = 'text'): MirrorEvent => ({
  kind: 'delta',
  agent: scout,
  block,
  of,
  text,
})
const snapshot = (...agents: AgentView[]): MirrorEvent => ({
  kind: 'snapshot',
  view: {
    agents,
    status: { rehearsal: true } as AppStatus,
    links: [],
    gatherings: [],
    day: emptyDay,
    drafts: {},
    commands: {},
  },
})
const after = (...events: MirrorEvent[]): Mirror => events.reduce(reflect, emptyMirror)
const rows = (mirror: Mirror) => mirror.logs.agent[scout]?.rows.map((row) => row.n)
const phase = (mirror: Mirror) => mirror.logs.agent[scout]?.phase
const opened: MirrorEvent = { kind: 'logOpened', channel }
const loading: MirrorEvent = { kind: 'logLoading', channel }

test('a snapshot brings the agents and makes every open transcript stale', () => {
  const mirror = after(snapshot(agent()), opened, loading, page(1, 3), snapshot(agent({ name: 'Renamed' })))
  expect(mirror.agents[scout]?.name).toBe('Renamed')
  expect(phase(mirror)).toBe('stale')
  expect(rows(mirror)).toEqual([1, 2, 3])
})

test('a snapshot without an agent takes its transcript away', () => {
  expect(after(snapshot(agent()), opened, loading, page(1, 3), snapshot()).logs.agent).toEqual({})
})

test('rows that arrive while the page is read are joined, each once', () => {
  const mirror = after(snapshot(agent()), opened, loading, entries(4, 5), page(2, 4), entries(5, 6))
  expect(rows(mirror)).toEqual([2, 3, 4, 5, 6])
  expect(mirror.logs.agent[scout]?.older).toBe(2)
})

test('a transcript that is not open keeps nothing', () => {
  expect(after(snapshot(agent()), entries(1, 2)).logs.agent).toEqual({})
})

test('a gap at the end makes it stale, and the newest page heals it', () => {
  const torn = after(snapshot(agent()), opened, loading, page(1, 3), entries(9))
  expect(phase(torn)).toBe('stale')
  const healed = [loading, page(5, 9)].reduce(reflect, torn)
  expect(rows(healed)).toEqual([5, 6, 7, 8, 9])
  expect(healed.logs.agent[scout]?.older).toBe(5)
})

test('a newest page that touches what is held leaves the older rows in place', () => {
  const mirror = after(
    snapshot(agent()),
    opened,
    loading,
    page(3, 6),
    page(1, 2, 3),
    snapshot(agent()),
    loading,
    page(5, 8),
  )
  expect(rows(mirror)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(mirror.logs.agent[scout]?.older).toBe(null)
})

test('deltas grow their block, and the row of that kind replaces it', () => {
  const streaming = after(
    snapshot(agent()),
    delta('b1', 'so', 'thinking'),
    delta('b2', 'Hel'),
    delta('b2', 'lo'),
    delta('b3', 'next'),
  )
  expect(streaming.streams[scout]?.map((block) => block.text)).toEqual(['so', 'Hello', 'next'])
  expect(reflect(streaming, entries(1)).streams[scout]?.map((block) => block.text)).toEqual(['next'])
  const tool: MirrorEvent = { kind: 'rows', channel, rows: [entry(1, 'tool')] }
  expect(reflect(streaming, tool).streams[scout]).toHaveLength(3)
})

test('trimming keeps the newest rows and remembers where the older ones are', () => {
  const mirror = after(snapshot(agent()), opened, loading, page(1, 9), {
    kind: 'logTrimmed',
    channel,
    keep: 4,
  })
  expect(rows(mirror)).toEqual([6, 7, 8, 9])
  expect(mirror.logs.agent[scout]?.older).toBe(6)
})

test('an agent that is gone leaves nothing behind', () => {
  const mirror = after(snapshot(agent()), opened, loading, page(1, 2), delta('b', 'x'), {
    kind: 'gone',
    agent: scout,
  })
  expect([mirror.agents, mirror.logs.agent, mirror.streams]).toEqual([{}, {}, {}])
})

test('the fate of a message is the last that was told, of the newest four hundred', () => {
  const fate = {
    reason: null,
    inInput: false,
    stateAt: 7,
    expectsReply: true,
    ahead: null,
    turn: 5,
  }
  const told = (n: number, state: 'read' | 'answered'): MirrorEvent => ({
    kind: 'message',
    message: `msg-${String(n)}`,
    ...fate,
    state,
  })
  let mirror = [told(1, 'read'), told(1, 'read'), { ...told(1, 'answered'), turn: null }].reduce(
    reflect,
    emptyMirror,
  )
  expect(mirror.fates['msg-1']).toEqual({
    ...fate,
    state: 'answered',
    steps: [
      { state: 'read', at: 7 },
      { state: 'answered', at: 7 },
    ],
  })
  for (let n = 2; n <= 401; n++) mirror = reflect(mirror, told(n, 'read'))
  expect(mirror.fates['msg-1']).toBeUndefined()
  expect(mirror.fates['msg-401']).toBeDefined()
  expect(Object.keys(mirror.fates).length).toBeLessThanOrEqual(400)
})

test('what streamed goes with its turn and with the end of the work', () => {
  const delta: MirrorEvent = { kind: 'delta', agent: scout, block: 'm:0', of: 'text', text: 'half' }
  const working = [{ kind: 'agent', agent: agent() } as const, delta].reduce(reflect, emptyMirror)
  expect(working.streams[scout]).toHaveLength(1)
  expect(reflect(working, { kind: 'agent', agent: agent({ lastLine: 'x' }) }).streams[scout]).toHaveLength(1)
  expect(reflect(working, { kind: 'agent', agent: agent({ turnNumber: 2 }) }).streams[scout]).toBeUndefined()
  expect(
    reflect(working, { kind: 'agent', agent: agent({ status: 'starting' }) }).streams[scout],
  ).toBeUndefined()
})

test('commands are those that the CLI told last, and go with their agent', () => {
  const told = (name: string): MirrorEvent => ({
    kind: 'commands',
    agent: scout,
    commands: [{ name, about: '', argument: '' }],
  })
  const mirror = after(snapshot(agent()), told('old'), told('new'))
  expect(mirror.commands[scout]?.map((command) => command.name)).toEqual(['new'])
  expect(reflect(mirror, { kind: 'gone', agent: scout }).commands).toEqual({})
})
