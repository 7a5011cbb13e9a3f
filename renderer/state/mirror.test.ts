import { expect, test } from 'vitest'
import type { AgentId, Entry, TurnId } from '../../main/contract/api/model.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { tab } from '../testing/agent.ts'
import { entry as makeEntry } from '../testing/rows.ts'
import { snapshot as makeSnapshot } from '../testing/snapshot.ts'
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
const snapshot = (...agents: AgentView[]): MirrorEvent => makeSnapshot({ agents })
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
