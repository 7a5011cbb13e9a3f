import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken, serve, type Served } from '../../testkit/served/served.ts'

let served: Served
let ann: string
beforeAll(async () => {
  served = await serve()
  ann = newToken(served.identities, served.ann)
})
afterAll(() => served.close())

/** Sends as Ann; returns the status, the error code and what reached Janus. */
const ask = (method: string, path: string, body?: object) => served.request(ann, method, path, body)

const link = 'lnk-0000000002'
const beat = 'hb-0000000002'

test('valid input reaches Janus unchanged', async () => {
  const open = { members: ['Bob', 'agt-ann0000000'], mode: 'converse', budget: 1, purpose: 'Agree.' }
  const set = { intent: 'wait', note: 'x'.repeat(1024), inSeconds: 5.5, about: 'msg-0000000001' }
  const calls: readonly (readonly [
    method: string,
    path: string,
    kind: string,
    input: object,
    body?: object,
  ])[] = [
    ['POST', '/links', 'links.open', open, open],
    ['PATCH', `/links/${link}`, 'links.change', { id: link, mine: 'absorb' }, { mine: 'absorb' }],
    ['GET', '/links?state=closed&limit=3&cursor=7', 'links.list', { state: 'closed', limit: 3, cursor: 7 }],
    ['GET', `/links/${link}/crossings?limit=1&cursor=2`, 'links.crossed', { id: link, limit: 1, cursor: 2 }],
    ['POST', '/heartbeats', 'heartbeats.set', set, set],
    ['GET', '/heartbeats', 'heartbeats.list', {}],
    ['PATCH', `/heartbeats/${beat}`, 'heartbeats.change', { id: beat, action: 'keep' }, { action: 'keep' }],
    ['DELETE', `/heartbeats/${beat}`, 'heartbeats.cancel', { id: beat }],
    [
      'GET',
      '/agents/bob/transcript?limit=2&cursor=0',
      'transcript.look',
      { agent: 'bob', limit: 2, cursor: 0 },
    ],
    ['POST', `/links/${link}/close`, 'links.close', { id: link, message: 'a\ufffd' }, { message: 'a\ud83d' }],
    ['DELETE', `/links/${link}`, 'links.close', { id: link, message: 'b\ufffd' }, { message: 'b\ud83d' }],
    ['DELETE', `/links/${link}`, 'links.close', { id: link }],
  ]
  for (const [method, path, kind, input, body] of calls) {
    const { status, asked } = await ask(method, path, body)
    expect([status, asked]).toEqual([200, [{ caller: { kind: 'agent', id: served.ann }, kind, input }]])
  }
})

describe('invalid input is refused before it reaches Janus', () => {
  const refused = { status: 400, code: 'bad_request', asked: [] }
  const open = (fields: object) => ask('POST', '/links', { members: ['Bob'], ...fields })
  const set = (fields: object) =>
    ask('POST', '/heartbeats', { intent: 'check', note: 'x', inSeconds: 60, ...fields })

  test.each([
    ...['Bob', [], null, {}, [7], [''], ['x'.repeat(201)], Array<string>(21).fill('Bob')].map((members) => ({
      members,
    })),
    ...['direct', 'ANSWERS', '', null, 1].map((mode) => ({ mode })),
    ...[0, 101, 1.5, '8', null, -1, 1e300].map((budget) => ({ budget })),
    ...['', 'two\nlines', 'x'.repeat(501), 7].map((purpose) => ({ purpose })),
    { id: link },
    { from_: 'Bob' },
    { members: ['Bob'], opened: {} },
  ])('a link with %j', async (fields) => {
    expect(await open(fields)).toEqual(refused)
  })

  test.each([
    { mode: 'direct' },
    { mine: 'converse' },
    { mine: true },
    { extend: 'true' },
    { extend: 8 },
    { budget: 100 },
    { members: [] },
    { id: 'lnk-0000000001' },
    { purpose: 'two\nlines' },
  ])('a change of a link with %j', async (fields) => {
    expect(await ask('PATCH', `/links/${link}`, fields)).toEqual(refused)
  })

  test.each([{ message: 7 }, { message: ['x'] }, { idempotencyKey: '' }, { why: 'x' }, { id: 'x' }])(
    'last words with %j',
    async (fields) => {
      expect(await ask('DELETE', `/links/${link}`, fields)).toEqual(refused)
      expect(await ask('POST', `/links/${link}/close`, fields)).toEqual(refused)
    },
  )

  test.each([
    ...['beat', 'ANCHOR', '', null].map((intent) => ({ intent })),
    ...['', 'x'.repeat(1025), null, 7].map((note) => ({ note })),
    ...[4, 604_801, '60', null, -1, 1e300].map((inSeconds) => ({ inSeconds })),
    ...['', null, 7, 'x'.repeat(201)].map((about) => ({ about })),
    { every: 1 },
    { dueAt: 0 },
    { id: beat },
    { state: 'held' },
  ])('a timer with %j', async (fields) => {
    expect(await set(fields)).toEqual(refused)
  })

  test.each([
    ...['state=resting', 'state=', 'limit=0', 'limit=101', 'cursor=-1', 'member=Bob'].map(
      (q) => `/links?${q}`,
    ),
    ...['limit=x', 'cursor=1.5', 'before=1'].map((words) => `/links/${link}/crossings?${words}`),
    ...['agent=', 'agent=a&agent=b', 'state=armed'].map((words) => `/heartbeats?${words}`),
    ...['limit=101', 'cursor=x', 'agent=Ann', 'thoughts=true'].map(
      (words) => `/agents/Bob/transcript?${words}`,
    ),
  ])('GET %s', async (path) => {
    expect(await ask('GET', path)).toEqual(refused)
  })
})

test('last words may have 1 MiB, but not more', async () => {
  const { status } = await ask('POST', '/links', { members: ['Bob'] })
  expect(status).toBe(200)
  const words = 'é'.repeat(512 * 1024)
  const large = { status: 413, code: 'too_large', asked: [] }
  expect(await ask('DELETE', '/links/lnk-0000000003', { message: `${words}x` })).toEqual(large)
  expect(await ask('DELETE', '/links/lnk-0000000003', { message: words })).toMatchObject({ status: 200 })
})

test('unknown ids are not found', async () => {
  const missing = { status: 404, code: 'not_found' }
  for (const id of ['lnk-none', '%00', '..', 'Bob']) {
    expect(await ask('PATCH', `/links/${id}`, { mine: 'absorb' })).toMatchObject(missing)
    expect(await ask('DELETE', `/links/${id}`)).toMatchObject(missing)
    expect(await ask('GET', `/links/${id}/crossings`)).toMatchObject(missing)
  }
  for (const id of ['hb-none', '%00']) {
    expect(await ask('DELETE', `/heartbeats/${id}`)).toMatchObject(missing)
  }
})
