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
const writes = (
  [
    ['user', 'POST', '/api/agents', { name: 'Cat' }],
    ['user', 'PATCH', '/api/agents/Ann', { role: 'x' }],
    ['user', 'DELETE', '/api/agents/Ann'],
    ['user', 'POST', '/api/agents/Bob/message', { message: 'x' }],
    ['agent', 'POST', '/api/agents/Bob/message', { message: 'x' }],
    ['agent', 'POST', '/api/replies', { ticketId: 'msg-0000000001', payload: 'x' }],
    ['agent', 'POST', '/api/links', { members: ['Bob'] }],
    ['agent', 'POST', '/api/heartbeats', { intent: 'wait', note: 'x', inSeconds: 60 }],
    ['agent', 'DELETE', '/api/links/lnk-0000000001', { message: 'x' }],
    ['agent', 'GET', '/api/links'],
    ['agent', 'DELETE', '/api/heartbeats/hb-0000000001'],
    ['agent', 'GET', '/api/tickets'],
    ['agent', 'GET', '/api/replies/msg-0000000001'],
  ] as const
).map(([who, method, target, body]) => ({
  name: `${method} ${target}, as ${who}`,
  who,
  method,
  target,
  body,
}))
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
  if (write.body === undefined) return { method, target, headers }
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

describe.each(writes.filter(({ body }) => body !== undefined))('$name', (write) => {
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
  const write = writes.find(({ name }) => name === 'POST /api/agents/Bob/message, as agent') as Write
  await outcome(requestOf(write, { from: 'Bob\nforged line' }))
  expect(served.log).toEqual(['refused sender_mismatch agt-ann0000000 POST /agents/:agent/message'])
})
