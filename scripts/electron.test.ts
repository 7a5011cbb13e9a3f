import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findElectron, installedElectron } from './electron.mjs'

type Surroundings = NonNullable<Parameters<typeof findElectron>[1]>

let at: Surroundings & { fetches: number; now: () => number }
let now = 0
beforeEach(() => {
  now = 1_000_000
  const folder = mkdtempSync(join(tmpdir(), 'janus-electron-'))
  at = {
    platform: 'linux',
    env: { DISPLAY: ':0' },
    isRoot: false,
    settings: join(folder, 'settings'),
    package: join(folder, 'electron'),
    record: join(folder, '.electron-failed'),
    now: () => now,
    fetches: 0,
    fetch: async () => {
      at.fetches++
      return 'getaddrinfo ENOTFOUND github.com'
    },
  }
  mkdirSync(at.package)
})
afterEach(() => rmSync(join(at.package, '..'), { recursive: true }))

function install() {
  mkdirSync(join(at.package, 'dist'))
  writeFileSync(join(at.package, 'dist', 'electron'), '')
  writeFileSync(join(at.package, 'path.txt'), 'electron')
  return { path: join(at.package, 'dist', 'electron') }
}

test('a program that is there is taken; also one that somebody names', async () => {
  const found = install()
  expect(await findElectron(false, at)).toEqual(found)
  const path = '/opt/electron'
  const named = { ...at, env: { ...at.env, JANUS_ELECTRON: path } }
  expect(await findElectron(false, named)).toEqual({ path })
  expect([installedElectron(at), installedElectron(named)]).toEqual([found.path, path])
  expect(at.fetches).toBe(0)
})

test('what is missing is fetched', async () => {
  let path = ''
  at.fetch = async () => {
    path = install().path
    return null
  }
  expect(await findElectron(false, at)).toEqual({ path })
})

test('where it could not run nothing is fetched, and none is taken, not even one that somebody names', async () => {
  const nowhere = { ...at, env: {} }
  const reason = 'there is no screen here'
  expect(await findElectron(true, nowhere)).toEqual({ reason })
  install()
  expect(await findElectron(true, nowhere)).toEqual({ reason })
  expect(await findElectron(true, { ...at, env: { JANUS_ELECTRON: '/opt/electron' } })).toEqual({ reason })
  expect(installedElectron(nowhere)).toBeNull()
  expect(at.fetches).toBe(0)
})

test('a fetch that breaks, and a note that cannot be made, are no more than a reason', async () => {
  mkdirSync(at.record)
  at.fetch = () => Promise.reject(new Error('EACCES: permission denied'))
  expect(await findElectron(false, at)).toEqual({
    reason: 'Electron could not be fetched (EACCES: permission denied)',
  })
})

test('a fetch that failed is said, and not repeated for an hour unless one insists', async () => {
  const failed = { reason: 'Electron could not be fetched (getaddrinfo ENOTFOUND github.com)' }
  expect(await findElectron(false, at)).toEqual(failed)
  now += 60 * 60_000 - 1
  expect(await findElectron(false, at)).toEqual({
    reason: expect.stringContaining('lately (getaddrinfo ENOTFOUND github.com); --desktop tries again'),
  })
  expect(at.fetches).toBe(1)
  expect(await findElectron(true, at)).toEqual(failed)
  now += 60 * 60_000
  await findElectron(false, at)
  expect(at.fetches).toBe(3)
})

test.each(['', 'null', '{"at":"x"}', `{"at":${String(2 ** 50)},"words":"x"}`])(
  'a note that says nothing (%j) does not hinder',
  async (text) => {
    writeFileSync(at.record, text)
    await findElectron(false, at)
    expect(at.fetches).toBe(1)
  },
)
