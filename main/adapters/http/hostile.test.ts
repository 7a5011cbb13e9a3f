import type { Router } from 'express'
import { describe, expect, test } from 'vitest'
import { apiRoutes } from '../../contract/api/agents-api.ts'
import { having, hostileShapes } from '../../testkit/served/hostile-requests.ts'
import { bytesOf, sendRaw, type RawRequest } from '../../testkit/served/raw-http.ts'
import { day } from '../../testkit/factories/day.ts'
import { createApi } from './api-router.ts'
import { card, circle, good } from './testing/good-requests.ts'
import {
  bobsToken,
  describeRefusals,
  goodRequest,
  refuses,
  served,
  useServed,
} from '../../testkit/served/hostile-routes.ts'

function liveRoutes(router: Router): string[] {
  return router.stack.flatMap(({ route }) =>
    (route?.stack ?? [])
      .map(({ method }) => method)
      .filter((method) => method !== 'head' && method !== undefined)
      .map((method) => `${method.toUpperCase()} ${route?.path ?? ''}`),
  )
}

useServed()
// A third each day; the long suite runs all.
describeRefusals(day % 3, 3)

test('the table of this test has every live route, and so has the contract', () => {
  const router = createApi({ ask: served.janus.ask, gates: [(_req, _res, next) => next()], log: () => {} })
  // It returns the description without a request to Janus.
  const asking = liveRoutes(router).filter((name) => name !== 'GET /openapi.json')
  expect(asking.sort()).toEqual(Object.keys(good).sort())
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
})

describe('DELETE /links/:id with last words', () => {
  const request = (): RawRequest => ({
    ...having(goodRequest('DELETE /links/:id'), 'Content-Type', 'application/json'),
    body: '{"message":"bye","idempotencyKey":"k"}',
  })

  // An empty body is the same as no body.
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

test('anyone who has no token cannot tell what exists', async () => {
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
  const host = [['Host', `127.0.0.1:${String(served.server.port)}`]] as const
  const asked: RawRequest[] = targets.flatMap((target) =>
    ['GET', 'DELETE', 'OPTIONS'].map((method) => ({ method, target, headers: host })),
  )
  // And every route with a valid request.
  const routes = Object.keys(good).map((name) => {
    const request = goodRequest(name)
    return { ...request, headers: request.headers.filter(([header]) => header !== 'Authorization') }
  })
  const answers = new Set<string>()
  for (const request of [...asked, ...routes]) {
    const { status, body } = await sendRaw(served.server.port, bytesOf(request))
    answers.add(`${String(status)} ${body}`)
  }
  expect([...answers]).toEqual(['401 {"error":{"code":"unauthorized","message":"This needs a token."}}'])
})

test('no part of a token is ever logged', () => {
  expect(served.log.join('\n')).not.toContain(served.identities.userToken)
  expect(served.log.join('\n')).not.toContain(bobsToken)
})

test('fields of the path are refused in the body, and so are bodies of reads', async () => {
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
