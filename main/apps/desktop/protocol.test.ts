import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageHeaders } from '../web/page-headers.ts'
import { resolveAppPath, scheme, serveFiles } from './protocol.ts'

let place: string
let root: string

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'janus-pages-'))
  root = join(place, 'renderer')
  for (const [name, text] of [
    ['renderer/index.html', '<p>window</p>'],
    ['renderer/assets/a-1_B.js', 'x'],
    ['renderer/.hidden.js', 'secret'],
    ['renderer-other/b.js', 'secret'],
    ['secret.js', 'secret'],
  ] as const) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
})
afterAll(() => rmSync(place, { recursive: true }))

const get = (address: string, method = 'GET') => serveFiles(root)(new Request(address, { method }))

test('the scheme has what a page needs and nothing more', () => {
  expect(scheme).toEqual({
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  })
})

describe('every answer has the headers of every page', () => {
  test.each([
    ['app://janus/', 'GET', 200, 'text/html; charset=utf-8'],
    ['app://janus/assets/a-1_B.js', 'GET', 200, 'text/javascript; charset=utf-8'],
    ['app://janus/index.html?x=1#y', 'GET', 200, 'text/html; charset=utf-8'],
    ['app://janus/broken.html', 'GET', 200, 'text/html; charset=utf-8'],
    ['app://janus/broken.css', 'GET', 200, 'text/css; charset=utf-8'],
    ['app://janus/none.js', 'GET', 404, 'text/plain'],
    ['app://janus/../secret.js', 'GET', 404, 'text/plain'],
    ['app://janus/.hidden.js', 'GET', 404, 'text/plain'],
    ['app://janus/assets', 'GET', 404, 'text/plain'],
    ['app://elsewhere/', 'GET', 404, 'text/plain'],
    ['app://janus/', 'POST', 405, 'text/plain'],
  ])('%s by %s', async (address, method, status, type) => {
    const response = await get(address, method)
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toEqual(
      Object.fromEntries(new Headers({ ...pageHeaders, 'content-type': type })),
    )
    expect(await response.text()).not.toContain('secret')
  })
})

test('the broken page runs no script', async () => {
  expect(await (await get('app://janus/broken.html')).text()).not.toMatch(/<script|\son\w+=|javascript:/i)
})

test.each([
  '../secret.js',
  '%2e%2e/secret.js',
  '..%2fsecret.js',
  '%2e%2e%2fsecret.js',
  '..%5csecret.js',
  '..\\secret.js',
  '%252e%252e%252fsecret.js',
  'assets/../../secret.js',
  '/etc/passwd.js',
  '//secret.js',
  'a//b.js',
  './a.js',
  '../renderer-other/b.js',
  '.hidden.js',
  'a.js%00.html',
  'a.js%00',
  'c:/a.js',
  'C:%5ca.js',
  'a.js:b',
  'a.js::$DATA',
  'con.js',
  'NUL.js',
  'aux.css',
  'com1.js',
  'a.js.',
  'a.js%20',
  'a.js/',
  '%',
  '%zz',
  '%c0%af',
  '%ff',
  '~/a.js',
  'a.exe',
  'a',
  'a.map',
  'a.html.sh',
  '%E2%80%AEsj.a',
  '\u{1f600}.js',
  ' .js',
  '-'.repeat(3),
  '?',
  '..;/a.js',
])('%s means no file', (path) => {
  const found = resolveAppPath(`app://janus/${path}`, '/r')
  // The URL parser may normalize an address to a valid file.
  if (found !== null) expect(found.path).toMatch(/^\/r\/[\w/.-]+\.(js|html|css)$/)
  if (found !== null) expect(found.path).not.toMatch(/\.\.|hidden/)
})

test('whatever is asked for, what is found lies within', () => {
  const piece = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    '%2e',
    '%2f',
    '%5c',
    '%25',
    '%00',
    'a',
    '.js',
    '.html',
    ':',
    ' ',
    'con',
    '~',
    '\u202e',
  )
  const path = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((p) => p.join('')),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(path, (words) => {
      for (const address of [`app://janus/${words}`, `app://janus/${encodeURIComponent(words)}.js`]) {
        const found = resolveAppPath(address, '/r/dist')
        if (found === null) continue
        expect(resolve(found.path)).toBe(found.path)
        expect(found.path.startsWith('/r/dist/')).toBe(true)
        expect(found.path.slice('/r/dist'.length)).toMatch(/^(\/[A-Za-z0-9_-][A-Za-z0-9_.@+-]*)+$/)
      }
    }),
    { numRuns: 20_000 },
  )
})
