import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchElectron } from './fetch.mjs'
import { testFolder } from '../../main/testkit/test-folder.ts'

// An installer that fetches like Electron's, and a proxy that refuses everything.
let proxy: Server
let asked: string[] = []
let electron = ''
const address = (): string => `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
const clean = { PATH: process.env['PATH'] }

beforeAll(async () => {
  proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(url ?? '')
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => proxy.close(resolve)))
beforeEach(() => {
  asked = []
  electron = testFolder('fetch')
  const script =
    "fetch('https://electron.invalid/x.zip').catch((error) => { console.error(error.stack); process.exit(1) })"
  writeFileSync(join(electron, 'install.js'), script)
})

test.each([
  ['of npm', 'npm_config_https_proxy'],
  ['of npm, for everything', 'npm_config_proxy'],
  ['of the environment', 'HTTPS_PROXY'],
])('it goes by the proxy %s', async (_, name) => {
  expect(await fetchElectron(electron, { ...clean, [name]: address() })).not.toBeNull()
  expect(asked).toEqual(['electron.invalid:443'])
})

test('the environment goes before npm, and hosts that need no proxy get none', async () => {
  const dead = 'http://127.0.0.1:9'
  await fetchElectron(electron, { ...clean, HTTPS_PROXY: address(), npm_config_https_proxy: dead })
  expect(asked).toEqual(['electron.invalid:443'])
  await fetchElectron(electron, {
    ...clean,
    npm_config_proxy: address(),
    npm_config_noproxy: 'electron.invalid',
  })
  expect(asked).toHaveLength(1)
})

test('an installer that is done is done', async () => {
  mkdirSync(join(electron, 'dist'))
  writeFileSync(join(electron, 'install.js'), '')
  expect(await fetchElectron(electron, clean)).toBeNull()
})
