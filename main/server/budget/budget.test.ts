import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BudgetReport, LinkEstimate } from '../../contract/budget/budget.ts'
import type { GatheringReport, MessageReport } from '../../contract/api/reports.ts'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'
import type { AgentState } from '../../core/step/state.ts'
import { linkEstimate } from './estimate.ts'

let served: ServedDomain

beforeEach(async () => {
  served = await serveDomain(['Ann', 'Bob'])
})
afterEach(() => served.close())

const call = async (method: string, path: string, body?: object) => served.call('user', method, path, body)
const budget = async (): Promise<BudgetReport> => (await call('GET', '/budget')).body as BudgetReport
const pass = (): void => served.janus.clock.advance(5000)

/** Sends a message to Ann; returns its id. */
async function write(who: string, message: string): Promise<string> {
  const told = await served.call(who, 'POST', '/agents/Ann/message', { message })
  pass()
  return (told.body as { messageId: string }).messageId
}

test('what turns use is told for tab and day, and how much of it is whose', async () => {
  expect((await budget()).day).toMatchObject({ date: null, used: { turns: 0 } })
  await write('user', 'Count.')
  const { day, total, tabs } = await budget()
  expect(day.date).toBe('2026-01-01')
  expect(day.ends).toBe('2026-01-02T00:00:00.000Z')
  expect(day.used.tokens.all).toBeGreaterThan(200)
  expect(total.tokens).toEqual(day.used.tokens)
  expect(tabs.map(({ name, today, used }) => [name, today?.turns ?? 0, used.turns])).toEqual([
    ['Ann', 1, 1],
    ['Bob', 0, 0],
  ])
  // In the demo nothing is paid.
  expect(day.used.costUsd).toBe(0)
})

test('what is closed or deleted since is told with what it used today', async () => {
  await write('user', 'Count.')
  await call('DELETE', '/agents/Ann')
  const closed = (await budget()).tabs.find(({ name }) => name === 'Ann')
  expect(closed).toMatchObject({ closed: true, today: { turns: 1 } })
  await call('DELETE', '/agents/Ann?forever=true')
  const { tabs } = await budget()
  expect(tabs.map(({ closed: isClosed, today }) => [isClosed, today?.turns ?? 0])).toEqual([
    [false, 0],
    [true, 1],
  ])
})

test('the day ends at midnight of where the user is', async () => {
  served.janus.clock.zone = -5 * 3_600_000
  await write('user', 'Count.')
  expect((await budget()).day).toMatchObject({ date: '2025-12-31', ends: '2026-01-01T05:00:00.000Z' })
})

test('at its cap a tab begins nothing of a peer; Go on lets it', async () => {
  await call('PATCH', '/budget', { of: 'tab', id: 'Ann', cap: { tokens: 100 } })
  await write('user', 'Count.')
  expect((await budget()).tabs[0]).toMatchObject({
    state: 'over',
    own: true,
    cap: { usd: null, tokens: 100 },
  })
  const id = await write('Bob', 'How many?')
  const waiting = (await call('GET', `/messages/${id}`)).body as MessageReport
  expect(waiting).toMatchObject({ state: 'queued', reason: 'waits until your limit for the agent is raised' })
  expect(await write('user', 'And now?')).toMatch(/^msg-/)
  expect((await budget()).tabs[0]?.used.turns).toBe(2)
  const told = await call('POST', '/budget/go-on', { of: 'tab', id: 'Ann' })
  expect(told.status).toBe(200)
  pass()
  expect((await call('GET', `/messages/${id}`)).body).toMatchObject({ state: 'answered' })
})

test('a gathering at its cap of tokens pauses and asks; Go on with a number lets it come to its harvest', async () => {
  await served.close()
  served = await serveDomain(['Ann', 'Bob', 'Pen'], (_, prompt) => [
    { do: 'say', text: prompt.includes('[Janus: harvest of ') ? '## Decided\n- Yes.' : 'Some words.\nPASS' },
  ])
  const plan = {
    topic: 'Names',
    question: 'Which words?',
    structure: [1, 1, 1],
    harvester: { agent: 'Pen' },
    participants: [{ agent: 'Ann' }, { agent: 'Bob' }],
  }
  const { id } = (await call('POST', '/gatherings', plan)).body as GatheringReport
  await call('PATCH', '/budget', { of: 'gathering', id, cap: { tokens: 300 } })
  served.janus.clock.advance(60_000)
  const now = async () => (await call('GET', `/gatherings/${id}`)).body as GatheringReport
  const { turns, state } = await now()
  expect(state).toBe('paused')
  expect(turns).toBeLessThan(4)
  const ofIt = async () => (await budget()).gatherings.find((one) => one.id === id)
  expect(await ofIt()).toMatchObject({ state: 'over', cap: { tokens: 300 } })
  served.janus.clock.advance(3_600_000)
  expect((await now()).turns).toBe(turns)

  const refused = await served.call('Ann', 'POST', '/budget/go-on', { of: 'gathering', id, tokens: 100_000 })
  expect(refused.status).toBe(403)
  expect((await call('POST', '/budget/go-on', { of: 'gathering', id, tokens: 100_000 })).status).toBe(200)
  served.janus.clock.advance(120_000)
  expect(await now()).toMatchObject({
    state: 'closed',
    harvest: expect.stringContaining('Decided') as string,
  })
})

test('a day at its cap waits for the user or for midnight', async () => {
  await call('PATCH', '/budget', { day: { tokens: 100 } })
  await write('user', 'Count.')
  const id = await write('Bob', 'How many?')
  expect((await budget()).day.state).toBe('over')
  served.janus.clock.advance(24 * 3_600_000)
  expect((await call('GET', `/messages/${id}`)).body).toMatchObject({ state: 'answered' })
  expect((await budget()).day).toMatchObject({ date: '2026-01-02', used: { turns: 1 } })
})

describe('caps are the user’s', () => {
  test.each([
    ['GET', '/budget', undefined],
    ['PATCH', '/budget', { tab: null }],
    ['PATCH', '/budget', { of: 'tab', id: 'Ann', cap: { usd: 99 } }],
    ['POST', '/budget/go-on', { of: 'tab', id: 'Ann' }],
    ['POST', '/links/preview', { members: ['Ann', 'Bob'] }],
  ] as const)('no agent may %s %s', async (method, path, body) => {
    expect(await served.call('Ann', method, path, body)).toMatchObject({ status: 403, code: 'not_allowed' })
  })

  test.each([
    ['zero', { day: { usd: 0 } }],
    ['less than nothing', { day: { usd: -1 } }],
    ['no number', { day: { usd: 'NaN' } }],
    ['half a token', { day: { tokens: 1.5 } }],
    ['another kind', { day: { euros: 1 } }],
    ['nothing', {}],
    ['a cap of nobody', { cap: { usd: 1 } }],
    ['nobody’s cap', { of: 'tab', id: 'Ann' }],
  ])('%s is no cap', async (_, body) => {
    expect(await call('PATCH', '/budget', body)).toMatchObject({ status: 400, code: 'bad_request' })
  })

  test('what is not at a cap goes on only by a number', async () => {
    await call('PATCH', '/budget', { tab: { usd: 5 } })
    const at = { of: 'tab', id: 'Ann' }
    expect(await call('POST', '/budget/go-on', at)).toMatchObject({ status: 409, code: 'wrong_state' })
    const told = await call('POST', '/budget/go-on', { ...at, usd: 2 })
    expect((told.body as BudgetReport).tabs[0]?.cap.usd).toBe(7)
    expect(await call('POST', '/budget/go-on', { of: 'day', id: 'x' })).toMatchObject({ status: 400 })
  })
})

test('what a link may use is told before it is opened', async () => {
  const ask = async (body: object) => (await call('POST', '/links/preview', body)).body as LinkEstimate
  const members = ['Ann', 'Bob']
  expect(await ask({ members })).toMatchObject({ crossings: 8, cost: null, tokens: null })
  await write('user', 'Count.')
  const answers = await ask({ members })
  const talk = await ask({ members, mode: 'converse', budget: 4 })
  expect(answers.turns).toEqual({ likely: 4, most: 8 })
  expect(talk.turns).toEqual({ likely: 4, most: 4 })
  expect(talk.tokens?.likely).toBe(answers.tokens?.likely)
  expect(answers.tokens?.most).toBeGreaterThan(talk.tokens?.most ?? 0)
  expect((await ask({ members, mode: 'absorb' })).turns.most).toBe(0)
  expect((await call('POST', '/links/preview', { members: ['Ann', 'Ann'] })).status).toBe(400)
})

const tokens = { input: 90, output: 10, cacheRead: 0, cacheWritten: 0 }
const one = { agent: { recent: [{ costUsd: 0.1, tokens }] } } as unknown as AgentState

test('turns of members on other machines are told, and only what those of this machine use', () => {
  const over = linkEstimate([one], 1, 'converse', 8)
  expect(over).toMatchObject({ turns: { likely: 8, most: 8 }, elsewhere: 1 })
  expect(over.tokens).toEqual({ likely: 400, most: 800 })
  expect(linkEstimate([one, one], 0, 'converse', 8).tokens).toEqual({ likely: 800, most: 800 })
  expect(linkEstimate([one, one], 1, 'answers', 6).tokens).toEqual({ likely: 200, most: 1200 })
  expect(linkEstimate([one], 1, 'absorb', 8).tokens).toEqual({ likely: 0, most: 0 })
})
