import { gzipSync } from 'node:zlib'
import { bytesOf, type RawRequest } from './raw-http.ts'

/** A way to make a good request wrong. */
export interface HostileShape {
  readonly name: string
  /** The only correct status. */
  readonly expect: number
  /** Only for requests with a body. */
  readonly writes?: true
  /** Takes time or memory to send. */
  readonly heavy?: true
  make(good: RawRequest, port: number): Buffer
}

type Pair = readonly [string, string]

/** Sets a header, or removes it (`null`). */
export function having(request: RawRequest, name: string, value: string | null): RawRequest {
  const rest = request.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase())
  return { ...request, headers: value === null ? rest : [...rest, [name, value]] }
}

/** Appends headers, even duplicates. */
export function adding(request: RawRequest, ...headers: Pair[]): RawRequest {
  return { ...request, headers: [...request.headers, ...headers] }
}

/** Appends to the query. */
function asking(request: RawRequest, query: string): RawRequest {
  const { target } = request
  return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${query}` }
}

function tokenOf({ headers }: RawRequest): string {
  return headers.find(([name]) => name === 'Authorization')?.[1].replace('Bearer ', '') ?? ''
}

function shape(
  name: string,
  expect: number,
  change: (good: RawRequest, port: number) => RawRequest,
): HostileShape {
  return { name, expect, make: (good, port) => bytesOf(change(good, port)) }
}

function bodyShape(name: string, expect: number, body: string | Buffer, ...headers: Pair[]): HostileShape {
  return { ...shape(name, expect, (good) => adding({ ...good, body }, ...headers)), writes: true }
}

/** Megabytes, or text that is hard to parse. */
function heavyShape(name: string, expect: number, body: string | Buffer): HostileShape {
  return { ...bodyShape(name, expect, body), heavy: true }
}

function tokenShape(name: string, value: string | null): HostileShape {
  return shape(`token: ${name}`, 401, (good) => having(good, 'Authorization', value))
}

const tokens: readonly HostileShape[] = [
  tokenShape('none', null),
  tokenShape('empty', 'Bearer '),
  tokenShape('wrong', `Bearer ${'a'.repeat(43)}`),
  tokenShape('wrong scheme', `Basic ${Buffer.from('human:human').toString('base64')}`),
  tokenShape('very long', `Bearer ${'a'.repeat(4000)}`),
  shape('token: one letter off', 401, (good) => {
    const token = tokenOf(good)
    return having(good, 'Authorization', `Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)
  }),
  shape('token: other case', 401, (good) =>
    having(good, 'Authorization', `Bearer ${tokenOf(good).toUpperCase()}x`),
  ),
  shape('token: twice', 401, (good) => adding(good, ['Authorization', `Bearer ${'a'.repeat(43)}`])),
  shape('token: in the query', 401, (good) => {
    const token = tokenOf(good)
    return having(asking(good, `token=${token}&access_token=${token}`), 'Authorization', null)
  }),
  shape('token: in a cookie', 401, (good, port) => {
    const cookie = `janus-${String(port)}=${tokenOf(good)}; token=${tokenOf(good)}`
    return adding(having(good, 'Authorization', null), ['Cookie', cookie])
  }),
]

const hosts: readonly HostileShape[] = [
  'evil.com',
  'evil.com:PORT',
  '127.0.0.1.nip.io:PORT',
  'localhost.:PORT',
  'localhost',
  '127.0.0.1',
  '',
  '[::ffff:127.0.0.1]:PORT',
  '127.0.0.1:1',
  '127.1:PORT',
  '0x7f000001:PORT',
  '0.0.0.0:PORT',
  '[::]:PORT',
  'user@127.0.0.1:PORT',
  '127.0.0.1:PORT@evil.com',
  '127.0.0.1:PORT, evil.com',
  'LOCALHOST:PORT',
  '127.0.0.1:0PORT',
].map((host) =>
  shape(`host: ${JSON.stringify(host)}`, 403, (good, port) =>
    having(good, 'Host', host.replace('PORT', String(port))),
  ),
)

const hostForms: readonly HostileShape[] = [
  shape('host: none', 403, (good) => having(good, 'Host', null)),
  shape('host: twice', 403, (good) => adding(good, ['Host', 'evil.com'])),
  shape('host: in an absolute target', 403, (good, port) => ({
    ...good,
    target: `http://127.0.0.1:${String(port)}${good.target}`,
  })),
  shape('host: a foreign absolute target', 403, (good) => ({
    ...good,
    target: `http://evil.com${good.target}`,
  })),
  shape('host: X-Forwarded-Host is no help', 403, (good, port) =>
    adding(having(good, 'Host', 'evil.com'), ['X-Forwarded-Host', `127.0.0.1:${String(port)}`]),
  ),
]

const origins: readonly HostileShape[] = [
  'null',
  'http://localhost.evil.com',
  'http://localhost:3000',
  'https://evil.com',
  'app://janus',
  'file://',
  '',
  'http://127.0.0.1:PORT',
  'http://localhost:PORT',
  'http://127.0.0.1:PORT.evil.com',
  'chrome-extension://abc',
].map((origin) =>
  shape(`origin: ${JSON.stringify(origin)}`, 403, (good, port) =>
    adding(good, ['Origin', origin.replace('PORT', String(port))]),
  ),
)

const sites: readonly HostileShape[] = ['cross-site', 'same-site', 'Same-Origin', 'x'].map((site) =>
  shape(`site: ${site}`, 403, (good) => adding(good, ['Sec-Fetch-Site', site])),
)

const contents: readonly HostileShape[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
  '*/*',
  'application/json; charset=utf-16',
  'application/jsonp',
  'application/json, text/plain',
  'application/json/x',
  '',
].map((type): HostileShape => ({
  ...shape(`content: ${JSON.stringify(type)}`, 415, (good) => having(good, 'Content-Type', type)),
  writes: true,
}))

const bodies: readonly HostileShape[] = [
  { ...shape('content: none', 415, (good) => having(good, 'Content-Type', null)), writes: true },
  { ...shape('content: twice', 415, (good) => adding(good, ['Content-Type', 'text/plain'])), writes: true },
  bodyShape('body: gzip', 415, gzipSync('{"message":"x"}'), ['Content-Encoding', 'gzip']),
  bodyShape('body: a gzip bomb', 415, gzipSync(Buffer.alloc(8_000_000)), ['Content-Encoding', 'gzip']),
  bodyShape('body: empty', 400, ''),
  bodyShape('body: cut', 400, '{"message":"x"'),
  bodyShape('body: not JSON', 400, 'message=x'),
  bodyShape('body: with a comment', 400, '{/**/"message":"x"}'),
  bodyShape('body: an array', 400, '[{"message":"x"}]'),
  bodyShape('body: a string', 400, '"x"'),
  bodyShape('body: null', 400, 'null'),
  bodyShape('body: UTF-16', 400, Buffer.from('{"message":"x"}', 'utf16le')),
  bodyShape('body: broken UTF-8', 400, Buffer.from([...Buffer.from('{"message":"'), 0xc3, 0x28, 0x22, 0x7d])),
  heavyShape('body: deep arrays', 400, '['.repeat(200_000)),
  heavyShape('body: deep objects', 400, '{"a":'.repeat(200_000)),
  bodyShape('body: a deep field', 400, `{"metadata":${'['.repeat(100)}${']'.repeat(100)},"message":"x"}`),
  heavyShape('body: a million parts', 400, `[${'0,'.repeat(1_000_000)}0]`),
  heavyShape(
    'body: a million keys',
    400,
    `{${Array.from({ length: 600_000 }, (_, i) => `"${i.toString(36)}":0`).join()}}`,
  ),
  bodyShape('body: an unknown field', 400, '{"message":"x","name":"x","hello":1}'),
  bodyShape('body: a prototype', 400, '{"message":"x","name":"x","__proto__":{"agent":"bob"}}'),
  bodyShape('body: a constructor', 400, '{"message":"x","name":"x","constructor":{"prototype":{}}}'),
  heavyShape('body: 20 MB', 413, Buffer.alloc(20_000_000, 0x20)),
]

const forms: readonly HostileShape[] = [
  ...['OPTIONS', 'PUT', 'TRACE', 'PROPFIND', 'HEAD'].map((method) =>
    shape(`method: ${method}`, 405, (good) => {
      const bare = having({ method, target: good.target, headers: good.headers }, 'Content-Type', null)
      // An answer to HEAD has a length but no body, so it ends with the connection.
      return having(bare, 'Connection', 'close')
    }),
  ),
  shape('method: another one in a header', 405, (good) =>
    adding({ ...having(good, 'Content-Type', null), method: 'OPTIONS', target: good.target, body: '' }, [
      'X-HTTP-Method-Override',
      good.method,
    ]),
  ),
  shape('upgrade: websocket', 403, (good) => adding(good, ...upgrade)),
  shape('upgrade: websocket without a token', 403, (good) =>
    adding(having(good, 'Authorization', null), ...upgrade),
  ),
  shape('upgrade: h2c', 403, (good) => adding(good, ['Connection', 'Upgrade'], ['Upgrade', 'h2c'])),
  ...['admin=1', 'role=boss', 'permissionMode=plan', 'message=x'].map((words) =>
    shape(`query: ${words}`, 400, (good) => asking(good, words)),
  ),
  shape('query: a field of the path', 400, (good) => asking(good, 'agent=Bob&id=x')),
  shape('smuggling: two lengths', 400, (good) =>
    adding(good, ['Content-Length', '5'], ['Content-Length', '6']),
  ),
  shape('smuggling: length and chunks', 400, (good) =>
    adding(good, ['Content-Length', '5'], ['Transfer-Encoding', 'chunked']),
  ),
  shape('smuggling: odd encoding', 400, (good) => adding(good, ['Transfer-Encoding', 'xchunked'])),
  shape('headers: 64 KiB', 431, (good) => adding(good, ['X-Long', 'a'.repeat(65_536)])),
  shape('headers: a NUL', 400, (good) => adding(good, ['X-Odd', 'a\0b'])),
  {
    name: 'not HTTP',
    expect: 400,
    make: () => Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 'latin1'),
  },
]

const upgrade: readonly Pair[] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
]

/** Every shape that no route of the agents API may accept. */
export const hostileShapes: readonly HostileShape[] = [
  ...tokens,
  ...hosts,
  ...hostForms,
  ...origins,
  ...sites,
  ...contents,
  ...bodies,
  ...forms,
]
