import { messageLimit } from '../../contract/api/limits.ts'
import { AskingRate } from './gate.ts'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { readAnswer, sendRaw, bytesOf, type RawAnswer } from '../../testkit/served/raw-http.ts'
import { newToken, serve, serveForTest as start, type Served } from '../../testkit/served/served.ts'

function ask(
  served: Served,
  method: string,
  target: string,
  body?: string,
  token?: string,
): Promise<RawAnswer> {
  const headers: [string, string][] = [
    ['Host', `127.0.0.1:${String(served.server.port)}`],
    ['Authorization', `Bearer ${token ?? served.identities.userToken}`],
    ['Content-Type', 'application/json'],
  ]
  return sendRaw(
    served.server.port,
    bytesOf({ method, target, headers, ...(body === undefined ? {} : { body }) }),
  )
}

function codeOf({ body }: RawAnswer): unknown {
  return (JSON.parse(body) as { error?: { code: string } }).error?.code
}

describe('where it listens', () => {
  test('only on 127.0.0.1', async () => {
    const { server } = await start()
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address)
    for (const host of [...others, '::1', '127.0.0.2']) {
      await expect(once(connect({ host, port: server.port }), 'connect')).rejects.toThrow()
    }
    if (existsSync('/proc/net/tcp')) {
      const port = server.port.toString(16).toUpperCase().padStart(4, '0')
      const listening = ['/proc/net/tcp', '/proc/net/tcp6']
        .filter(existsSync)
        .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
        .map((line) => line.trim().split(/\s+/))
        .filter(([, local, , state]) => state === '0A' && local?.endsWith(`:${port}`) === true)
      expect(listening.map(([, local]) => local)).toEqual([`0100007F:${port}`])
    }
  })

  test('on the next free port when the wanted one is taken', async () => {
    const squatter = createServer()
    squatter.listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const { port } = squatter.address() as { port: number }
    const first = await start({ port })
    const second = await start({ port })
    expect(first.server.port).toBeGreaterThan(port)
    expect(second.server.port).toBeGreaterThan(first.server.port)
    expect(first.server.url).toBe(`http://127.0.0.1:${String(first.server.port)}`)
    squatter.close()
  })

  test('closes open connections with itself', async () => {
    const served = await serve()
    const idle = connect({ host: '127.0.0.1', port: served.server.port })
    await once(idle, 'connect')
    const closed = once(idle, 'close')
    idle.resume()
    idle.on('error', () => {})
    await served.close()
    await closed
  })
})

describe('size', () => {
  const send = (served: Served, body: string) => ask(served, 'POST', '/api/agents/Bob/message', body)

  test.each([
    ['plain', 'x'.repeat(messageLimit)],
    ['two bytes a letter', 'é'.repeat(messageLimit / 2)],
    ['four bytes a letter', '😀'.repeat(messageLimit / 4)],
    ['escaped, six bytes for one', '\u0001'.repeat(messageLimit)],
  ])('a message of exactly 1 MiB is taken, one byte more is not: %s', async (_, message) => {
    const served = await start()
    expect((await send(served, JSON.stringify({ message }))).status).toBe(200)
    expect(served.janus.asked[0]?.input).toEqual({ agent: 'Bob', message })
    const over = await send(served, JSON.stringify({ message: `${message}y` }))
    expect([over.status, codeOf(over)]).toEqual([413, 'too_large'])
    expect(served.janus.asked.length).toBe(1)
  })

  test('2 MB is refused with an explanation, with and without Content-Length', async () => {
    const served = await start()
    const body = JSON.stringify({ message: 'x'.repeat(2_000_000) })
    expect((await send(served, body)).status).toBe(413)
    const chunk = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const headers = [
      ['Host', `127.0.0.1:${String(served.server.port)}`],
      ['Authorization', `Bearer ${served.identities.userToken}`],
      ['Content-Type', 'application/json'],
      ['Transfer-Encoding', 'chunked'],
    ] as const
    const target = '/api/agents/Bob/message'
    const chunked = bytesOf({ method: 'POST', target, headers, body: chunk })
    const answer = await sendRaw(served.server.port, chunked)
    expect([answer.status, codeOf(answer)]).toEqual([413, 'too_large'])
    expect(served.janus.asked).toEqual([])
  })
})

test('a lone surrogate is replaced, so that a repeated send is recognized', async () => {
  const served = await start()
  const send = () =>
    ask(served, 'POST', '/api/agents/Bob/message', '{"message":"a\\ud83d","idempotencyKey":"k"}')
  expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  const input = { agent: 'Bob', message: 'a\ufffd', idempotencyKey: 'k' }
  expect(served.janus.asked.map((one) => one.input)).toEqual([input, input])
})

describe('names that are paths', () => {
  const names = [
    '..%2f..%2fetc',
    '..',
    '%2e%2e',
    '%00',
    'a%00b',
    'CON',
    'a:b',
    'x.',
    'n'.repeat(300),
    '%F0%9F%98%80',
  ]
  test.each([...names, '%ff', '%zz', '%', '..%5c..%5c', '__proto__', 'constructor', 'agt-../../../x'])(
    '%s',
    async (name) => {
      const served = await start()
      const before = readable(served.folder)
      for (const [method, target, body] of [
        ['POST', `/api/agents/${name}/message`, '{"message":"x"}'],
        ['PATCH', `/api/agents/${name}`, '{"role":"x"}'],
        ['DELETE', `/api/agents/${name}?forever=true`, undefined],
        ['GET', `/api/messages/${name}`, undefined],
      ] as const) {
        const answer = await ask(served, method, target, body)
        expect([400, 404]).toContain(answer.status)
        expect(codeOf(answer)).toMatch(/^(bad_request|unknown_agent|not_found)$/)
      }
      expect(readable(served.folder)).toBe(before)
    },
  )
})

function readable(folder: string): boolean {
  return existsSync(`${folder}/agents`)
}

describe('limits', () => {
  test('600 requests a minute for an agent, then it is told when to come again; the user is not counted', async () => {
    let now = 1_000_000
    const served = await start({ rate: new AskingRate(600, () => now) })
    const headers = { authorization: `Bearer ${newToken(served.identities, served.ann)}` }
    const get = (token = headers) => fetch(`${served.server.url}/api/agents`, { headers: token })
    const statuses = new Set<number>()
    for (let i = 0; i < 600; i++) statuses.add((await get()).status)
    expect([...statuses]).toEqual([200])
    now += 20_000
    const refused = await get()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40'])
    expect(await refused.json()).toMatchObject({ error: { code: 'too_many', retryAfter: 40 } })
    const user = { authorization: `Bearer ${served.identities.userToken}` }
    expect((await get(user)).status).toBe(200)
    const bob = { authorization: `Bearer ${newToken(served.identities, served.bob)}` }
    expect((await get(bob)).status).toBe(200)
    const again = { authorization: `Bearer ${newToken(served.identities, served.ann)}` }
    expect((await get(again)).status).toBe(429)
    now += 40_000
    expect((await get(again)).status).toBe(200)
  })

  test('64 connections with one token; a closed one makes room', async () => {
    const served = await start()
    const request = bytesOf({
      method: 'GET',
      target: '/api/agents',
      headers: [
        ['Host', `127.0.0.1:${String(served.server.port)}`],
        ['Authorization', `Bearer ${served.identities.userToken}`],
      ],
    })
    const connection = async () => {
      const socket = connect({ host: '127.0.0.1', port: served.server.port })
      socket.write(request)
      const [data] = (await once(socket, 'data')) as [Buffer]
      return { socket, status: Number(data.toString().split(' ')[1]) }
    }
    const kept = await Promise.all(Array.from({ length: 64 }, connection))
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await connection()).status).toBe(429)
    const one = kept[0]?.socket
    if (one) {
      // The server closes its side in answer to our FIN.
      one.end()
      await once(one, 'close')
    }
    expect((await connection()).status).toBe(200)
    for (const { socket } of kept) socket.destroy()
  })

  test('headers that do not come to an end are not waited for', async () => {
    const served = await start({ limits: { headersTimeout: 50 } })
    const socket = connect({ host: '127.0.0.1', port: served.server.port })
    socket.write('GET /api/agents HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A')
    expect((await readAnswer(socket)).status).toBe(408)
  })

  test('nor is a body', async () => {
    const served = await start({ limits: { headersTimeout: 50, requestTimeout: 100 } })
    const { userToken } = served.identities
    const head = `Host: 127.0.0.1:${String(served.server.port)}\r\nAuthorization: Bearer ${userToken}`
    const socket = connect({ host: '127.0.0.1', port: served.server.port })
    socket.write(
      `POST /api/agents HTTP/1.1\r\n${head}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"na`,
    )
    expect((await readAnswer(socket)).status).toBe(408)
    expect(served.janus.asked).toEqual([])
  })
})

test('an internal error reveals no details', async () => {
  const served = await start()
  served.janus.agents.push = () => {
    throw new Error('secret inside /home/alex')
  }
  const answer = await ask(served, 'POST', '/api/agents', '{"name":"Cat"}')
  expect(answer.status).toBe(500)
  expect(answer.body).not.toContain('secret')
  expect(served.log.join()).toContain('secret inside')
  expect(served.log.join()).not.toContain('\n')
})

test('it serves its OpenAPI description to holders of a token', async () => {
  const served = await start()
  const { status, body } = await ask(served, 'GET', '/api/openapi.json')
  expect(status).toBe(200)
  expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.0', paths: { '/agents': { get: {} } } })
  expect((await ask(served, 'GET', '/api/openapi.json', undefined, 'x'.repeat(43))).status).toBe(401)
})

test('an agent may list, send and read, and nothing else', async () => {
  const served = await start()
  const token = newToken(served.identities, served.ann)
  expect((await ask(served, 'GET', '/api/agents', undefined, token)).body).toContain('"self":true')
  const sent = await ask(served, 'POST', '/api/agents/Bob/message', '{"message":"x"}', token)
  expect(JSON.parse(sent.body)).toMatchObject({ delivered: true, messageId: 'msg-0000000001' })
  expect((await ask(served, 'GET', '/api/messages/msg-0000000001', undefined, token)).status).toBe(200)
  const before = served.janus.asked.length
  for (const [method, target, body] of [
    ['POST', '/api/agents', '{"name":"Cat"}'],
    ['PATCH', '/api/agents/Ann', '{"permissionMode":"bypassPermissions"}'],
    ['PATCH', '/api/agents/Bob', '{"name":"Rob"}'],
    ['DELETE', '/api/agents/Bob', undefined],
    ['POST', '/api/stop', '{}'],
  ] as const) {
    const answer = await ask(served, method, target, body, token)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'not_allowed'])
  }
  expect(served.janus.asked.length).toBe(before)
})
