import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProcessReport } from '../../contract/agents/processes.ts'
import { unknownMetrics, type ProcessMetrics } from '../../ports/processes.ts'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'

let served: ServedDomain

beforeEach(async () => {
  served = await serveDomain(['Ann', 'Bob', 'Cat'])
})
afterEach(() => served.close())

const use = (megabytes: number, changes: Partial<ProcessMetrics> = {}): ProcessMetrics => ({
  processes: 2,
  memory: megabytes * 1_000_000,
  memoryAs: 'pss',
  cpu: 1234,
  cpuNow: 12.345,
  since: Date.UTC(2026, 0, 1, 9),
  isSuspended: false,
  ...changes,
})

/** Starts an agent's process; returns its pid. */
async function wake(name: string): Promise<number> {
  await served.call('user', 'POST', `/agents/${name}/message`, { message: 'Hello.' })
  served.janus.clock.advance(5000)
  return served.janus.engine.state.agents.get(served.id(name))?.agent.process?.pid ?? 0
}

const list = async (): Promise<ProcessReport> =>
  (await served.call('user', 'GET', '/processes')).body as ProcessReport

test('only agents that have a process are there, with what it uses; and Janus, and the sum', async () => {
  const { processMonitor } = served.janus
  processMonitor.own = use(100, { processes: 1 })
  // Not in tab order.
  const cat = await wake('Cat')
  const ann = await wake('Ann')
  processMonitor.uses.set(ann, use(200)).set(cat, use(300, { isSuspended: true, memoryAs: 'rss' }))
  const { janus, agents, total, at } = await list()
  expect(at).toMatch(/^2026-01-01T00:00:1/)
  expect(janus).toMatchObject({ pid: processMonitor.root, processes: 1, memoryBytes: 100_000_000 })
  expect(agents.map(({ name, pid, state }) => [name, pid, state])).toEqual([
    ['Ann', ann, 'idle'],
    ['Cat', cat, 'suspended'],
  ])
  expect(agents[0]).toEqual({
    agent: served.id('Ann'),
    name: 'Ann',
    kind: 'claude',
    program: null,
    state: 'idle',
    pid: ann,
    since: '2026-01-01T09:00:00.000Z',
    processes: 2,
    memoryBytes: 200_000_000,
    memoryAs: 'pss',
    cpuPercent: 12.3,
    cpuSeconds: 1.23,
  })
  expect(total).toEqual({
    processes: 5,
    memoryBytes: 600_000_000,
    memoryAs: 'rss',
    cpuPercent: 37,
    cpuSeconds: 3.7,
  })
})

test('one that was told to end is there until it is gone', async () => {
  await wake('Ann')
  await served.janus.window('agents.stop', { agent: 'Ann' })
  expect((await list()).agents.map(({ state }) => state)).toEqual(['ending'])
  served.janus.clock.advance(20_000)
  expect((await list()).agents).toEqual([])
})

test('of what a system does not tell nothing is made up, nor of a sum with it', async () => {
  served.janus.processMonitor.own = use(100)
  await wake('Ann')
  const { agents, total } = await list()
  const nothing = { processes: null, memoryBytes: null, memoryAs: null, cpuPercent: null, cpuSeconds: null }
  expect(agents).toMatchObject([{ ...nothing, since: null }])
  expect(total).toEqual(nothing)
  expect(unknownMetrics.memory).toBeNull()
})

test('it is measured when it is asked, and at no other time; no agent may ask', async () => {
  await wake('Ann')
  served.janus.clock.advance(3_600_000)
  expect(served.janus.processMonitor.asked).toBe(0)
  expect(await served.call('Ann', 'GET', '/processes')).toMatchObject({ status: 403, code: 'not_allowed' })
  expect(served.janus.processMonitor.asked).toBe(0)
  await list()
  expect(served.janus.processMonitor.asked).toBe(1)
})
