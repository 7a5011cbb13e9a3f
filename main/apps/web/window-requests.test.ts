import { connect } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requests } from '../../contract/api/requests.ts'
import { adding, having, hostileShapes } from '../../testkit/served/hostile-requests.ts'
import { bytesOf, sendRaw } from '../../testkit/served/raw-http.ts'
import { newToken, serve } from '../../testkit/served/served.ts'
import { servePages, type ServedPages } from '../../testkit/served/served-pages.ts'

let window: ServedPages
beforeEach(async () => {
  window = await servePages()
})
afterEach(() => window.close())

describe('requests', () => {
  test('are asked as the window', async () => {
    const cookie = await window.signIn()
    const answer = await window.send(
      window.post(cookie, 'messages.send', '{"agent":"Bob","message":"hello"}'),
    )
    expect(JSON.parse(answer.body)).toMatchObject({ delivered: true })
    expect(window.janus.asked).toEqual([
      { caller: { kind: 'window' }, kind: 'messages.send', input: { agent: 'Bob', message: 'hello' } },
    ])
    const wrong = await window.send(window.post(cookie, 'messages.send', '{"agent":"Nobody","message":"x"}'))
    expect([wrong.status, wrong.body]).toEqual([404, expect.stringContaining('"available":["Ann","Bob"]')])
  })

  test.each(['nothing', '__proto__', 'constructor', 'toString', 'agents.list%00', '..%2fagents.list'])(
    'there is no kind %s',
    async (kind) => {
      const answer = await window.send(window.post(await window.signIn(), kind, '{}'))
      expect([answer.status, window.janus.asked]).toEqual([404, []])
    },
  )

  test('need the cookie of this very server and the key of its session, not a token', async () => {
    const cookie = await window.signIn()
    const other = await serve()
    const [name = '', secret = ''] = cookie.split('=')
    const token = newToken(window.identities, window.ann)
    const user = window.identities.userToken
    const another = await window.signIn()
    const [, right] = window.key(cookie)
    const keyed = (cookie: string) => having(window.post(cookie, 'agents.list', '{}'), 'Janus-Window', right)
    for (const wrong of [
      having(keyed(''), 'Cookie', null),
      ...[`${name}=`, `${name}=${secret}x`, `janus=${secret}`, `${name}=${user}`].map(keyed),
      ...[`janus-${String(other.server.port)}=${secret}`, another].map(keyed),
      having(window.post(cookie, 'agents.list', '{}'), 'Janus-Window', null),
      ...['', `${right}x`, right.slice(1), secret, user, token, window.key(another)[1]].map((key) =>
        having(window.post(cookie, 'agents.list', '{}'), 'Janus-Window', key),
      ),
      adding(window.post(cookie, 'agents.list', '{}'), ['Janus-Window', right]),
      ...[token, user].map((bearer) =>
        having(window.post('', 'agents.list', '{}'), 'Authorization', `Bearer ${bearer}`),
      ),
    ]) {
      expect((await window.send(wrong)).status).toBe(401)
    }
    const toApi = { ...window.get('/api/agents', ['Cookie', cookie]) }
    expect((await window.send(toApi)).status).toBe(401)
    expect(window.janus.asked).toEqual([])
    await other.close()
  })

  test('a browser that has lost its key has an address printed, by which it gets in', async () => {
    const cookie = await window.signIn()
    const lost = having(window.post(cookie, 'agents.list', '{}'), 'Janus-Window', null)
    for (const _ of [1, 2]) expect((await window.send(lost)).status).toBe(401)
    expect(window.dial.codes.length).toBe(1)
    expect((await window.send(window.get(`/?code=${window.dial.codes[0] ?? ''}`))).status).toBe(200)
    // Windows of a previous process have neither; their repeated requests print nothing.
    await window.send(window.post('', 'agents.list', '{}'))
    expect(window.dial.codes.length).toBe(1)
  })

  const kinds = /^(host|origin|site|content|body|upgrade|smuggling|headers|not HTTP)/
  const shapes = hostileShapes.filter(({ name }) => kinds.test(name))
  test.each(shapes.map((shape) => [shape.name, shape] as const))('refuses %s', async (_, shape) => {
    const good = window.post(await window.signIn(), 'agents.create', '{"name":"Cat"}')
    const answer = await sendRaw(window.server.port, shape.make(good, window.server.port))
    expect([answer.status, window.janus.asked]).toEqual([shape.expect, []])
  })

  test.each([
    'null',
    'http://localhost:3000',
    'http://127.0.0.1',
    'https://HOST',
    'http://HOST.evil.com',
    'http://localhost:PORT',
    'HOST',
  ])('refuses the origin %s in place of its own, and none', async (origin) => {
    const port = String(window.server.port)
    const value = origin.replace('HOST', window.host).replace('PORT', port)
    const good = window.post(await window.signIn(), 'agents.list', '{}')
    for (const wrong of [having(good, 'Origin', value), having(good, 'Origin', null)]) {
      expect((await window.send(wrong)).status).toBe(403)
    }
    expect(window.janus.asked).toEqual([])
    expect((await window.send(good)).status).toBe(200)
  })

  test.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const { target, headers } = window.post(await window.signIn(), 'agents.list', '{}')
    expect([(await window.send({ method, target, headers })).status, window.janus.asked]).toEqual([405, []])
  })
})

test('a replayed cookie is refused at every route that tells or does something', async () => {
  const cookie = await window.signIn()
  const kinds = Object.keys(requests)
  expect(kinds).toContain('cards.answer')
  for (const kind of kinds) {
    const replay = having(window.post(cookie, kind, '{}'), 'Janus-Window', null)
    expect([kind, (await window.send(replay)).status]).toEqual([kind, 401])
  }
  for (const target of ['/feed', '/api/agents', '/mcp/agents']) {
    expect((await window.send(window.get(target, ['Cookie', cookie]))).status).toBe(401)
  }
  // A cookie alone opens the window's files, which are the same for all users.
  const page = await window.send(window.get('/', ['Cookie', cookie]))
  expect(page.body).toBe('<!doctype html><title>the window</title>')
  expect([window.janus.asked, window.feed.listeners.size]).toEqual([[], 0])
})

test('one window holds 64 connections, and a closed one makes room', async () => {
  const cookie = await window.signIn()
  const connection = async () => {
    const socket = connect({ host: '127.0.0.1', port: window.server.port })
    socket.write(bytesOf(window.post(cookie, 'agents.list', '{}')))
    const [data] = (await once(socket, 'data')) as [Buffer]
    return { socket, status: Number(data.toString().split(' ')[1]) }
  }
  const kept = await Promise.all(Array.from({ length: 64 }, connection))
  expect(new Set(kept.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await connection()).status).toBe(429)
  kept[0]?.socket.end()
  if (kept[0]) await once(kept[0].socket, 'close')
  expect((await connection()).status).toBe(200)
  for (const { socket } of kept) socket.destroy()
})

describe('feed', () => {
  async function follow(cookie: string, [, key] = window.key(cookie)) {
    const response = await fetch(`${window.server.url}/feed`, { headers: { cookie, 'janus-window': key } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    return { response, next: async () => (await reader?.read())?.value, cancel: () => reader?.cancel() }
  }

  test('one snapshot, then every change, and a sign of life', async () => {
    const { response, next, cancel } = await follow(await window.signIn())
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await next()).toBe('data: {"kind":"gone","agent":"agt-snapshot00"}\n\n')
    window.feed.tell({ kind: 'delta', agent: 'agt-ann0000000', block: 'b', of: 'text', text: 'a\n\ndata: b' })
    expect(await next()).toBe(
      'data: {"kind":"delta","agent":"agt-ann0000000","block":"b","of":"text","text":"a\\n\\ndata: b"}\n\n',
    )
    window.beats[0]?.()
    expect(await next()).toBe(': still here\n\n')
    await cancel()
    await window.feed.left
    expect([window.feed.listeners.size, window.beats.length]).toEqual([0, 0])
  })

  test('needs the cookie and its key', async () => {
    const [cookie, other] = [await window.signIn(), await window.signIn()]
    const [, key] = window.key(cookie)
    expect((await follow('', ['', key])).response.status).toBe(401)
    expect((await follow(cookie, ['', ''])).response.status).toBe(401)
    expect((await follow(cookie, window.key(other))).response.status).toBe(401)
    expect(window.feed.listeners.size).toBe(0)
  })

  test('who does not read is cut off, and costs no more memory', async () => {
    const cookie = await window.signIn()
    const socket = connect({ host: '127.0.0.1', port: window.server.port })
    socket.write(bytesOf(window.get('/feed', ['Cookie', cookie], window.key(cookie))))
    await once(socket, 'readable')
    const text = 'x'.repeat(1024 * 1024)
    let told = 0
    for (; window.feed.listeners.size > 0 && told < 100; told++) {
      window.feed.tell({ kind: 'delta', agent: 'agt-ann0000000', block: 'b', of: 'text', text })
    }
    expect(told).toBeLessThan(30)
    socket.destroy()
  })

  test('ends with the server', async () => {
    const own = await servePages()
    const cookie = await own.signIn()
    const headers = { cookie, 'janus-window': own.key(cookie)[1] }
    const response = await fetch(`${own.server.url}/feed`, { headers })
    await response.body?.getReader().read()
    const { left } = own.feed
    await own.close()
    await left
    expect(own.feed.listeners.size).toBe(0)
  })
})
