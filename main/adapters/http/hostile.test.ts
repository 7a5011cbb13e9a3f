import type { Router } from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorStatus, type Refusal } from '../../contract/errors.ts'
import { apiRoutes } from '../../contract/agents-api.ts'
import { having, hostileShapes, type HostileShape } from '../../testing/hostile-requests.ts'
import { bytesOf, sendRaw, type RawRequest } from '../../testing/raw-http.ts'
import { newToken, serve, type Served } from '../../testing/served.ts'
import { createApi } from './api-router.ts'

interface Good {
  readonly target: string
  readonly body?: object
  readonly as?: 'Bob'
  /** Heavy shapes are tried on another route with the same handler. */
  readonly isLight?: true
}

const circle = '/api/gatherings/gat-0000000001'
const card = `${circle}/cards/hcd-0000000001`
const plan = {
  ...{ topic: 'Names', question: 'Which?', structure: [1, 1, 1], idempotencyKey: 'k' },
  participants: [
    { agent: 'Ann', role: 'doubts' },
    { agent: 'Bob', number: 3 },
  ],
  ...{ harvester: { name: 'Pen', spawn: {} }, human: { number: 2 }, maxCost: 1.5, sealed: false },
}
/** The verbs of the person's hand share a handler: `start` stands for them where a shape is heavy. */
const verbs = ['dismiss', 'note', 'hand', 'take', 'pause', 'hold', 'resume', 'skip', 'extend', 'open', 'here']
const goodForGatherings: Record<string, Good> = {
  'POST /gatherings': { target: '/api/gatherings', body: plan },
  'POST /gatherings/preview': { target: '/api/gatherings/preview', body: plan },
  'GET /gatherings': { target: '/api/gatherings?state=all&limit=5&cursor=0' },
  'GET /gatherings/:id': { target: circle },
  'POST /gatherings/:id/fork': { target: `${circle}/fork`, body: { utterance: 'utt-0000000001' } },
  'GET /gatherings/:id/replay': { target: `${circle}/replay?step=3` },
  'GET /gatherings/:id/export': { target: `${circle}/export` },
  'POST /gatherings/:id/say': { target: `${circle}/say`, body: { text: 'Well.', to: 'Bob', keep: true } },
  'POST /gatherings/:id/join': { target: `${circle}/join`, body: { agent: 'Bob', role: 'x' } },
  'POST /gatherings/:id/harvester': { target: `${circle}/harvester`, body: { name: 'Pen', spawn: {} } },
  'POST /gatherings/:id/pass': { target: `${circle}/pass`, body: { to: 'Bob' } },
  'POST /gatherings/pass': { target: '/api/gatherings/pass', as: 'Bob', body: { turnId: 'grt-0000000001' } },
  'POST /gatherings/:id/start': { target: `${circle}/start`, body: { text: 'x', to: 'Bob' } },
  'POST /gatherings/:id/close': { target: `${circle}/close`, body: {} },
  ...Object.fromEntries(
    verbs.map((verb) => [
      `POST /gatherings/:id/${verb}`,
      { target: `${circle}/${verb}`, body: {}, isLight: true },
    ]),
  ),
  'GET /gatherings/:id/cards/:card': { target: card },
  'POST /gatherings/:id/cards/:card': { target: card, body: { decision: 'file', hash: 'h' } },
  'GET /rhythms': { target: '/api/rhythms' },
  'POST /rhythms': {
    target: '/api/rhythms',
    body: { name: 'mine', structure: [1, 2, 1], beatsPerTurn: 2, beatIntervalSeconds: 30 },
  },
}

const goodForMany: Record<string, Good> = {
  'GET /groups': { target: '/api/groups' },
  'POST /groups': { target: '/api/groups', body: { name: 'Crew', members: ['Ann'] } },
  'PATCH /groups/:group': { target: '/api/groups/Crew', body: { members: ['Bob'] } },
  'DELETE /groups/:group': { target: '/api/groups/Crew' },
  'POST /groups/:group/message': {
    target: '/api/groups/all/message',
    body: { message: 'hello', expectReply: true, idempotencyKey: 'k' },
  },
  'POST /tabs': { target: '/api/tabs', as: 'Bob', body: { name: 'Cat', colour: 'iris', firstMessage: 'x' } },
  'POST /tabs/:id/open': { target: '/api/tabs/tab-0000000001/open', body: { name: 'Cat' } },
  'POST /tabs/:id/refuse': { target: '/api/tabs/tab-0000000001/refuse', body: { words: 'no' } },
}

/** A good request for every live route, the person's if nobody is named: one that is not in this table fails the test. */
const good: Record<string, Good> = {
  'GET /agents': { target: '/api/agents' },
  'POST /agents': { target: '/api/agents', body: { name: 'Cat' } },
  'PATCH /agents/:agent': { target: '/api/agents/Ann', body: { role: 'tester' } },
  'DELETE /agents/:agent': { target: '/api/agents/Ann?forever=true' },
  'POST /agents/:agent/message': { target: '/api/agents/Bob/message', body: { message: 'hello' } },
  'POST /stop': { target: '/api/stop', body: {} },
  'POST /go-on': { target: '/api/go-on', body: {}, isLight: true },
  'GET /budget': { target: '/api/budget' },
  'PATCH /budget': { target: '/api/budget', body: { day: { usd: 5 } } },
  'POST /budget/go-on': { target: '/api/budget/go-on', body: { of: 'day', usd: 2 } },
  'POST /links/preview': { target: '/api/links/preview', body: { members: ['Ann', 'Bob'] } },
  'GET /settings': { target: '/api/settings' },
  'PATCH /settings': { target: '/api/settings', body: { theme: 'dark' } },
  'GET /history': { target: '/api/history?q=ferry&agent=Ann&author=human&after=2026-01-01&limit=5&cursor=0' },
  'GET /timeline': { target: '/api/timeline?kinds=card&agent=Ann&q=ferry&limit=5&cursor=9' },
  'GET /timeline/export': { target: '/api/timeline/export?format=md&since=2026-11-24' },
  'GET /agents/:agent/transcript': { target: '/api/agents/Ann/transcript?cursor=9&limit=5' },
  'POST /links': { target: '/api/links', body: { members: ['Ann', 'Bob'], mode: 'converse', budget: 4 } },
  'GET /links': { target: '/api/links?state=all&limit=5&cursor=0' },
  'PATCH /links/:id': { target: '/api/links/lnk-0000000001', body: { mode: 'absorb', extend: true } },
  'DELETE /links/:id': { target: '/api/links/lnk-0000000001' },
  'POST /links/:id/close': {
    target: '/api/links/lnk-0000000001/close',
    body: { message: 'bye', idempotencyKey: 'k' },
  },
  'GET /links/:id/crossings': { target: '/api/links/lnk-0000000001/crossings?limit=5&cursor=9' },
  'POST /heartbeats': {
    target: '/api/heartbeats',
    body: { agent: 'Ann', intent: 'check', note: 'look', inSeconds: 60, about: 'Bob', idempotencyKey: 'k' },
  },
  'GET /heartbeats': { target: '/api/heartbeats?agent=Ann' },
  'PATCH /heartbeats/:id': { target: '/api/heartbeats/hb-0000000001', body: { action: 'pause' } },
  'DELETE /heartbeats/:id': { target: '/api/heartbeats/hb-0000000001' },
  'GET /agents/:agent/handlers': { target: '/api/agents/Ann/handlers' },
  'POST /agents/:agent/handlers': {
    target: '/api/agents/Ann/handlers',
    body: { name: 'Away', on: true, when: { from: ['Bob'] }, then: { kind: 'respond', text: 'Later.' } },
  },
  'POST /agents/:agent/handlers/try': {
    target: '/api/agents/Ann/handlers/try',
    body: { when: { question: 'yes' }, then: { kind: 'hold' } },
  },
  'PATCH /agents/:agent/handlers/:id': {
    target: '/api/agents/Ann/handlers/hdl-0000000001',
    body: { name: 'Away', on: false, place: 0 },
  },
  'DELETE /agents/:agent/handlers/:id': { target: '/api/agents/Ann/handlers/hdl-0000000001' },
  'POST /messages/:id/hand-over': { target: '/api/messages/msg-0000000001/hand-over', body: {} },
  ...goodForGatherings,
  ...goodForMany,
  'GET /messages/:id': { target: '/api/messages/msg-0000000001?offset=0' },
  'GET /tickets': { target: '/api/tickets?state=open&limit=5&cursor=0' },
  'GET /tickets/:id': { target: '/api/tickets/msg-0000000001' },
  'POST /replies': {
    ...{ target: '/api/replies', as: 'Bob' },
    body: { ticketId: 'msg-0000000001', payload: 'yes', metadata: { a: 'b' }, idempotencyKey: 'k' },
  },
  'GET /replies/:id': { target: '/api/replies/msg-0000000001?waitMs=0' },
  'GET /threads/:id': { target: '/api/threads/msg-0000000001?limit=5&cursor=0' },
}

/** The routes that an express router really has. */
function liveRoutes(router: Router): string[] {
  return router.stack.flatMap(({ route }) =>
    (route?.stack ?? [])
      .map(({ method }) => method)
      .filter((method) => method !== 'head' && method !== undefined)
      .map((method) => `${method.toUpperCase()} ${route?.path ?? ''}`),
  )
}

function codeOf(body: string): string {
  return (JSON.parse(body) as { error: Refusal }).error.code
}

let served: Served
let bobsToken: string
beforeAll(async () => {
  served = await serve()
  bobsToken = newToken(served.identities, served.bob)
})
afterAll(() => served.close())

function goodRequest(name: string): RawRequest {
  const [method = ''] = name.split(' ')
  const { target, body, as } = good[name] ?? { target: '/' }
  const token = as === 'Bob' ? bobsToken : served.identities.personToken
  const headers: [string, string][] = [
    ['Host', `127.0.0.1:${String(served.server.port)}`],
    ['Authorization', `Bearer ${token}`],
  ]
  if (body === undefined) return { method, target, headers }
  return {
    method,
    target,
    headers: [...headers, ['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  }
}

test('the table of this test has every live route, and so has the contract', () => {
  const limits = { perMinute: 1, connections: 1, now: () => 0 }
  const router = createApi({ ask: served.janus.ask, identities: served.identities, limits, log: () => {} })
  expect(liveRoutes(router).sort()).toEqual(Object.keys(good).sort())
  expect(apiRoutes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(good).sort())
})

describe.each(Object.keys(good))('%s', (name) => {
  test('answers a good request', async () => {
    const { status, headers } = await sendRaw(served.server.port, bytesOf(goodRequest(name)))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test.each(['localhost', '[::1]'])('answers on %s', async (host) => {
    const request = goodRequest(name)
    const headers = request.headers.map(([key, value]) =>
      key === 'Host' ? ([key, `${host}:${String(served.server.port)}`] as const) : ([key, value] as const),
    )
    expect((await sendRaw(served.server.port, bytesOf({ ...request, headers }))).status).toBe(200)
  })

  const { body, isLight } = good[name] ?? {}
  const shapes = hostileShapes.filter(
    ({ writes, heavy }) => (!writes || body !== undefined) && !(heavy && isLight),
  )
  // One test for all of them: thousands of tests take longer to count than to run.
  test(`refuses each of ${String(shapes.length)} hostile shapes`, async () => {
    for (const shape of shapes) await refuses(goodRequest(name), shape)
  })
})

/** Expects an answer that refuses this shape of a request, tells nothing, and asks nothing of Janus. */
async function refuses(request: RawRequest, shape: HostileShape): Promise<void> {
  const before = served.janus.asked.length
  const answer = await sendRaw(served.server.port, shape.make(request, served.server.port))
  const { status, headers, body } = answer
  expect.soft(status, shape.name).toBe(shape.expect)
  expect.soft(served.janus.asked.slice(before), shape.name).toEqual([])
  if (!shape.name.endsWith('HEAD')) expect.soft(errorStatus, shape.name).toHaveProperty(codeOf(body))
  for (const secret of [served.identities.personToken, bobsToken, /node_modules|\bat .*:\d+:\d+/])
    expect.soft(body, shape.name).not.toMatch(secret)
  const said = ['access-control-allow-origin', 'x-powered-by', 'x-content-type-options', 'cache-control']
  expect
    .soft(
      said.map((header) => headers.get(header)),
      shape.name,
    )
    .toEqual([...[undefined, undefined, 'nosniff', 'no-store']])
}

describe('DELETE /links/:id with last words', () => {
  const request = (): RawRequest => ({
    ...having(goodRequest('DELETE /links/:id'), 'Content-Type', 'application/json'),
    body: '{"message":"bye","idempotencyKey":"k"}',
  })

  // Without words it is as good as a request that has no body.
  const shapes = hostileShapes.filter(({ name }) => name !== 'body: empty')
  test('refuses each hostile shape', async () => {
    for (const shape of shapes) await refuses(request(), shape)
  })

  test('passes them on', async () => {
    expect((await sendRaw(served.server.port, bytesOf(request()))).status).toBe(200)
    const input = { id: 'lnk-0000000001', message: 'bye', idempotencyKey: 'k' }
    expect(served.janus.asked.at(-1)).toEqual({ caller: { kind: 'api' }, kind: 'links.close', input })
    const empty = await sendRaw(served.server.port, bytesOf({ ...request(), body: '' }))
    expect([empty.status, served.janus.asked.at(-1)?.input]).toEqual([200, { id: 'lnk-0000000001' }])
  })
})

test('there are at least thirty shapes for every route, also for one without a body', () => {
  expect(hostileShapes.filter(({ writes }) => writes === undefined).length).toBeGreaterThanOrEqual(30)
})

test('whoever has no token cannot tell what exists', async () => {
  const targets = [
    '/api/agents',
    '/api/agents/Ann',
    '/api/agents/Nobody',
    '/api/nothing',
    '/api/tickets',
    '/api/tickets/msg-0000000001',
    '/api/replies/msg-0000000001?waitMs=1000',
    '/api/threads/msg-0000000009',
    '/api/links',
    '/api/links/lnk-0000000001',
    '/api/heartbeats/hb-0000000001',
    '/api/agents/Ann/transcript',
    '/api/gatherings',
    circle,
    '/api/gatherings/gat-zzzzzzzzzz',
    '/api/gatherings/pass',
    `${circle}/pause`,
    card,
    '/api/rhythms',
    '/api/',
    '/api',
    '/API/agents',
  ]
  const answers = new Set<string>()
  for (const target of targets) {
    for (const method of ['GET', 'DELETE', 'OPTIONS']) {
      const headers = [['Host', `127.0.0.1:${String(served.server.port)}`]] as const
      const { status, body } = await sendRaw(served.server.port, bytesOf({ method, target, headers }))
      answers.add(`${String(status)} ${body}`)
    }
  }
  expect([...answers]).toEqual(['401 {"error":{"code":"unauthorized","message":"This needs a token."}}'])
})

test('nothing of a token is ever logged', () => {
  expect(served.log.join('\n')).not.toContain(served.identities.personToken)
  expect(served.log.join('\n')).not.toContain(bobsToken)
})

test('what the address says is not said again in the body, and what is only read has no body', async () => {
  const send = async (name: string, change: Partial<RawRequest>) => {
    const request = having(goodRequest(name), 'Content-Type', 'application/json')
    const before = served.janus.asked.length
    const { status } = await sendRaw(served.server.port, bytesOf({ ...request, ...change }))
    return [status, served.janus.asked.length - before]
  }
  const body = '{"message":"x","agent":"Ann"}'
  expect(await send('POST /agents/:agent/message', { body })).toEqual([400, 0])
  expect(await send('GET /agents', { body: '{}' })).toEqual([400, 0])
  expect(await send('DELETE /agents/:agent', { body: '{"forever":true}' })).toEqual([400, 0])
  expect(await send('DELETE /heartbeats/:id', { body: '{"id":"hb-0000000002"}' })).toEqual([400, 0])
  expect(await send('DELETE /links/:id', { body: '{"id":"lnk-0000000002"}' })).toEqual([400, 0])
  expect(await send('GET /links', { body: '{"state":"all"}' })).toEqual([400, 0])
})
