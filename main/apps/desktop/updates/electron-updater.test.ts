import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MacUpdater } from 'electron-updater'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { UpdateFeed } from '../testing/update-feed.ts'
import { handOver } from './electron-updater.ts'
import { openUpdater } from './open-updater.ts'
import type { Updater } from './updater.ts'

const feed = new UpdateFeed()
let place = ''
let image = ''
let started: string[] = []
let exits = 0
const before = { APPIMAGE: process.env['APPIMAGE'], XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] }
const newer = Buffer.alloc(300_000, 'newer')

beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'janus-update-'))
  started = []
  exits = 0
  image = join(place, 'Janus-1.0.0.AppImage')
  writeFileSync(image, 'older')
  process.env['XDG_CACHE_HOME'] = join(place, 'cache')
  await feed.listen()
  feed.asked.length = 0
  feed.cutAfter = null
})
afterEach(async () => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  await feed.close()
  rmSync(place, { recursive: true })
})

interface Packed {
  readonly version?: string
  readonly key?: string | null
  readonly feed?: boolean
  readonly image?: string | null
  readonly platform?: NodeJS.Platform
  readonly proxies?: Readonly<Record<string, string>>
  readonly systemProxy?: string
}

function updaterOf({
  version = '1.0.0',
  key = feed.key,
  feed: hasFeed = true,
  platform = 'linux',
  proxies = {},
  systemProxy = 'DIRECT',
  ...more
}: Packed = {}) {
  const own = 'image' in more ? more.image : image
  if (own === null || own === undefined) delete process.env['APPIMAGE']
  else process.env['APPIMAGE'] = own
  const archive = join(place, 'app')
  mkdirSync(archive, { recursive: true })
  writeFileSync(
    join(archive, 'package.json'),
    JSON.stringify({ homepage: 'https://janus.example', ...(key === null ? {} : { updateKey: key }) }),
  )
  const config = `provider: generic\nurl: ${feed.url}\nupdaterCacheDirName: janus-updater\n`
  if (hasFeed) writeFileSync(join(place, 'app-update.yml'), config)
  return openUpdater({
    version,
    archive,
    resources: place,
    profile: join(place, 'profile'),
    platform,
    environment: { ...(own && { APPIMAGE: own }), ...proxies },
    home: place,
    systemProxy: async () => systemProxy,
    start: (program) => started.push(program),
    exit: () => (exits += 1),
    log: () => undefined,
  })
}

function updater(packed: Packed = {}): Updater {
  const opened = updaterOf(packed)
  if (opened === null) throw new Error('There is no updater.')
  return opened
}

/** An updater that has downloaded version 1.1.0. */
async function downloaded(packed: Packed = {}, name?: string): Promise<Updater> {
  feed.publish('1.1.0', newer, { name })
  const one = updater(packed)
  await one.check()
  await one.download(() => undefined)
  return one
}

const failure = (reason: string) => expect.objectContaining({ reason })
const cached = () => {
  const pending = join(place, 'cache', 'janus-updater', 'pending')
  return existsSync(pending) ? readdirSync(pending) : []
}

describe('a package without a publisher', () => {
  test.each([{ feed: false }, { key: null }])('asks nobody: %j', (packed) => {
    expect(updaterOf(packed)).toBeNull()
  })
})

describe('a newer version', () => {
  test('is found, fetched, and takes the place of the image, under its own name', async () => {
    feed.publish('1.1.0', newer)
    const one = updater()
    expect([one.page, await one.check()]).toEqual([null, '1.1.0'])
    const percents: number[] = []
    await one.download((percent) => percents.push(percent))
    expect(percents.at(-1)).toBe(100)
    expect(readFileSync(image, 'utf8')).toBe('older')
    await one.install()
    const target = join(place, 'Janus-1.1.0.AppImage')
    expect([readFileSync(target).equals(newer), existsSync(image)]).toEqual([true, false])
    expect([started, exits]).toEqual([[target], 1])
  })

  test('keeps a name that the user chose', async () => {
    image = join(place, 'janus')
    writeFileSync(image, 'older')
    await (await downloaded()).install()
    expect([readFileSync(image).equals(newer), started]).toEqual([true, [image]])
  })

  test('that was fetched before an end is not fetched again', async () => {
    await downloaded()
    const second = await downloaded()
    expect(feed.asked.filter((name) => name.endsWith('.AppImage')).length).toBe(1)
    await second.install()
    expect(exits).toBe(1)
  })

  test('is only named where a package manager has installed Janus', async () => {
    feed.publish('1.1.0', newer)
    const one = updater({ image: null })
    expect([one.page, await one.check()]).toEqual(['https://janus.example', '1.1.0'])
  })

  test('tells the server nothing that tells one installation from another', async () => {
    feed.publish('1.1.0', newer)
    await updater().check()
    const own = ['host', 'connection', 'cache-control', 'user-agent', 'accept']
    expect(Object.keys(feed.lastHeaders).filter((name) => !own.includes(name))).toEqual([])
  })
})

describe('refused is', () => {
  test.each(['1.0.0', '0.9.0'])('a version that is not newer: %s', async (version) => {
    feed.publish(version, newer)
    expect(await updater().check()).toBeNull()
  })

  test('what somebody else has signed, what nobody has, and what was changed afterwards', async () => {
    feed.publish('1.1.0', newer)
    const text = feed.description
    for (const signer of ['other', 'nobody'] as const) {
      feed.describe(text, signer)
      await expect(updater().check()).rejects.toEqual(failure('unsigned'))
    }
    feed.describe(text)
    feed.put('latest-linux.yml', Buffer.from(text.replace('1.1.0', '1.2.0')))
    await expect(updater().check()).rejects.toEqual(failure('unsigned'))
  })

  test('a file that is shorter than the publisher’s, or another', async () => {
    for (const file of [newer.subarray(0, 1000), Buffer.alloc(newer.length, 'other')]) {
      feed.publish('1.1.0', file, { hashOf: newer })
      const one = updater()
      expect(await one.check()).toBe('1.1.0')
      await expect(one.download(() => undefined)).rejects.toEqual(failure('damaged'))
    }
    expect([readFileSync(image, 'utf8'), cached()]).toEqual(['older', []])
  })

  test('a description without a version, without a file or without a hash', async () => {
    for (const text of ['{}', 'version: what\n', 'version: 1.1.0\n', 'just words', '']) {
      feed.describe(text)
      const one = updater()
      await expect(one.check().then(() => one.download(() => undefined))).rejects.toEqual(failure('damaged'))
    }
    feed.describe('version: 1.1.0\nfiles:\n  - url: a.AppImage\n')
    const one = updater()
    await one.check()
    await expect(one.download(() => undefined)).rejects.toEqual(failure('damaged'))
  })
})

describe('the server', () => {
  test('that cannot be reached, or has nothing, is unreachable', async () => {
    feed.isDown = true
    await expect(updater().check()).rejects.toEqual(failure('unreachable'))
    feed.isDown = false
    feed.clear()
    await expect(updater().check()).rejects.toEqual(failure('unreachable'))
  })

  test('that goes in the middle leaves nothing behind, and is asked again', async () => {
    feed.publish('1.1.0', newer)
    feed.cutAfter = 100_000
    const one = updater()
    await one.check()
    await expect(one.download(() => undefined)).rejects.toEqual(failure('interrupted'))
    expect([readFileSync(image, 'utf8'), cached()]).toEqual(['older', []])
    feed.cutAfter = null
    await one.check()
    await one.download(() => undefined)
    await one.install()
    expect(exits).toBe(1)
  })
})

test('a version that cannot be put in place leaves the image as it was', async () => {
  const one = await downloaded()
  // A non-empty folder has the target's name.
  mkdirSync(join(place, 'Janus-1.1.0.AppImage', 'full'), { recursive: true })
  await expect(one.install()).rejects.toThrow()
  expect([readFileSync(image, 'utf8'), started, exits]).toEqual(['older', [], 0])
  expect(readdirSync(place)).not.toContain('Janus-1.1.0.AppImage.part')
})

// Node supports proxies since version 24.
describe.runIf(Number(process.versions.node.split('.')[0]) >= 24)('behind a proxy', () => {
  /** A loopback proxy that reaches only the feed and records its requests. */
  async function openProxy() {
    const asked: string[] = []
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '')
      const { pathname } = new URL(request.url ?? '')
      void fetch(`${feed.url}${pathname}`).then(async (answer) =>
        response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer())),
      )
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    return { asked, at: `127.0.0.1:${String((proxy.address() as AddressInfo).port)}` }
  }

  const wanted = ['latest-linux.yml', 'latest-linux.yml.sig', 'Janus-1.1.0.AppImage']

  test.each(['environment', 'system'])(
    'of the %s the version is found and fetched through it',
    async (whose) => {
      const { asked, at } = await openProxy()
      feed.publish('1.1.0', newer)
      const named =
        whose === 'system'
          ? { systemProxy: `PROXY ${at}; DIRECT` }
          : { proxies: { HTTP_PROXY: `http://${at}` } }
      const one = updater(named)
      expect(await one.check()).toBe('1.1.0')
      await one.download(() => undefined)
      expect(asked.map((url) => new URL(url).pathname.slice(1))).toEqual(wanted)
    },
  )

  test('a host that NO_PROXY names is asked directly', async () => {
    const { asked, at } = await openProxy()
    feed.publish('1.1.0', newer)
    const proxies = { HTTP_PROXY: `http://${at}`, NO_PROXY: '127.0.0.1' }
    expect(await updater({ proxies }).check()).toBe('1.1.0')
    expect(asked).toEqual([])
  })
})

// The downloaded file isn't executable, so the system refuses to start it, as Windows may.
describe.skipIf(process.platform === 'win32')('an installer of Windows', () => {
  const elevate = () => join(place, 'elevate.exe')

  function fetched(): Promise<Updater> {
    vi.stubGlobal('process', Object.assign(Object.create(process), { resourcesPath: place }))
    onTestFinished(() => void vi.unstubAllGlobals())
    return downloaded({ platform: 'win32' }, 'Janus-1.1.0.exe')
  }

  test('that needs more rights is started with them, and then Janus ends', async () => {
    const one = await fetched()
    writeFileSync(elevate(), '#!/bin/sh\n')
    chmodSync(elevate(), 0o755)
    await one.install()
    expect(exits).toBe(1)
  })

  test('that cannot be started with them either leaves Janus running', async () => {
    const one = await fetched()
    await expect(one.install()).rejects.toEqual(failure('other'))
    expect(exits).toBe(0)
  })

  test('that is gone leaves Janus running', async () => {
    const one = await fetched()
    rmSync(join(place, 'cache', 'janus-updater', 'pending', 'Janus-1.1.0.exe'))
    await expect(one.install()).rejects.toThrow('ENOENT')
    expect(exits).toBe(0)
  })
})

describe('the updater of macOS', () => {
  /** The real `MacUpdater` over a fake Squirrel. */
  function onMac() {
    const asked: string[] = []
    const native = Object.assign(new EventEmitter(), {
      checkForUpdates: () => asked.push('check'),
      quitAndInstall: () => asked.push('quit'),
    })
    const mac = Object.create(MacUpdater.prototype) as MacUpdater
    Object.assign(mac, { nativeUpdater: native, autoInstallOnAppQuit: false, autoRunAppAfterInstall: true })
    // Its constructor does this, but runs only in Electron.
    native.on('error', (error) => mac.emit('error', error))
    return { asked, native, mac }
  }

  test('gets the file when the user restarts, and ends the app once it has it', () => {
    const { asked, native, mac } = onMac()
    void handOver(mac)
    expect(asked).toEqual(['check'])
    native.emit('update-downloaded')
    expect(asked).toEqual(['check', 'quit'])
  })

  test('that refuses the file later is a failure, and nothing was ended', async () => {
    const { asked, native, mac } = onMac()
    const handed = handOver(mac)
    native.emit('error', new Error('Code signature did not pass validation'))
    await expect(handed).rejects.toThrow('did not pass validation')
    expect(asked).toEqual(['check'])
  })
})
