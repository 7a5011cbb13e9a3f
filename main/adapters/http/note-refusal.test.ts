import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { having } from '../../testkit/served/hostile-requests.ts'
import { bytesOf, readAnswer, sendRaw, type RawRequest } from '../../testkit/served/raw-http.ts'
import { newToken } from '../../testkit/served/served.ts'
import { servePages, type ServedPages } from '../../testkit/served/served-pages.ts'
import { routeName } from './note-refusal.ts'

let served: ServedPages
beforeEach(async () => {
  served = await servePages()
})
afterEach(() => served.close())

const canary = 'canaryCANARYcanary'
const ann = { kind: 'agent', id: 'agt-ann0000000' }
const stranger = { kind: 'stranger' }

/** A valid message from Ann to Bob with a canary in every field that allows one. */
function message(token = newToken(served.identities, served.ann)): RawRequest {
  const request = served.get(`/api/agents/Bob/message?${canary}=1`, ['Authorization', `Bearer ${token}`])
  const headers = [...request.headers, ['Content-Type', 'application/json'], ['X-Other', canary]] as const
  return { ...request, method: 'POST', headers, body: JSON.stringify({ message: canary }) }
}

describe('one line, with nothing of what was sent', () => {
  const route = 'POST /api/agents/:agent/message'
  test.each([
    [
      'another sender',
      () => having(message(), 'X-Agent', canary),
      { code: 'sender_mismatch', by: ann, route },
    ],
    [
      'another sender than the user',
      () => having(message(served.identities.userToken), 'From', canary),
      { code: 'sender_mismatch', by: { kind: 'api' }, route },
    ],
    [
      'no token',
      () => having(message(), 'Authorization', null),
      { code: 'unauthorized', by: stranger, route, token: 'none' },
    ],
    [
      'a wrong token',
      () => message(canary.padEnd(43, 'x')),
      { code: 'unauthorized', by: stranger, route, token: 'unknown' },
    ],
    [
      'a token that was replaced',
      () => {
        const request = message()
        served.identities.issue(served.ann)
        return request
      },
      { code: 'unauthorized', by: ann, route, token: 'revoked' },
    ],
    [
      'a token that was taken back',
      () => {
        const request = message()
        served.identities.revoke(served.ann)
        return { ...request, target: '/mcp/agents' }
      },
      { code: 'unauthorized', by: ann, route: 'POST /mcp/agents', token: 'revoked' },
    ],
    [
      'a web page',
      () => having(message(), 'Origin', `http://${canary}.example`),
      { code: 'forbidden_origin', by: stranger, route },
    ],
    [
      'another host',
      () => having(message(), 'Host', `${canary}.example`),
      { code: 'forbidden_host', by: stranger, route },
    ],
    [
      'a page of the window, from another site',
      () => having(served.get(`/feed?${canary}`), 'Sec-Fetch-Site', 'cross-site'),
      { code: 'forbidden_origin', by: stranger, route: 'GET /feed' },
    ],
    [
      'an address that is none',
      () => ({ ...having(message(), 'Authorization', null), target: `/api/${canary}` }),
      { code: 'unauthorized', by: stranger, route: 'POST /api/…', token: 'none' },
    ],
  ] as const)('%s', async (_, request, expected) => {
    const { status } = await sendRaw(served.server.port, bytesOf(request()))
    expect([401, 403]).toContain(status)
    expect(served.denials).toEqual([expected])
    expect(JSON.stringify(served.denials)).not.toContain(canary)
  })

  test.each(['GET', 'CONNECT'])('another protocol, by %s', async (method) => {
    const socket = connect({ host: '127.0.0.1', port: served.server.port })
    const host = `Host: 127.0.0.1:${String(served.server.port)}`
    const target = method === 'GET' ? `/api/agents?${canary}` : `${canary}.example:443`
    socket.write(`${method} ${target} HTTP/1.1\r\n${host}\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`)
    expect((await readAnswer(socket)).status).toBe(403)
    const route = method === 'GET' ? 'GET /api/agents' : 'CONNECT /…'
    expect(served.denials).toEqual([{ code: 'forbidden_origin', by: stranger, route }])
  })
})

test('other requests are not logged', async () => {
  const good = { ...message(), target: '/api/agents/Bob/message' }
  expect((await sendRaw(served.server.port, bytesOf(good))).status).toBe(200)
  const missing = { ...good, target: '/api/agents/Nobody/message' }
  expect((await sendRaw(served.server.port, bytesOf(missing))).status).toBe(404)
  // Normal after each restart.
  expect((await sendRaw(served.server.port, bytesOf(served.get('/feed')))).status).toBe(401)
  expect(served.denials).toEqual([])
})

test('a route’s name contains only known words', () => {
  expect(routeName('GET', '/api/gatherings/pass')).toBe('GET /api/gatherings/pass')
  expect(routeName('GET', '/API/Agents/x?y')).toBe('GET /api/agents/:agent')
  expect(routeName('PROPFIND', 'http://evil.example/api/agents')).toBe('… /…')
  expect(routeName('GET', '/requests/settings.get')).toBe('GET /requests/:kind')
  expect(routeName(undefined, undefined)).toBe('… /…')
})
