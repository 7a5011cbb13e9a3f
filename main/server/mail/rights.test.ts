import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import { requests } from '../../contract/api/requests.ts'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'

/** The clock is stopped, so no process reads anything. */
let served: ServedDomain
let ids: ReadonlyMap<string, AgentId>
const mail = new Map<string, MessageId>()

beforeAll(async () => {
  served = await serveDomain(['Ann', 'Bob', 'Cat'])
  ids = served.ids
  for (const [from, to] of [
    ['Ann', 'Bob'],
    ['Bob', 'Ann'],
    ['Cat', 'Bob'],
    ['user', 'Ann'],
    ['user', 'Cat'],
  ] as const) {
    const { body } = await call(from, 'POST', `/agents/${to}/message`, { message: `${from} to ${to}` })
    mail.set(`${from} to ${to}`, (body as { messageId: MessageId }).messageId)
  }
})
afterAll(() => served.close())

const call: ServedDomain['call'] = (...request) => served.call(...request)
const stored = (id: MessageId) => served.janus.store.message(id)

/** Everything that a stranger could have changed. */
async function everything(): Promise<string> {
  const agents = await served.janus.as({ kind: 'api' }, 'agents.list', {})
  return JSON.stringify([agents, [...mail.values()].map(stored)])
}

const agents = ['Ann', 'Bob', 'Cat'] as const
const everyone = [...agents, 'user'] as const

describe("what is the user's alone", () => {
  const foreign = agents.flatMap((who) => [...agents, 'Nobody'].map((whom) => [who, whom] as const))
  test.each(foreign)('%s changes nothing about %s', async (who, whom) => {
    const before = await everything()
    for (const [method, path, body] of [
      ['PATCH', `/agents/${whom}`, { name: 'Dan' }],
      ['PATCH', `/agents/${whom}`, { permissionMode: 'bypassPermissions' }],
      ['PATCH', `/agents/${ids.get(whom) ?? 'agt-zzzzzzzzzz'}`, { role: 'boss' }],
      ['DELETE', `/agents/${whom}`, undefined],
      ['DELETE', `/agents/${whom}?forever=true`, undefined],
      ['POST', '/agents', { name: `Child of ${who}`, cwd: served.folder }],
      ['GET', '/settings', undefined],
      ['PATCH', '/settings', { theme: 'dark' }],
    ] as const) {
      expect(await call(who, method, path, body)).toMatchObject({ status: 403, code: 'not_allowed' })
    }
    expect(await everything()).toBe(before)
  })

  test.each(['acceptEdits', 'bypassPermissions'])(
    'with their token: asking less (%s) is not',
    async (permissionMode) => {
      const laxer = await call('user', 'PATCH', '/agents/Ann', { permissionMode })
      const lax = await call('user', 'POST', '/agents', { name: 'Dan', cwd: served.folder, permissionMode })
      expect([laxer.code, lax.code]).toEqual(['not_allowed', 'not_allowed'])
      expect((await call('user', 'PATCH', '/agents/Ann', { permissionMode: 'plan' })).status).toBe(200)
      expect((await call('user', 'PATCH', '/settings', { permissionMode })).code).toBe('not_allowed')
      expect((await call('user', 'PATCH', '/settings', { claude: '/bin/sh' })).code).toBe('not_allowed')
    },
  )

  test.each(Object.keys(requests))('the request %s is no route by its name', async (kind) => {
    for (const path of [`/requests/${kind}`, `/${kind}`, `/agents/Ann/${kind.split('.')[1] ?? ''}`]) {
      // Real routes: writing to an agent, forking it, and (GET) exporting its conversation.
      if (/\/(?:message|fork|export|written|reopen|restart|interrupt)$/.test(path)) continue
      expect((await call('user', 'POST', path, {})).status).toBe(404)
    }
  })
})

describe('who sent it', () => {
  test.each(agents)('is %s, by the token alone', async (who) => {
    const before = await everything()
    for (const claim of [...everyone, 'user', 'system', 'agt-zzzzzzzzzz', ...ids.values()]) {
      if (claim === who || claim === ids.get(who)) continue
      const answer = await call(who, 'POST', '/agents/Bob/message', { message: 'x', from: claim })
      expect([answer.status, answer.code]).toEqual([403, 'sender_mismatch'])
    }
    expect(await everything()).toBe(before)
    const whom = who === 'Bob' ? 'Ann' : 'Bob'
    const sent = await call(who, 'POST', `/agents/${whom}/message`, { message: 'mine', sender: who })
    const { messageId } = sent.body as { messageId: MessageId }
    expect(stored(messageId)).toMatchObject({
      from: { kind: 'agent', id: ids.get(who) },
      fromName: who,
    })
  })

  test('is the user, shown as by the API, with their token', async () => {
    expect(stored(mail.get('user to Ann') ?? 'msg-')).toMatchObject({
      from: { kind: 'user', via: 'api' },
      depth: 0,
    })
  })

  test('cannot be the receiver', async () => {
    expect(await call('Ann', 'POST', '/agents/Ann/message', { message: 'x' })).toMatchObject({
      status: 400,
      code: 'self',
    })
    expect(
      await call('Ann', 'POST', `/agents/${ids.get('Ann') ?? ''}/message`, { message: 'x' }),
    ).toMatchObject({ code: 'self' })
  })
})

describe('a key that comes again', () => {
  const send = (who: string, whom: string, message: string, idempotencyKey = 'key-1') =>
    call(who, 'POST', `/agents/${whom}/message`, { message, idempotencyKey })

  test('answers the same, refuses another body or receiver, and is each sender’s own', async () => {
    const first = (await send('Ann', 'Bob', 'once')).body as { messageId: string }
    const again = await send('Ann', 'Bob', 'once')
    expect([again.status, again.body]).toMatchObject([200, { messageId: first.messageId }])
    expect(await send('Ann', 'Bob', 'other')).toMatchObject({ status: 422, code: 'key_reused' })
    expect(await send('Ann', 'Cat', 'once')).toMatchObject({ status: 422, code: 'key_reused' })
    const cats = (await send('Cat', 'Bob', 'once')).body as { messageId: string }
    const users = (await send('user', 'Bob', 'once')).body as { messageId: string }
    expect(new Set([first.messageId, cats.messageId, users.messageId]).size).toBe(3)
  })
})

describe('names', () => {
  test.each([
    ['Ann', 409, 'name_taken'],
    ['ann ', 409, 'name_taken'],
    ['Аnn', 409, 'name_taken'],
    ['Ａｎｎ', 409, 'name_taken'],
    ['user', 409, 'name_reserved'],
    ['Jаnus', 409, 'name_reserved'],
    ['agt-0123456789', 409, 'name_reserved'],
    ['a/b', 400, 'bad_name'],
    ['', 400, 'bad_name'],
    ['x\u202ey', 400, 'bad_name'],
    ['../..', 400, 'bad_name'],
    ['-rf', 400, 'bad_name'],
    ['a\0', 400, 'bad_name'],
    ['n'.repeat(41), 400, 'bad_name'],
    ['n'.repeat(500), 400, 'bad_request'],
  ] as [string, number, string][])('%j is refused with %i %s', async (name, status, code) => {
    const before = await everything()
    expect(await call('user', 'POST', '/agents', { name, cwd: served.folder })).toMatchObject({
      status,
      code,
    })
    if (name !== 'ann ' && name !== 'Ann') {
      expect(await call('user', 'PATCH', '/agents/Bob', { name })).toMatchObject({ status, code })
    }
    expect(await everything()).toBe(before)
  })

  test('an unknown one lists who is there', async () => {
    for (const name of ['Nobody', 'Вob', encodeURIComponent('../Bob'), 'B%00b']) {
      const answer = await call('Ann', 'POST', `/agents/${name}/message`, { message: 'x' })
      expect(answer).toMatchObject({
        status: 404,
        body: { error: { code: 'unknown_agent', available: [...agents] } },
      })
    }
  })
})

describe('a token', () => {
  test('ends with its tab', async () => {
    await served.add('Eve')
    expect((await call('Eve', 'GET', '/agents')).status).toBe(200)
    expect((await call('user', 'DELETE', '/agents/Eve?forever=true')).status).toBe(200)
    expect(await call('Eve', 'GET', '/agents')).toMatchObject({ status: 401, code: 'unauthorized' })
  })
})
