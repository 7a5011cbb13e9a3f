import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bytesOf, readAnswer } from '../../testkit/served/raw-http.ts'
import { serve, type Served } from '../../testkit/served/served.ts'

let served: Served
const sockets: Socket[] = []
beforeEach(async () => {
  served = await serve()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await served.close()
})

async function open(bytes?: Buffer): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: served.server.port })
  sockets.push(socket.on('error', () => {}))
  await once(socket, 'connect')
  if (bytes !== undefined) socket.write(bytes)
  return socket
}

function agents(token?: string, target = '/api/agents'): Buffer {
  const bearer = token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]
  const headers = [['Host', `127.0.0.1:${String(served.server.port)}`] as const, ...bearer]
  return bytesOf({ method: 'GET', target, headers })
}

const answered = async (socket: Socket) => {
  const [data] = (await once(socket, 'data')) as [Buffer]
  return Number(data.toString().split(' ')[1])
}

test('1,024 unauthenticated connections, silent, slow and refused, lock nobody out, and who is known is not dropped', async () => {
  // So that none is closed by a timeout.
  await served.close()
  served = await serve({
    limits: { unauthenticatedHeaders: 600_000, headersTimeout: 600_000, requestTimeout: 600_000 },
  })
  const { userToken } = served.identities
  const known = await open(agents(userToken))
  expect(await answered(known)).toBe(200)
  const slow = Buffer.from('GET /api/agents HTTP/1.1\r\nX-A')
  const wave = await Promise.all(
    Array.from({ length: 1024 }, (_, i) => open([undefined, slow, agents()][i % 3])),
  )
  // A new connection gets in, and the earlier one is still served.
  expect(await answered(await open(agents(userToken)))).toBe(200)
  known.write(agents(userToken))
  expect(await answered(known)).toBe(200)
  const left = () => wave.filter((socket) => !socket.destroyed)
  for (const socket of wave) socket.resume()
  while (left().length > 256) await Promise.race(left().map((socket) => once(socket, 'close')))
  // The newest of them remain.
  expect(wave.slice(0, 512).filter((socket) => !socket.destroyed)).toEqual([])
})

test.each([
  ['no token', () => agents(), 401],
  ['a wrong one', () => agents('x'.repeat(43)), 401],
  ['nothing there', () => agents(undefined, '/nothing'), 404],
  ['a wrong host', () => Buffer.from('GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n'), 403],
] as const)('a refused connection is closed: %s', async (_, bytes, status) => {
  const socket = await open()
  const closed = once(socket, 'close')
  const answer = readAnswer(socket)
  socket.write(bytes())
  expect([(await answer).status, (await answer).headers.get('connection')]).toEqual([status, 'close'])
  await closed
})

test('a request that came while main was busy is answered, however long that was', async () => {
  await served.close()
  served = await serve({ limits: { unauthenticatedHeaders: 50 } })
  const socket = await open()
  // A round trip, so that the server has accepted `socket` before it is blocked.
  expect(await answered(await open(agents(served.identities.userToken)))).toBe(200)
  socket.write(agents(served.identities.userToken))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150)
  expect(await answered(socket)).toBe(200)
})

test('an authenticated client gets the keep-alive time, and Connection: close is honored', async () => {
  const { userToken } = served.identities
  const { headers } = await readAnswer(await open(agents(userToken)))
  expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', 'timeout=60'])
  const closing = agents(userToken).toString().replace('\r\n', '\r\nConnection: close\r\n')
  const leaving = await open(Buffer.from(closing))
  const closed = once(leaving, 'close')
  expect((await readAnswer(leaving)).headers.get('connection')).toBe('close')
  await closed
})

test('an authenticated connection is closed after a request without the token', async () => {
  const socket = await open(agents(served.identities.userToken))
  expect(await answered(socket)).toBe(200)
  socket.write(agents())
  const [data] = (await once(socket, 'data')) as [Buffer]
  expect(data.toString()).toMatch(/^HTTP\/1.1 401 [^]*\r\nConnection: close\r\n/)
  await once(socket, 'close')
})

test('a stranger has less time for its first headers than somebody known for the next', async () => {
  await served.close()
  served = await serve({ limits: { unauthenticatedHeaders: 50, headersTimeout: 5_000 } })
  const known = await open(agents(served.identities.userToken))
  expect(await answered(known)).toBe(200)
  known.write('GET /api/agents HTTP/1.1\r\nX-A')
  const silent = await open()
  const slow = await open(Buffer.from('GET /api/agents HTTP/1.1\r\nX-A'))
  expect((await readAnswer(slow)).status).toBe(408)
  expect((await readAnswer(silent)).status).toBe(408)
  expect(known.destroyed).toBe(false)
})
