import type { SessionView } from '../../contract/api/views.ts'
import type { HeartbeatReport, LinkReport } from '../../contract/api/reports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '../../contract/api/agents-api.ts'
import { serveDomain, type ServedDomain, type Told } from '../../testkit/served/served-domain.ts'

/**
 * Ann and Bob are linked, Cat has a ticket with Dan, and Eve is in contact with nobody. The clock is stopped,
 * so no process reads anything.
 */
let served: ServedDomain
let link = ''
let timer = ''
const nobodysLink = 'lnk-zzzzzzzzzz'
const nobodysTimer = 'hb-zzzzzzzzzz'
const agents = ['Ann', 'Bob', 'Cat', 'Dan', 'Eve']
const strangers = ['Cat', 'Dan', 'Eve']

const call = (who: string, method: string, path: string, body?: object): Promise<Told> =>
  served.call(who, method, path, body)

beforeAll(async () => {
  served = await serveDomain(agents)
  link = ((await call('Ann', 'POST', '/links', { members: ['Bob'] })).body as LinkReport).id
  const set = { intent: 'check', note: 'look at Bob', inSeconds: 60, about: 'Bob' }
  timer = ((await call('Ann', 'POST', '/heartbeats', set)).body as HeartbeatReport).id
  await call('Cat', 'POST', '/agents/Dan/message', { message: 'Which port?', expectReply: true })
})
afterAll(() => served.close())

const everything = (): string => JSON.stringify(served.janus.store.load())

const anonymous = ({ status, body }: Told, id: string): string =>
  `${String(status)} ${JSON.stringify(body).replaceAll(id, 'ID')}`

/** Every route that takes a link or a timer; `whose`: who may use it. */
const named: readonly { method: string; path: string; body?: object; whose: readonly string[] }[] = [
  { method: 'GET', path: '/links/:id/crossings', whose: ['Ann', 'Bob', 'user'] },
  { method: 'PATCH', path: '/links/:id', body: { mine: 'absorb' }, whose: ['Ann', 'Bob'] },
  { method: 'DELETE', path: '/links/:id', whose: ['Ann', 'Bob', 'user'] },
  { method: 'POST', path: '/links/:id/close', body: { message: 'Bye.' }, whose: ['Ann', 'Bob', 'user'] },
  { method: 'POST', path: '/links/:id/message', body: { message: 'Hello.' }, whose: ['user'] },
  { method: 'DELETE', path: '/heartbeats/:id', whose: ['Ann', 'user'] },
  { method: 'PATCH', path: '/heartbeats/:id', body: { action: 'pause' }, whose: ['user'] },
]

test('every route that names a link or a timer is in this table', () => {
  const routes = apiRoutes.filter(
    // Only the user exports links; see log-export.test.ts.
    ({ path, kind }) => /^\/(links|heartbeats)\/:id/.test(path) && kind !== 'log.export',
  )
  const words = (list: readonly { method: string; path: string }[]): string[] =>
    list.map(({ method, path }) => `${method} ${path}`).sort()
  expect(words(routes)).toEqual(words(named))
})

describe.each(named)('$method $path', ({ method, path, body, whose }) => {
  const isLink = path.startsWith('/links')
  const others = agents.filter((who) => !whose.includes(who))

  test.each(others)('%s is told what holds for one that is not there', async (who) => {
    const before = everything()
    const [own, nobodys] = isLink ? [link, nobodysLink] : [timer, nobodysTimer]
    const told = await call(who, method, path.replace(':id', own), body)
    const missing = await call(who, method, path.replace(':id', nobodys), body)
    expect(anonymous(told, own)).toBe(anonymous(missing, nobodys))
    expect([403, 404]).toContain(told.status)
    expect(everything()).toBe(before)
  })
})

describe('an agent', () => {
  test.each(strangers)('%s sees no link of others', async (who) => {
    expect((await call(who, 'GET', '/links?state=all')).body).toEqual({ items: [], next: null })
  })

  test.each([
    { mode: 'converse' },
    { extend: true },
    { mode: 'paused' },
    { extend: true, mine: 'absorb' },
    { purpose: 'mine' },
    { name: 'mine' },
    { mode: 'mentions' },
  ])('changes neither mode nor purpose nor budget: %j', async (body) => {
    const before = everything()
    expect(await call('Ann', 'PATCH', `/links/${link}`, body)).toMatchObject({
      status: 403,
      code: 'not_allowed',
    })
    expect(everything()).toBe(before)
  })

  test.each([
    [{ members: ['Cat'], budget: 9 }, 403],
    [{ members: ['Cat'], mode: 'paused' }, 403],
    [{ members: ['Cat'], mode: 'mentions' }, 403],
    [{ members: ['Cat'], name: 'Mine' }, 403],
    [{ members: ['Eve'] }, 400],
    [{ members: ['Nobody'] }, 404],
  ])('does not open %j', async (body, status) => {
    const before = everything()
    expect((await call('Eve', 'POST', '/links', body)).status).toBe(status)
    expect(everything()).toBe(before)
  })

  test('lowers its own side, also by opening again with absorb, and takes the link’s mode again', async () => {
    const sides = async (): Promise<unknown> =>
      ((await call('Ann', 'GET', '/links')).body as { items: LinkReport[] }).items[0]?.members.map(
        ({ side }) => side,
      )
    await call('Bob', 'POST', '/links', { members: ['Ann'], mode: 'absorb' })
    expect(await sides()).toEqual(['answers', 'absorb'])
    await call('Bob', 'PATCH', `/links/${link}`, { mine: 'link' })
    expect(await sides()).toEqual(['answers', 'answers'])
  })

  test.each(agents)('%s sees its own timers only', async (who) => {
    const all = (await call(who, 'GET', '/heartbeats')).body as readonly HeartbeatReport[]
    expect(all.map(({ agent }) => agent)).toEqual(who === 'Ann' ? ['Ann'] : [])
    const refused = await call(who, 'GET', `/heartbeats?agent=${who === 'Ann' ? 'Bob' : 'Ann'}`)
    expect(refused).toMatchObject({ status: 403, code: 'not_allowed' })
  })

  test('sets no timer of another', async () => {
    const set = { intent: 'anchor', note: 'mine', inSeconds: 60, agent: 'Ann' }
    expect(await call('Bob', 'POST', '/heartbeats', set)).toMatchObject({ status: 403, code: 'not_allowed' })
  })
})

describe('the user', () => {
  test('is no member of a link, and says whose timer it is', async () => {
    expect((await call('user', 'PATCH', `/links/${link}`, { mine: 'absorb' })).status).toBe(400)
    expect((await call('user', 'POST', '/links', { members: ['Ann'] })).status).toBe(400)
    const set = { intent: 'anchor', note: 'theirs', inSeconds: 60 }
    expect((await call('user', 'POST', '/heartbeats', set)).status).toBe(400)
    expect((await call('user', 'POST', '/heartbeats', { ...set, agent: 'Eve' })).status).toBe(200)
  })

  test('sends no message that links', async () => {
    const told = await call('user', 'POST', '/agents/Ann/message', { message: 'Hello.', link: 'converse' })
    expect(told).toMatchObject({ status: 400, code: 'bad_request' })
  })
})

describe('GET /agents/:agent/transcript', () => {
  const look = async (who: string, whom: string): Promise<SessionView> =>
    (await call(who, 'GET', `/agents/${whom}/transcript`)).body as SessionView

  test.each([
    ['Ann', 'Bob', true],
    ['Bob', 'Ann', true],
    ['Cat', 'Dan', true],
    ['Dan', 'Cat', true],
    ['Ann', 'Ann', true],
    ['user', 'Eve', true],
    ['Eve', 'Ann', false],
    ['Ann', 'Cat', false],
    ['Cat', 'Bob', false],
  ])('%s at %s: %s', async (who, whom, may) => {
    const told = await look(who, whom)
    expect(told.items !== null).toBe(may)
    expect(told).toMatchObject({ agent: whom, lastFinal: null })
    expect(told.why === undefined).toBe(may)
  })

  test('the open questions between the two are free', async () => {
    expect((await look('Cat', 'Dan')).tickets).toMatchObject([
      { from: 'Cat', to: 'Dan', preview: 'Which port?' },
    ])
    expect((await look('Eve', 'Dan')).tickets).toEqual([])
  })

  test('by the setting, all', async () => {
    await call('user', 'PATCH', '/settings', { transcripts: 'all' })
    expect((await look('Eve', 'Ann')).items).not.toBeNull()
    await call('user', 'PATCH', '/settings', { transcripts: 'linked' })
  })
})

test('a link that was closed can be seen and gives no rights any more', async () => {
  const closed = await call('Bob', 'DELETE', `/links/${link}`)
  expect(closed.body).toMatchObject({ state: 'closed', closed: { by: 'Bob' } })
  expect((await call('Ann', 'DELETE', `/links/${link}`)).body).toMatchObject({ closed: { by: 'Bob' } })
  expect((await call('Ann', 'GET', '/links?state=closed')).body).toMatchObject({ items: [{ id: link }] })
  const look = (await call('Ann', 'GET', '/agents/Bob/transcript')).body as SessionView
  expect(look.items).toBeNull()
  expect((await call('Ann', 'PATCH', `/links/${link}`, { mine: 'absorb' })).status).toBe(409)
})
