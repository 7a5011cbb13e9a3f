import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CostsReport } from '../../contract/budget/costs.ts'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'

const hour = 3_600_000
let served: ServedDomain

beforeEach(async () => {
  served = await serveDomain(['Ann', 'Bob'])
})
afterEach(() => served.close())

const costs = async (query = ''): Promise<CostsReport> =>
  (await served.call('user', 'GET', `/costs${query}`)).body as CostsReport

async function write(message = 'Count.', to = 'Ann'): Promise<void> {
  await served.call('user', 'POST', `/agents/${to}/message`, { message })
  served.janus.clock.advance(5000)
}
const dates = ({ days }: CostsReport) => days.map(({ date }) => date)

test('each day has its sums by agent, newest first; one on which nothing was used is left out', async () => {
  expect(await costs()).toMatchObject({ rehearsal: true, today: '2026-01-01', days: [], next: null })
  await write()
  await write('And you?', 'Bob')
  await write('Again.')
  served.janus.clock.advance(48 * hour)
  await write('A new day.')
  const told = await costs()
  expect(dates(told)).toEqual(['2026-01-03', '2026-01-01'])
  expect(told.days[1]?.agents.map(({ name, used }) => [name, used.turns])).toEqual([
    ['Ann', 2],
    ['Bob', 1],
  ])
  const all = told.days.map(({ used }) => used.tokens.all).reduce((sum, one) => sum + one)
  expect(told.total.tokens.all).toBe(all)
  // In the demo nothing is paid.
  expect(told.total.costUsd).toBe(0)
})

test('days come in pages, and an agent that is deleted since is named as it was', async () => {
  for (let day = 0; day < 3; day++) {
    await write()
    served.janus.clock.advance(24 * hour)
  }
  await served.call('user', 'DELETE', '/agents/Ann?forever=true')
  const first = await costs('?days=2')
  expect([dates(first), first.next]).toEqual([['2026-01-03', '2026-01-02'], '2026-01-02'])
  const second = await costs('?days=2&before=2026-01-02')
  expect([dates(second), second.next]).toEqual([['2026-01-01'], null])
  expect(second.days[0]?.agents.map(({ name }) => name)).toEqual(['Ann'])
  expect((await served.call('user', 'GET', '/costs?before=yesterday')).status).toBe(400)
  expect((await served.call('Bob', 'GET', '/costs')).status).toBe(403)
})

test('what a timer began counts for it, under its note, also once it has fired', async () => {
  const timer = { intent: 'check', note: 'Look at the tests.', inSeconds: 60, about: 'Ann' }
  await served.call('Bob', 'POST', '/heartbeats', timer)
  served.janus.clock.advance(70_000)
  const [today] = (await costs()).days
  expect(today?.timers).toMatchObject([
    { agent: 'Bob', intent: 'check', name: 'Look at the tests.', used: { turns: 1 } },
  ])
  expect(today?.timers[0]?.used).toEqual(today?.agents[0]?.used)
})

test('a day is the user’s: a journey and a clock that is set make no day twice, and lose nothing', async () => {
  const { clock } = served.janus
  await write()
  clock.zone = 9 * hour
  clock.advance(14 * hour)
  await write('Landed.')
  expect(dates(await costs())).toEqual(['2026-01-01'])
  clock.advance(2 * hour)
  await write('Next day here.')
  expect([(await costs()).today, dates(await costs())]).toEqual(['2026-01-02', ['2026-01-02', '2026-01-01']])
  // Back in the first time zone it is yesterday again, but the new day continues.
  clock.zone = -8 * hour
  await write('Home.')
  const told = await costs()
  expect(dates(told)).toEqual(['2026-01-02', '2026-01-01'])
  expect(told.days.map(({ used }) => used.turns)).toEqual([2, 2])
  expect(told.total.turns).toBe(4)
})

test('how full contexts are is told for open tabs, and no more after a summary', async () => {
  await write()
  const [ann, ...others] = (await costs()).contexts
  expect(ann).toMatchObject({ name: 'Ann', size: 200_000 })
  expect(ann?.used).toBeGreaterThan(0)
  expect(others).toEqual([])
  await write('/compact')
  expect((await costs()).contexts).toEqual([])
})

test('plans stand as their programs told them, until they begin again; tabs that caps cannot count are named', async () => {
  await write()
  const { backend, clock } = served.janus
  const limit = { of: '', used: 0.9, state: 'near' } as const
  const at = clock.now() + hour
  const week = { ...limit, minutes: 10_080, used: 0.2, state: 'under', resetsAt: null } as const
  backend.tellPlan(served.id('Ann'), [{ ...limit, minutes: 300, resetsAt: at }, week])
  // A new report replaces the old one of the same limit.
  backend.tellPlan(served.id('Ann'), [{ ...limit, minutes: 300, used: 0.95, resetsAt: at }])
  const told = (await costs()).plans
  expect(told.map(({ kind, minutes, used }) => [kind, minutes, used])).toEqual([
    ['claude', 300, 0.95],
    ['claude', 10_080, 0.2],
  ])
  expect(told[0]?.resetsAt).toBe(new Date(at).toISOString())
  clock.advance(2 * hour)
  expect((await costs()).plans.map(({ minutes }) => minutes)).toEqual([10_080])
  await served.janus.window('agents.create', { name: 'Cox', kind: 'codex' })
  await served.janus.window('agents.create', { name: 'Oth', kind: 'other', program: 'goose acp' })
  expect((await costs()).uncounted).toEqual({ money: ['Cox'], all: ['Oth'] })
})
