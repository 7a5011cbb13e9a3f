import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UpdateFeed } from '../../main/apps/desktop/testing/update-feed.ts'
import { packageCli } from '../../main/backends/claude/installation.ts'
import { openStore } from '../../main/adapters/store/store.ts'
import { build } from '../build.mjs'
import { canInstallPackages } from '../system-packages.mjs'
import { ensureTestElectron } from '../test-electron.mjs'
import { openScreen } from '../test-screen.mjs'
import { ensureUser, testUser } from '../test-user.mjs'
import { packFolder } from './build.ts'
import { apiOf, startBare, type Started } from './started.ts'

/** Larger than the small disk of one test, so that a download fails halfway. */
const imageSize = 3_000_000

/**
 * Replaces an AppImage, whose runtime would be downloaded: one file that starts its version's program and
 * sets APPIMAGE, as the runtime does.
 */
function imageOf(program: string): Buffer {
  const script = `#!/bin/sh\nexport APPIMAGE="$(readlink -f "$0")"\nexec '${program}' "$@"\n`
  return Buffer.concat([Buffer.from(script), Buffer.alloc(imageSize, '#')])
}

/** Yields at once, and whenever the folder changes. */
async function* changesOf(folder: string): AsyncGenerator<void> {
  const changes = watch(folder)
  yield
  for await (const _ of changes) yield
}

function parentOf(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1])
}

interface Agent {
  readonly name: string
  readonly status: string
  readonly pending: number
}

interface Updated {
  readonly kind: string
  readonly [field: string]: unknown
}

// Chromium's sandbox refuses root, and mounting a small disk needs it.
describe.skipIf(!canInstallPackages())('an update of the packed app, as root on Debian', () => {
  const feed = new UpdateFeed()
  let place = ''
  let home = ''
  let [older, newer] = ['', '']
  let screen: Awaited<ReturnType<typeof openScreen>> = null
  let started: Started
  const state = () => join(home, '.janus-rehearsal')
  const image = (version: string) => join(home, `Janus-${version}.AppImage`)
  // The packages contain no Claude CLI, so the user has one.
  const own = { PATH: `${dirname(packageCli() ?? '')}:/usr/bin:/bin` }
  const user = () => ({ user: 'janus-tests', home, own, screen: { DISPLAY: screen?.display ?? '' } })

  /** Resolves with the result of `look`, now or after a change in the state folder. */
  async function inFolder<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
    for await (const _ of changesOf(state())) {
      const found = await look()
      if (found !== undefined) return found
    }
    throw new Error('The folder is gone.')
  }

  const logged = (): string => readFileSync(join(state(), 'janus.log'), 'utf8')

  /** Checks for updates; resolves with the status once the log has the result. */
  async function checked(): Promise<Updated> {
    const before = logged().length
    await started.ask('/updates/check', {})
    await inFolder(() => (logged().slice(before).includes(' update: ') ? true : undefined))
    // Asks the updating process directly: `/status` follows a moment later.
    return (await started.ask('/updates/restart', { when: 'never' })) as Updated
  }

  async function agents(): Promise<Readonly<Record<string, Agent>>> {
    const all = (await started.ask('/agents')) as readonly Agent[]
    return Object.fromEntries(all.map((agent) => [agent.name, agent]))
  }

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'janus-update-'))
    home = mkdtempSync(join(tmpdir(), 'janus-user-'))
    chmodSync(place, 0o755)
    await build()
    const { path } = await ensureTestElectron()
    ensureUser()
    const owner = testUser()
    if (owner !== null) chownSync(home, owner.uid, owner.gid)
    await feed.listen()
    for (const version of ['1.0.0', '1.1.0']) mkdirSync(join(place, version))
    older = await packFolder(path, join(place, '1.0.0'), '1.0.0', feed)
    newer = await packFolder(path, join(place, '1.1.0'), '1.1.0', feed)
    writeFileSync(image('1.0.0'), imageOf(older), { mode: 0o755 })
    screen = await openScreen()
    feed.publish('1.0.0', imageOf(older))
    mkdirSync(state(), { mode: 0o700 })
    const store = openStore(state())
    store.keepDraft('first', { text: 'Half a thought', attachments: [] })
    store.close()
    execFileSync('chown', ['-R', `--reference=${home}`, state()])
    started = await startBare(image('1.0.0'), user())
  }, 480_000)

  afterAll(async () => {
    // The updated app is no child of ours.
    if (existsSync(join(state(), 'api.json'))) process.kill(parentOf(apiOf(state()).pid), 'SIGKILL')
    await feed.close()
    await screen?.close()
    for (const folder of [place, home]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test('is none where the feed has the same version, or an older one', async () => {
    for (const version of ['1.0.0', '0.9.0']) {
      feed.publish(version, imageOf(older))
      expect(await started.ask('/updates/check', {})).toEqual({ kind: 'idle' })
    }
  })

  test('is refused if somebody else has signed it, or its file is another or cut off', async () => {
    feed.publish('1.1.0', imageOf(newer))
    feed.describe(feed.description, 'other')
    expect(await checked()).toMatchObject({ kind: 'failed', reason: 'unsigned' })
    feed.publish('1.1.0', imageOf(older), { hashOf: imageOf(newer) })
    expect(await checked()).toMatchObject({ kind: 'failed', reason: 'damaged', version: '1.1.0' })
    feed.publish('1.1.0', imageOf(newer).subarray(0, 1_000_000), { hashOf: imageOf(newer) })
    expect(await checked()).toMatchObject({ kind: 'failed', reason: 'damaged', version: '1.1.0' })
  })

  test('breaks off if the server goes in the middle, and is tried again', async () => {
    feed.publish('1.1.0', imageOf(newer))
    feed.cutAfter = 1_000_000
    expect(await checked()).toMatchObject({ kind: 'failed', reason: 'interrupted', version: '1.1.0' })
    feed.isDown = true
    expect(await checked()).toMatchObject({ kind: 'failed', reason: 'unreachable' })
    feed.isDown = false
    feed.cutAfter = null
  })

  test('says that the disk is full, and leaves nothing on it', async () => {
    const cache = join(home, '.cache', 'janus-updater')
    rmSync(cache, { recursive: true, force: true })
    mkdirSync(cache)
    const { uid, gid } = testUser() ?? { uid: 0, gid: 0 }
    const options = `size=1m,uid=${String(uid)},gid=${String(gid)}`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', cache])
    try {
      expect(await checked()).toMatchObject({ kind: 'failed', reason: 'disk full', version: '1.1.0' })
    } finally {
      execFileSync('umount', [cache])
    }
    rmSync(cache, { recursive: true })
  })

  test('restarts to the new version once no agent works, and everything is kept', async () => {
    for (const name of ['scout', 'puppet', 'ann', 'bob', 'scribe']) await started.ask('/agents', { name })
    const convened = await started.ask('/gatherings', {
      topic: 'Names',
      question: 'Which words?',
      participants: [{ agent: 'ann' }, { agent: 'bob' }],
      harvester: { agent: 'scribe' },
      user: { number: 1, holds: true },
    })
    expect(convened).toHaveProperty('id')
    const { id } = convened as { id: string }
    const gathering = async () => {
      const report = (await started.ask(`/gatherings/${id}`)) as Record<string, unknown>
      return { state: report['state'], phase: report['phase'], needs: report['needs'] }
    }
    const before = await gathering()
    expect(before.state).toBe('running')
    // Scout leaves Ann a note, then asks the user in the middle of its turn, which lasts until they answer.
    const note = { target: 'ann', message: 'A note for later.', priority: 'low' }
    const script = `call: send_to_agent ${JSON.stringify(note)}\ncall: Bash {"command": "touch here"}`
    await started.ask('/agents/scout/message', { message: script })
    await inFolder(async () => {
      const { scout, ann } = await agents()
      return (scout?.status === 'working' && ann?.pending === 1) || undefined
    })
    expect(await checked()).toMatchObject({ kind: 'ready', version: '1.1.0', waitingFor: null })
    expect(await started.ask('/updates/restart', { when: 'idle' })).toMatchObject({ waitingFor: 1 })
    const { pid: core } = apiOf(state())
    expect(started.process.exitCode).toBeNull()
    await started.ask('/agents/scout/interrupt', {})
    const next = await inFolder(() => {
      const api = existsSync(join(state(), 'api.json')) ? apiOf(state()) : null
      return api !== null && api.pid !== core ? api : undefined
    })
    expect(readlinkSync(`/proc/${String(next.pid)}/exe`)).toBe(newer)
    expect([existsSync(image('1.0.0')), readFileSync(image('1.1.0')).equals(imageOf(newer))]).toEqual([
      false,
      true,
    ])
    const { scout: _, ...kept } = await agents()
    expect(Object.keys(kept)).toEqual(['puppet', 'ann', 'bob', 'scribe'])
    expect(kept['ann']).toMatchObject({ pending: 1 })
    expect(JSON.stringify(await started.ask('/agents/scout/transcript'))).toContain('touch here')
    expect(await gathering()).toEqual(before)
    process.kill(parentOf(next.pid), 'SIGTERM')
    await inFolder(() => (existsSync(join(state(), 'api.json')) ? undefined : true))
    // The database is locked until the app ends, in a moment.
    const database = new DatabaseSync(join(state(), 'janus.db'), { readOnly: true, timeout: 20_000 })
    const drafts = database.prepare('SELECT text FROM draft').all()
    database.close()
    expect(drafts).toMatchObject([{ text: 'Half a thought' }])
  }, 180_000)
})
