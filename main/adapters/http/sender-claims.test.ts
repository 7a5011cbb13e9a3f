import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bytesOf, sendRaw, type RawRequest } from '../../testkit/served/raw-http.ts'
import { adding } from '../../testkit/served/hostile-requests.ts'
import { newToken, serve, type Served } from '../../testkit/served/served.ts'

let served: Served
let tokens: Readonly<Record<'user' | 'agent', string>>
beforeEach(async () => {
  served = await serve()
  const { identities, ann } = served
  tokens = { user: identities.userToken, agent: newToken(identities, ann) }
})
afterEach(() => served.close())

/** Routes that write or return the caller's own data, each with a caller that may use it. */
const writes = [
  { name: 'POST /agents', who: 'user', method: 'POST', target: '/api/agents', body: { name: 'Cat' } },
  { name: 'PATCH /agents', who: 'user', method: 'PATCH', target: '/api/agents/Ann', body: { role: 'x' } },
  { name: 'DELETE /agents', who: 'user', method: 'DELETE', target: '/api/agents/Ann' },
  {
    name: 'POST message, a user',
    who: 'user',
    method: 'POST',
    target: '/api/agents/Bob/message',
    body: { message: 'x' },
  },
  {
    name: 'POST message, an agent',
    who: 'agent',
    method: 'POST',
    target: '/api/agents/Bob/message',
    body: { message: 'x' },
  },
  {
    name: 'POST reply, an agent',
    who: 'agent',
    method: 'POST',
    target: '/api/replies',
    body: { ticketId: 'msg-0000000001', payload: 'x' },
  },
  {
    name: 'POST links, an agent',
    who: 'agent',
    method: 'POST',
    target: '/api/links',
    body: { members: ['Bob'] },
  },
  {
    name: 'POST heartbeats, an agent',
    who: 'agent',
    method: 'POST',
    target: '/api/heartbeats',
    body: { intent: 'wait', note: 'x', inSeconds: 60 },
  },
  {
    name: 'DELETE links with words, an agent',
    who: 'agent',
    method: 'DELETE',
    target: '/api/links/lnk-0000000001',
    body: { message: 'x' },
  },
  { name: 'GET links, an agent', who: 'agent', method: 'GET', target: '/api/links' },
  {
    name: 'DELETE heartbeats, an agent',
    who: 'agent',
    method: 'DELETE',
    target: '/api/heartbeats/hb-0000000001',
  },
  { name: 'GET tickets, an agent', who: 'agent', method: 'GET', target: '/api/tickets' },
  { name: 'GET a reply, an agent', who: 'agent', method: 'GET', target: '/api/replies/msg-0000000001' },
] as const
type Write = (typeof writes)[number]

const liars = ['Bob', 'agt-bob0000000', 'system', 'Janus', 'you', '', 'Ann\u200b', 'Аnn']
/** Further identities that each caller must not claim. */
const othersOf = { user: ['Ann', 'agt-ann0000000'], agent: ['user', 'Alex', 'Human'] } as const
const ownOf = { user: ['user', 'Alex', 'USER'], agent: ['Ann', 'agt-ann0000000', 'ann'] } as const

function requestOf(write: Write, extra: object = {}): RawRequest {
  const headers: [string, string][] = [
    ['Host', `127.0.0.1:${String(served.server.port)}`],
    ['Authorization', `Bearer ${tokens[write.who]}`],
  ]
  const { method, target } = write
  if (!('body' in write)) return { method, target, headers }
  const body = JSON.stringify({ ...write.body, ...extra })
  return { method, target, headers: [...headers, ['Content-Type', 'application/json']], body }
}

async function outcome(request: RawRequest): Promise<{ status: number; code: unknown; done: number }> {
  const { status, body } = await sendRaw(served.server.port, bytesOf(request))
  const done = served.janus.asked.filter(({ kind }) => kind !== 'agents.list' && kind !== 'app.status').length
  return { status, code: (JSON.parse(body) as { error?: { code: string } }).error?.code, done }
}

const refused = { status: 403, code: 'sender_mismatch', done: 0 }

describe.each(writes)('$name', (write) => {
  const claims = [...liars, ...othersOf[write.who]]
  test.each(['x-agent', 'X-Janus-Agent', 'x-sender', 'x-from', 'From', 'Sender'])(
    'header %s',
    async (name) => {
      for (const claim of claims) {
        const request = adding(requestOf(write), [name, Buffer.from(claim).toString('latin1')])
        expect(await outcome(request)).toEqual(refused)
      }
      expect(served.log.length).toBe(claims.length)
      for (const own of ownOf[write.who]) {
        expect((await outcome(adding(requestOf(write), [name, own]))).status).toBe(200)
      }
    },
  )

  test.each(['from', 'sender', 'From', 'SENDER'])('query %s', async (name) => {
    for (const claim of claims) {
      const request = requestOf(write)
      const target = `${request.target}?${name}=${encodeURIComponent(claim)}`
      expect(await outcome({ ...request, target })).toEqual(refused)
    }
    const [own = ''] = ownOf[write.who]
    const request = requestOf(write)
    expect(
      (await outcome({ ...request, target: `${request.target}?${name}=${own}&${name}=Bob` })).status,
    ).toBe(403)
    expect((await outcome({ ...request, target: `${request.target}?${name}=${own}` })).status).toBe(200)
  })
})

describe.each(writes.filter((write) => 'body' in write))('$name', (write) => {
  test.each(['from', 'sender', 'Sender'])('body %s', async (name) => {
    for (const claim of [...liars, ...othersOf[write.who], null, 7, ['Ann'], { name: 'Ann' }]) {
      expect(await outcome(requestOf(write, { [name]: claim }))).toEqual(refused)
    }
    const [own = ''] = ownOf[write.who]
    expect((await outcome(requestOf(write, { [name]: own }))).status).toBe(200)
    expect(JSON.stringify(served.janus.asked.at(-1)?.input)).not.toContain(name)
  })
})

test('a refused claim is on record without what it said', async () => {
  await outcome(requestOf(writes[4], { from: 'Bob\nforged line' }))
  expect(served.log).toEqual(['refused sender_mismatch agt-ann0000000 POST /agents/:agent/message'])
})
