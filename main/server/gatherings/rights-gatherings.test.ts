import type { GatheringReport, GatheringSummary } from '../../contract/api/reports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '../../contract/api/agents-api.ts'
import type { Page } from '../../contract/api/views.ts'
import { serveDomain, type ServedDomain, type Told } from '../../testkit/served/served-domain.ts'

/**
 * Ann, the user and Bob sit in a gathering with Cat as its harvester, Dan has proposed one with Fay, and Eve
 * is in neither. The clock is stopped, so no process reads anything.
 */
let served: ServedDomain
let circle = ''
let proposal = ''
const nobodys = 'gat-zzzzzzzzzz'
const agents = ['Ann', 'Bob', 'Cat', 'Dan', 'Eve', 'Fay']
const ours = ['Ann', 'Bob', 'Cat']
const words = 'A canary of the user, under seal.'

const call = (who: string, method: string, path: string, body?: object): Promise<Told> =>
  served.call(who, method, path, body)
const plan = {
  topic: 'Names',
  question: 'Which?',
  harvester: { agent: 'Cat' },
  user: { number: 1 },
  participants: [{ agent: 'Ann' }, { agent: 'Bob' }],
}
const proposed = {
  topic: 'Ours',
  question: 'Why?',
  harvester: { agent: 'Eve' },
  participants: [{ agent: 'Dan' }, { agent: 'Fay' }],
}
const report = async (id: string, who = 'user'): Promise<GatheringReport> =>
  (await call(who, 'GET', `/gatherings/${id}`)).body as GatheringReport

beforeAll(async () => {
  served = await serveDomain(agents)
  circle = ((await call('user', 'POST', '/gatherings', plan)).body as GatheringReport).id
  const other = { ...proposed, harvester: { name: 'Pen', spawn: {} } }
  proposal = ((await call('Dan', 'POST', '/gatherings', other)).body as GatheringReport).id
  expect((await call('user', 'POST', `/gatherings/${circle}/say`, { text: words })).status).toBe(200)
})
afterAll(() => served.close())

const everything = (): string => JSON.stringify(served.janus.store.load())

const anonymous = ({ status, body }: Told, id: string): string =>
  `${String(status)} ${JSON.stringify(body).replaceAll(id, 'ID')}`

test('what was convened is as this test says', async () => {
  expect(await report(circle)).toMatchObject({ state: 'running', holder: { name: 'Ann', number: 2 } })
  expect(await report(proposal)).toMatchObject({ state: 'proposed', convened: { by: 'Dan' }, holder: null })
})

/** Every route that takes a gathering; `whose`: who may use it for the circle. */
const named = apiRoutes
  .filter(({ path }) => path.startsWith('/gatherings/:id'))
  .map(({ method, path, kind }) => ({
    method,
    path,
    kind,
    whose: kind === 'gatherings.get' ? [...ours, 'user'] : ['user'],
  }))

describe.each(named)('$method $path', ({ method, path, kind, whose }) => {
  const bodies: Partial<Record<typeof kind, object>> = {
    'gatherings.say': { text: 'forged' },
    'gatherings.fork': { utterance: 'utt-zzzzzzzzzz' },
    'gatherings.file': { decision: 'file', hash: 'x' },
    'gatherings.pass': { turnId: 'grt-zzzzzzzzzz' },
  }
  const body = method === 'POST' ? (bodies[kind] ?? {}) : undefined
  const place = (id: string): string => path.replace(':id', id).replace(':card', 'hcd-zzzzzzzzzz')
  const strangers = agents.filter(
    (who) => !whose.includes(who) && !(kind === 'gatherings.pass' && isOurs(who)),
  )

  test.each(strangers)('%s is told what holds for one that is not there', async (who) => {
    const before = everything()
    const told = await call(who, method, place(circle), body)
    const missing = await call(who, method, place(nobodys), body)
    expect(anonymous(told, circle)).toBe(anonymous(missing, nobodys))
    expect([403, 404]).toContain(told.status)
    expect(everything()).toBe(before)
  })
})

const isOurs = (who: string): boolean => ours.includes(who)

describe('an agent', () => {
  test.each(agents)('%s sees those that it sits in, harvests, or has proposed', async (who) => {
    const { items } = (await call(who, 'GET', '/gatherings')).body as Page<GatheringSummary>
    expect(items.map(({ topic }) => topic)).toEqual(isOurs(who) ? ['Names'] : who === 'Eve' ? [] : ['Ours'])
  })

  test.each([...ours, 'user'])('%s is not told words under seal', async (who) => {
    const { utterances } = await report(circle, who)
    expect(utterances.filter(({ kind }) => kind === 'said')).toMatchObject([{ name: 'mo', text: null }])
    expect(JSON.stringify(await call(who, 'GET', '/gatherings'))).not.toContain(words)
    expect(JSON.stringify(await call(who, 'GET', '/agents'))).not.toContain(words)
  })

  test.each(agents)('%s does not move a piece that it does not hold', async (who) => {
    if (who === 'Ann') return
    const before = everything()
    const turnId = (await report(circle)).holder?.turnId
    for (const input of [{ turnId }, { turnId, to: who }, { turnId: 'grt-zzzzzzzzzz' }, {}, { to: 'Bob' }]) {
      const { status } = await call(who, 'POST', '/gatherings/pass', input)
      expect([400, 403, 404, 409]).toContain(status)
    }
    expect(everything()).toBe(before)
  })

  test('passes with its own turn only: not an old one, not to one who has no seat', async () => {
    const before = everything()
    const turnId = (await report(circle)).holder?.turnId
    for (const input of [
      { turnId: 'grt-zzzzzzzzzz' },
      { turnId, to: 'Mallory' },
      { turnId, to: 'Cat' },
      { turnId, silent: true, id: proposal },
    ]) {
      const { status } = await call('Ann', 'POST', '/gatherings/pass', input)
      expect([400, 404, 409]).toContain(status)
    }
    expect(everything()).toBe(before)
  })

  test.each(agents)('%s forks nothing, nor proposes a fork', async (who) => {
    const before = everything()
    const [row] = (await report(circle)).utterances
    const fork = { gathering: circle, utterance: row?.id ?? '' }
    const told = await call(who, 'POST', '/gatherings', { ...proposed, fork })
    expect(told).toMatchObject({ status: 403, code: 'not_allowed' })
    expect(everything()).toBe(before)
  })

  test('convenes nothing by itself: it proposes', async () => {
    expect((await report(proposal)).turns).toBe(0)
    expect((await call('Dan', 'POST', `/gatherings/${proposal}/start`, {})).status).toBe(403)
  })

  test.each(['Ann', 'Bob', 'Cat'])('is not seated a second time: %s', async (who) => {
    const before = everything()
    const second = { ...plan, user: undefined, participants: [{ agent: who }, { agent: 'Eve' }] }
    const told = await call('user', 'POST', '/gatherings', { ...second, harvester: { agent: 'Fay' } })
    expect(told).toMatchObject({ status: 409, code: 'wrong_state' })
    expect(JSON.stringify(told.body)).toContain(who)
    expect(everything()).toBe(before)
  })
})

describe('the transcript of another', () => {
  test.each([
    ['Ann', 'Bob', true],
    ['Ann', 'Cat', true],
    ['Eve', 'Ann', false],
    ['Dan', 'Ann', false],
  ])('%s at %s: %s', async (who, whom, may) => {
    const { items } = (await call(who, 'GET', `/agents/${whom}/transcript`)).body as { items: unknown }
    expect(items !== null).toBe(may)
  })
})
