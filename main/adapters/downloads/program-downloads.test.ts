import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { DownloadState } from '../../contract/agents/program-downloads.ts'
import { downloadWords } from './download-words.ts'
import { NpmDownloads, type DownloadsOptions } from './program-downloads.ts'
import type { PinnedProgram } from './pinned-programs.ts'
import { LoopbackRegistry } from './testing/loopback-registry.ts'

let place = ''
let registry: LoopbackRegistry
let pinned: PinnedProgram
const path = '/@mo/claude-linux/-/claude-linux-2.0.0.tgz'
const folder = () => join(place, 'programs')
const program = () => join(folder(), 'claude', '2.0.0', 'bin', 'claude')
const inFolder = () => (existsSync(join(folder(), 'claude')) ? readdirSync(join(folder(), 'claude')) : [])

/** A package large enough to arrive in several chunks. */
function pack(text: string): Buffer {
  const source = mkdtempSync(join(place, 'package-'))
  mkdirSync(join(source, 'package', 'bin'), { recursive: true })
  writeFileSync(join(source, 'package', 'package.json'), '{}')
  writeFileSync(join(source, 'package', 'bin', 'claude'), text)
  const file = join(source, 'package.tgz')
  create({ gzip: { level: 0 }, file, cwd: source, sync: true }, ['package'])
  return readFileSync(file)
}

const integrityOf = (file: Buffer) => `sha512-${createHash('sha512').update(file).digest('base64')}`

beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'janus-downloads-'))
  registry = await LoopbackRegistry.open()
  const file = pack(`#!/bin/sh\necho 2.0.0\n#${'x'.repeat(300_000)}`)
  registry.files.set(path, file)
  pinned = {
    package: '@mo/claude-linux',
    version: '2.0.0',
    integrity: integrityOf(file),
    program: 'bin/claude',
  }
})
afterEach(async () => {
  await registry.close()
  rmSync(place, { recursive: true, force: true })
})

function open(options: Partial<DownloadsOptions> = {}) {
  const downloads = new NpmDownloads({
    folder: folder(),
    environment: { npm_config_registry: registry.url },
    home: place,
    log: () => undefined,
    pinned: (kind) => (kind === 'claude' ? pinned : null),
    ...options,
  })
  const seen: DownloadState[] = []
  downloads.connect(() => seen.push(stateOf(downloads)))
  return { downloads, seen }
}

function stateOf(downloads: NpmDownloads): DownloadState {
  const state = downloads.view('claude')?.state
  if (state === undefined) throw new Error('There is no such download.')
  return state
}

/** Returns why the download failed. */
async function failure(downloads: NpmDownloads): Promise<string> {
  await downloads.begin('claude')
  const state = stateOf(downloads)
  return state.kind === 'failed' ? state.words : state.kind
}

test('a program comes from the registry, is checked, and can be run; nothing else is left', async () => {
  const { downloads, seen } = open()
  expect(downloads.view('claude')).toMatchObject({ version: '2.0.0', state: { kind: 'absent' } })
  expect(downloads.path('claude')).toBeNull()
  await downloads.begin('claude')
  expect(registry.asked).toEqual([{ path, range: undefined }])
  expect(downloads.path('claude')).toBe(program())
  accessSync(program(), constants.X_OK)
  expect(readFileSync(program(), 'utf8')).toContain('echo 2.0.0')
  expect(inFolder()).toEqual(['2.0.0'])
  expect(seen.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['downloading', 'unpacking', 'installed']),
  )
  expect(seen.at(-1)).toEqual({ kind: 'installed' })
})

test('the next Janus finds it, and does not fetch it again', async () => {
  await open().downloads.begin('claude')
  const { downloads } = open()
  expect(stateOf(downloads)).toEqual({ kind: 'installed' })
  await downloads.begin('claude')
  expect(registry.asked).toHaveLength(1)
})

test('concurrent requests share one download', async () => {
  const { downloads } = open()
  await Promise.all([downloads.begin('claude'), downloads.begin('claude')])
  expect(registry.asked).toHaveLength(1)
})

test('two Januses that want it at the same time both have it', async () => {
  const [one, other] = [open().downloads, open().downloads]
  await Promise.all([one.begin('claude'), other.begin('claude')])
  expect([stateOf(one), stateOf(other)]).toEqual([{ kind: 'installed' }, { kind: 'installed' }])
  expect(inFolder()).toEqual(['2.0.0'])
})

describe('a connection that is cut', () => {
  test('says how much is kept, and the next attempt resumes there', async () => {
    registry.answers.cutAfter = 200_000
    const { downloads } = open()
    expect(await failure(downloads)).toMatch(/was cut \(.*\)\. Try again: \d+ kB are kept/)
    delete registry.answers.cutAfter
    await downloads.begin('claude')
    expect(stateOf(downloads)).toEqual({ kind: 'installed' })
    expect(registry.asked[1]?.range).toMatch(/^bytes=[1-9]\d+-$/)
    expect(inFolder()).toEqual(['2.0.0'])
  })

  test('starts over when the server ignores ranges', async () => {
    registry.answers.cutAfter = 200_000
    await open().downloads.begin('claude')
    delete registry.answers.cutAfter
    registry.answers.isWhole = true
    const { downloads } = open()
    await downloads.begin('claude')
    expect(stateOf(downloads)).toEqual({ kind: 'installed' })
  })

  test('after the last byte still installs the file', async () => {
    const { downloads } = open()
    mkdirSync(join(folder(), 'claude'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder(), 'claude', '2.0.0.part'), registry.files.get(path) ?? '')
    await downloads.begin('claude')
    expect(stateOf(downloads)).toEqual({ kind: 'installed' })
  })

  test('continues the partial file of a killed Janus, but not of a running one', async () => {
    const half = registry.files.get(path)?.subarray(0, 1000) ?? ''
    mkdirSync(join(folder(), 'claude'), { recursive: true, mode: 0o700 })
    // Above the highest process id of Linux.
    writeFileSync(join(folder(), 'claude', '2.0.0.part-4194305-aa'), half)
    writeFileSync(join(folder(), 'claude', `1.0.0.part-${String(process.pid)}-bb`), half)
    await open().downloads.begin('claude')
    expect(registry.asked[0]?.range).toBe('bytes=1000-')
    expect(inFolder().sort()).toEqual([`1.0.0.part-${String(process.pid)}-bb`, '2.0.0'])
  })

  test('by the user is not a failure, and the partial file is kept', async () => {
    registry.answers.stallsAfter = 100_000
    const { downloads, seen } = open()
    const over = downloads.begin('claude')
    const came = Promise.withResolvers<void>()
    downloads.connect(() => {
      const state = stateOf(downloads)
      seen.push(state)
      if (state.kind === 'downloading' && state.received > 0) came.resolve()
    })
    await came.promise
    downloads.cancel('claude')
    await over
    expect(stateOf(downloads)).toEqual({ kind: 'absent' })
    expect(inFolder()).toEqual(['2.0.0.part'])
    downloads.remove('claude')
    expect(inFolder()).toEqual([])
  })
})

describe('errors are explained', () => {
  test('a wrong hash: nothing of it is used or kept', async () => {
    registry.files.set(path, pack('#!/bin/sh\necho evil\n'))
    const { downloads } = open()
    expect(await failure(downloads)).toMatch(/is not @mo\/claude-linux 2\.0\.0: its hash is wrong/)
    expect(downloads.path('claude')).toBeNull()
    expect(inFolder()).toEqual([])
  })

  test('a part that belongs to another file: it is not kept either', async () => {
    mkdirSync(join(folder(), 'claude'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder(), 'claude', '2.0.0.part'), 'something else')
    const { downloads } = open()
    expect(await failure(downloads)).toContain('its hash is wrong')
    await downloads.begin('claude')
    expect(stateOf(downloads)).toEqual({ kind: 'installed' })
  })

  test.each([
    [404, 'it does not have @mo/claude-linux 2.0.0'],
    [401, 'it wants a sign-in'],
    [500, 'answered 500. Try again later.'],
  ])('a registry that answers %i', async (status, words) => {
    registry.answers.status = status
    expect(await failure(open().downloads)).toContain(words)
  })

  test('no network', async () => {
    const environment = { npm_config_registry: 'http://127.0.0.1:9' }
    expect(await failure(open({ environment }).downloads)).toContain(
      '127.0.0.1:9 could not be reached (ECONNREFUSED)',
    )
  })

  test('a network that puts its own certificate in between', () => {
    const error = Object.assign(new Error('self signed'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })
    const place = { pinned, host: 'npm.example', folder: folder(), kept: 0, isComplete: false }
    expect(downloadWords(error, place)).toMatch(/npm\.example is not trusted here .* cafile in ~\/\.npmrc/)
  })

  test('a server that falls silent', async () => {
    registry.answers.stallsAfter = 100
    expect(await failure(open({ patience: 50 }).downloads)).toMatch(/was cut \(ETIMEDOUT\)/)
  })

  test('a folder that cannot be written in', async () => {
    writeFileSync(folder(), 'no folder')
    expect(await failure(open().downloads)).toContain(folder())
  })

  test('a package without the program', async () => {
    pinned = { ...pinned, program: 'bin/other' }
    expect(await failure(open().downloads)).toContain('could not be unpacked (ENOENT)')
    expect(inFolder()).toEqual([])
  })
})

test('a newer version takes the place of the older, which serves until then', async () => {
  await open().downloads.begin('claude')
  const newer = pack('#!/bin/sh\necho 10.0.0\n')
  registry.files.set(path.replace('2.0.0', '10.0.0'), newer)
  pinned = { ...pinned, version: '10.0.0', integrity: integrityOf(newer) }
  const { downloads } = open()
  expect(stateOf(downloads)).toEqual({ kind: 'absent' })
  expect(downloads.path('claude')).toBe(program())
  await downloads.begin('claude')
  expect(downloads.path('claude')).toContain('10.0.0')
  expect(inFolder()).toEqual(['10.0.0'])
})

test('it can be removed', async () => {
  const { downloads } = open()
  await downloads.begin('claude')
  expect(downloads.remove('claude')).toBeNull()
  expect([stateOf(downloads), downloads.path('claude')]).toEqual([{ kind: 'absent' }, null])
  expect(existsSync(program())).toBe(false)
})

test('what another Janus installed or removed is noticed', async () => {
  const [one, other] = [open().downloads, open().downloads]
  expect([stateOf(one), stateOf(other)]).toEqual([{ kind: 'absent' }, { kind: 'absent' }])
  await one.begin('claude')
  expect(stateOf(other)).toEqual({ kind: 'installed' })
  other.remove('claude')
  expect(stateOf(one)).toEqual({ kind: 'absent' })
  await one.begin('claude')
  expect(existsSync(program())).toBe(true)
})

test('what another Janus is downloading stays when it is removed', async () => {
  registry.answers.stallsAfter = 200_000
  const [one, other] = [open().downloads, open().downloads]
  const half = new Promise<void>((resolve) =>
    one.connect(() => {
      const state = stateOf(one)
      if (state.kind === 'downloading' && state.received > 0) resolve()
    }),
  )
  const under = one.begin('claude')
  await half
  expect(other.remove('claude')).toBeNull()
  expect(inFolder()).toEqual([expect.stringContaining('2.0.0.part-')])
  await one.close()
  await under
})

test('a kind without a pinned program has no download', async () => {
  const { downloads } = open()
  expect([downloads.view('gemini'), downloads.path('gemini')]).toEqual([null, null])
  await downloads.begin('gemini')
  expect(registry.asked).toEqual([])
})

describe('npm’s settings apply', () => {
  test('to the registry in ~/.npmrc, the scope’s first', async () => {
    const npmrc = (line: string) =>
      writeFileSync(join(place, '.npmrc'), `registry=http://127.0.0.1:9\n${line}\n`)
    npmrc('@mo:registry = "${REGISTRY}/"')
    const { downloads } = open({ environment: { REGISTRY: registry.url } })
    await downloads.begin('claude')
    expect(stateOf(downloads)).toEqual({ kind: 'installed' })
  })

  test.runIf(Number(process.versions.node.split('.')[0]) >= 24)('through its proxy', async () => {
    const asked: string[] = []
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(502).end()
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const HTTP_PROXY = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
    const environment = { npm_config_registry: 'http://registry.invalid', HTTP_PROXY }
    expect(await failure(open({ environment }).downloads)).toContain('registry.invalid answered 502')
    expect(asked).toEqual([`http://registry.invalid${path}`])
  })
})

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a folder of others is left alone',
  async () => {
    mkdirSync(folder())
    chmodSync(folder(), 0o777)
    expect(await failure(open().downloads)).toContain('Others may write')
  },
)
