import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Program } from '../e2e/program.ts'
import { nodePath } from './bootstrap.mjs'
import { root } from './child.mjs'

// Runs `npm run dev` on a copy of the sources; the window is a few HTTP requests.
let place = ''
let dev: Program
let origin = ''

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'janus-dev-'))
  const left = ['node_modules', 'dist', '.git', '.cache', 'docs', 'bench']
  cpSync(root, join(place, 'tree'), {
    recursive: true,
    filter: (path) => !left.some((name) => path.endsWith(`/${name}`)),
  })
  symlinkSync(join(root, 'node_modules'), join(place, 'tree', 'node_modules'))
  const port = await freePort()
  origin = `http://127.0.0.1:${String(port)}`
  const flags = ['--rehearse', '--no-open', '--port', String(port), '--home', join(place, 'state')]
  const child = spawn(nodePath(), [join(place, 'tree', 'scripts', 'dev.mjs'), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: place, LANG: 'C.UTF-8' },
  })
  dev = new Program(child)
}, 120_000)
afterAll(async () => {
  await dev.end('SIGTERM')
  rmSync(place, { recursive: true, force: true })
})

test('a change of the window reloads its pages; a change of the core starts it again, with the windows signed in', async () => {
  const [, code = ''] = await dev.prints(/\?code=(\S+)/)
  await dev.prints(/agents API/)
  const entered = await fetch(`${origin}/?code=${code}`)
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const key = /content="([^"]+)"/.exec(await entered.text())?.[1] ?? ''
  const feed = () => fetch(`${origin}/feed`, { headers: { cookie, 'janus-window': key } })

  const first = await feed()
  expect(first.status).toBe(200)
  const over = first.text().catch(() => 'cut')
  append('renderer/styles/base.css', '.probe { color: red; }\n')
  await dev.prints(/Rebuilt: window\./)
  await over
  const second = await feed()
  expect(second.headers.get('janus-build')).not.toBe(first.headers.get('janus-build'))

  const gone = second.text().catch(() => 'cut')
  const printed = dev.output.length
  append('main/apps/web/plain-pages.ts', '\nexport const probe = 1\n')
  await gone
  await dev.prints(/agents API/, printed)
  const third = await feed()
  expect([third.status, third.headers.get('janus-build')]).toEqual([200, second.headers.get('janus-build')])
  await third.body?.cancel()
}, 180_000)

const append = (path: string, text: string) => appendFileSync(join(place, 'tree', path), text)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  server.close()
  await once(server, 'close')
  return typeof at === 'object' && at !== null ? at.port : 0
}
