import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { formatVersion } from '../../main/adapters/store/schema.ts'
import { keptFolder } from '../../main/adapters/store/testing/kept-folder.ts'
import { build } from '../build.mjs'
import { canInstallPackages } from '../system-packages.mjs'
import { ensureTestElectron } from '../test-electron.mjs'
import { openScreen } from '../test-screen.mjs'
import { ensureUser } from '../test-user.mjs'
import { packFolder } from './build.ts'
import { spawnBare, startBare, type Started, type User } from './started.ts'

const formatOf = (file: string): unknown => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 20_000 })
  const row = database.prepare('PRAGMA user_version').get()
  database.close()
  return row?.['user_version']
}
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

// Chromium's sandbox refuses root, and mounting a small disk needs it.
describe.skipIf(!canInstallPackages())(
  'the packed app on the folder of an earlier one, as root on Debian',
  () => {
    let place = ''
    let program = ''
    let home = ''
    let state = ''
    let screen: Awaited<ReturnType<typeof openScreen>> = null
    const user = (): User => ({ user: 'janus-tests', home, screen: { DISPLAY: screen?.display ?? '' } })
    const give = () => execFileSync('chown', ['-R', 'janus-tests:', home])

    beforeAll(async () => {
      place = mkdtempSync(join(tmpdir(), 'janus-upgrade-'))
      chmodSync(place, 0o755)
      await build()
      const { path } = await ensureTestElectron()
      ensureUser()
      program = await packFolder(path, place, '1.0.0', null)
      screen = await openScreen()
    }, 480_000)
    afterAll(async () => {
      await screen?.close()
      rmSync(place, { recursive: true, force: true })
    })

    beforeEach(() => {
      home = mkdtempSync(join(tmpdir(), 'janus-user-'))
      state = join(home, '.janus-rehearsal')
      mkdirSync(state, { mode: 0o700 })
      copyFileSync(join(keptFolder(onTestFinished), 'janus.db'), join(state, 'janus.db'))
      give()
    })
    afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

    /** Starts the app, and kills it at the end of a failing test. */
    async function open(): Promise<Started> {
      const started = await startBare(program, user())
      const { process: app } = started
      onTestFinished(async () => {
        if (app.exitCode !== null || app.signalCode !== null) return
        process.kill(-(app.pid ?? 0), 'SIGKILL')
        await once(app, 'exit')
      })
      return started
    }

    /** Starts and quits the app; expects all data, the current format and a backup in the old one. */
    async function isUpgraded(): Promise<void> {
      const started = await open()
      const agents = (await started.ask('/agents')) as readonly { name: string }[]
      expect(agents.map(({ name }) => name)).toEqual(['Scout', 'Builder', 'Critic', 'Pilot@barn'])
      expect(await started.end()).toBe(0)
      expect(formatOf(join(state, 'janus.db'))).toBe(formatVersion)
      expect(formatOf(join(state, 'janus.db.format-13'))).toBe(13)
    }

    /** Starts the app, and kills its group at the given change of `file` in the state folder. */
    async function killAt(file: string, times: number): Promise<void> {
      const changes = watch(state)
      const app = spawnBare(program, user(), ['--rehearse', '--port', '0'])
      let count = 0
      changes.on('change', (_, name) => {
        if (name === file && ++count === times) process.kill(-(app.pid ?? 0), 'SIGKILL')
      })
      await once(app, 'exit')
      changes.close()
    }

    test.each([
      ['holds the folder', 'lock.json', 1],
      ['begins the copy of the earlier database', 'janus.db.format-13', 1],
      ['is in the middle of the copy', 'janus.db.format-13-journal', 1],
      ['has written the first of the new rows', 'janus.db-wal', 2],
      ['notes where the log ends', 'janus.db.mark', 1],
      ['serves the agents API', 'api.json', 1],
    ])('killed when it %s, is upgraded by the next start', async (_, file, times) => {
      await killAt(file, times)
      await isUpgraded()
    })

    test('leaves a newer one as it was, and says why', async () => {
      const file = join(state, 'janus.db')
      const database = new DatabaseSync(file)
      database.exec('PRAGMA user_version = 1000')
      database.close()
      const before = hashOf(file)
      const started = await open()
      expect(started.lines.at(-1)).toMatch(
        /^janus: refused .* was written by a newer Janus \(version 1000 of its format/,
      )
      expect(await started.end()).toBe(0)
      expect(hashOf(file)).toBe(before)
    })

    test('on a full disk opens what there is, to read, and is upgraded once there is room', async () => {
      const kept = readFileSync(join(state, 'janus.db'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', state])
      try {
        writeFileSync(join(state, 'janus.db'), kept, { mode: 0o600 })
        // Leaves too little space for a second database.
        const rest = 8 * 1024 * 1024 - 1.5 * kept.length - 64 * 1024
        writeFileSync(join(state, 'other.bin'), Buffer.alloc(rest))
        give()
        const started = await open()
        expect(started.lines.at(-1)).toMatch(/^agents API:|^janus: window$/)
        expect(await started.end()).toBe(0)
        expect(readFileSync(join(state, 'janus.db')).equals(kept)).toBe(true)
        rmSync(join(state, 'other.bin'))
        await isUpgraded()
      } finally {
        execFileSync('umount', [state])
      }
    })
  },
)
