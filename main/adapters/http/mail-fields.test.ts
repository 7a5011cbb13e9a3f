import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken, serve, type Served } from '../../testkit/served/served.ts'

let served: Served
let ann: string
beforeAll(async () => {
  served = await serve()
  ann = newToken(served.identities, served.ann)
})
afterAll(() => served.close())

const ticket = 'msg-0000000001'

/** Sends as Ann; returns the status, the error code and what reached Janus. */
const ask = (method: string, path: string, body?: object) => served.request(ann, method, path, body)

const send = (fields: object) => ask('POST', '/agents/Bob/message', { message: 'x', ...fields })
const reply = (fields: object) => ask('POST', '/replies', { ticketId: ticket, payload: 'x', ...fields })

describe('valid input reaches Janus unchanged', () => {
  test.each([
    { priority: 'low' },
    { awaitBeginMs: 1000 },
    { priority: 'urgent', expectReply: true, awaitMs: 50_000 },
    { expectReply: false, replyTo: ticket, metadata: { '': '', ключ: 'значение' }, idempotencyKey: 'k' },
    { metadata: { a: 'x'.repeat(4000) } },
  ])('a message with %j', async (fields) => {
    const { status, asked } = await send(fields)
    const input = { agent: 'Bob', message: 'x', ...fields }
    expect([status, asked[0]]).toEqual([
      200,
      { caller: { kind: 'agent', id: served.ann }, kind: 'messages.send', input },
    ])
  })

  test('a reply with metadata and a key', async () => {
    const fields = { metadata: { a: 'x'.repeat(4000), b: '' }, idempotencyKey: 'r' }
    const { status, asked } = await reply(fields)
    expect([status, asked[0]?.input]).toEqual([200, { ticketId: ticket, payload: 'x', ...fields }])
  })

  test.each([
    ['/tickets?state=answered&limit=100&cursor=12', { state: 'answered', limit: 100, cursor: 12 }],
    [`/replies/${ticket}?waitMs=50000`, { id: ticket, waitMs: 50_000 }],
    [`/threads/${ticket}?limit=1&cursor=3`, { id: ticket, limit: 1, cursor: 3 }],
  ])('%s', async (path, input) => {
    const { status, asked } = await ask('GET', path)
    expect([status, asked[0]?.input]).toEqual([200, input])
  })
})

describe('invalid input is refused before it reaches Janus', () => {
  const refused = { status: 400, code: 'bad_request', asked: [] }

  test.each([
    ...['max', 'LOW', '', 1, null].map((priority) => ({ priority })),
    ...['yes', 'true', 1, null].map((expectReply) => ({ expectReply })),
    ...[-1, 1.5, 3_600_001, 1e300, '50000', '', null, true, [], {}].map((awaitMs) => ({ awaitMs })),
    ...[-1, 0.5, 1001, '50', null].map((awaitBeginMs) => ({ awaitBeginMs })),
    ...[7, null, 'm'.repeat(41), {}].map((replyTo) => ({ replyTo })),
    ...['true', 1].map((now) => ({ now })),
  ])('a message with %j', async (fields) => {
    expect(await send(fields)).toEqual(refused)
  })

  const metadata: [string, unknown][] = [
    ['a list', ['a']],
    ['words', 'a'],
    ['null', null],
    ['a number in it', { a: 1 }],
    ['null in it', { a: null }],
    ['more of it inside', { a: { b: 'c' } }],
    ['a long name', { ['n'.repeat(101)]: 'x' }],
    ['a long value', { a: 'x'.repeat(4097) }],
    ['more than 4 KiB in all', Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(1500)]))],
    ['many small ones', Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`n${String(i)}`, '']))],
  ]
  test.each(metadata)('metadata that is or has %s', async (_, value) => {
    expect(await send({ metadata: value })).toEqual(refused)
    expect(await reply({ metadata: value })).toEqual(refused)
  })

  test.each([
    { ticketId: 7 },
    { ticketId: 'm'.repeat(41) },
    { payload: null },
    { payload: ['x'] },
    { idempotencyKey: '' },
    { idempotencyKey: 'k'.repeat(201) },
    { message: 'x' },
    { isReply: true },
  ])('a reply with %j', async (fields) => {
    expect(await reply(fields)).toEqual(refused)
  })

  test.each([
    ...['state=closed', 'state=', 'limit=0', 'limit=101', 'limit=x', 'cursor=-1', 'cursor=1.5', 'id=x'].map(
      (words) => `/tickets?${words}`,
    ),
    ...['waitMs=-1', 'waitMs=x', 'waitMs=1.5', 'waitMs=1&waitMs=2', 'wait=1'].map(
      (words) => `/replies/${ticket}?${words}`,
    ),
    ...['limit=0', 'cursor=-1', 'before=1'].map((words) => `/threads/${ticket}?${words}`),
  ])('GET %s', async (path) => {
    expect(await ask('GET', path)).toEqual(refused)
  })
})

test('a reply may have 1 MiB, but not more; a lone surrogate is replaced', async () => {
  expect((await reply({ payload: 'é'.repeat(512 * 1024) })).status).toBe(200)
  const { status, code, asked } = await reply({ payload: `${'é'.repeat(512 * 1024)}x` })
  expect([status, code, asked]).toEqual([413, 'too_large', []])
  const half = await reply({ payload: 'a\ud83d' })
  expect(half.asked[0]?.input).toMatchObject({ payload: 'a\ufffd' })
})

test('unknown ids are not found', async () => {
  for (const id of ['msg-none', '%00', '..']) {
    const told = { status: 404, code: 'not_found' }
    for (const place of ['tickets', 'replies', 'threads', 'messages']) {
      expect(await ask('GET', `/${place}/${id}`)).toMatchObject(told)
    }
    expect(await reply({ ticketId: id })).toMatchObject(told)
  }
})
