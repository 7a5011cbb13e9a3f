import { execFileSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, describe, vi } from 'vitest'
import { testElectron } from '../test-electron.mjs'
import { hasOwnScreen, openScreen } from '../test-screen.mjs'
import { openDesktop, secondLimits, usualLimits } from './desktop.mjs'
import { mayHaveFirst } from './state-folder.mjs'
import { UserRequests } from './wishes.mjs'
import { testFolder } from '../../main/testkit/test-folder.ts'

// A real Electron with small apps, as an ordinary user on its own screen; only the clock is fake.
const found = testElectron()
const electron = found?.path ?? ''
const user = found?.as ?? null
/** Runs a program without user namespaces, as on a Linux that forbids them. */
const closed = `unshare --user --map-current-user --keep-caps sh -c 'echo 0 > /proc/sys/user/max_user_namespaces
  exec setpriv --inh-caps=-all --ambient-caps=-all "$@"' closed`

let place = ''
let screen: Awaited<ReturnType<typeof openScreen>> = null
let signals: EventEmitter

describe.skipIf(found === null || !hasOwnScreen())(
  'a real Electron (skipped: none here, or no screen of its own)',
  () => {
    beforeAll(async () => {
      screen = await openScreen()
    })
    afterAll(() => screen?.close())
    beforeEach(() => {
      place = testFolder('real-launch')
      if (user !== null) chownSync(place, user.uid, user.gid)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      signals = new EventEmitter()
    })
    afterEach(() => vi.useRealTimers())

    /** Opens an app of one file. `before` wraps the program; `up` resolves when that text is printed. */
    function open(entry: string, { before = '', on = screen?.display, asRoot = false } = {}) {
      const app = mkdtempSync(join(place, 'app-'))
      if (user !== null) chownSync(app, user.uid, user.gid)
      writeFileSync(
        join(app, 'package.json'),
        '{"name":"app","version":"1.0.0","type":"module","main":"main.js"}',
      )
      writeFileSync(join(app, 'main.js'), entry)
      const { uid, gid } = user ?? {}
      const ordinary =
        uid === undefined || asRoot ? '' : `setpriv --reuid=${uid} --regid=${gid} --clear-groups`
      const path = join(place, 'electron')
      writeFileSync(path, `#!/bin/sh\nexec ${ordinary} ${before} '${electron}' "$@"\n`, { mode: 0o755 })
      let errors = ''
      const up = Promise.withResolvers<void>()
      const outcome = openDesktop(path, [app, `--user-data-dir=${join(place, 'state', 'window')}`], {
        wishes: new UserRequests(signals),
        limits: usualLimits,
        env: { PATH: process.env['PATH'], HOME: place, DISPLAY: on },
        user: {
          out: (text) => (text.includes('up') ? up.resolve() : undefined),
          err: (text) => void (errors += text),
        },
      })
      const ended = async () => {
        throw new Error(`${JSON.stringify(await outcome)}\n${errors}`)
      }
      return { outcome, up: () => Promise.race([up.promise, ended()]) }
    }

    const starting = "import { app, BrowserWindow } from 'electron'\nconsole.log('janus: starting')\n"
    const opens = `${starting}app.whenReady().then(() => {
    process.on('SIGTERM', () => app.quit())
    new BrowserWindow()
    console.log('janus: window\\nup')
  })`

    test('whose app waits for ready before it is evaluated hangs, is ended, and that is said', async () => {
      const { outcome, up } = open(`${starting}console.log('up')\nawait app.whenReady()`)
      await up()
      vi.advanceTimersByTime(usualLimits.line)
      expect(await outcome).toEqual({ kind: 'unseen', reason: 'it began, and then nothing came within 20 s' })
    })

    test('that shows a window is let be, and ends in order when it is told to', async () => {
      const { outcome, up } = open(opens)
      await up()
      vi.advanceTimersByTime(10 * usualLimits.line)
      signals.emit('SIGTERM')
      expect(await outcome).toEqual({ kind: 'ended', code: 0 })
    })

    test('of which one has the folder and hangs: a second start shows its window within its limit', async () => {
      const alone = `${opens.replace('app.whenReady', 'if (!app.requestSingleInstanceLock()) app.exit(4)\nelse app.whenReady')}`
      const hanging = `${alone}.then(() => process.kill(process.pid, 'SIGSTOP'))`
      const first = open(hanging)
      await first.up()
      expect(mayHaveFirst(join(place, 'state'))).toBe(true)
      const began = performance.now()
      const second = open(alone)
      await second.up()
      const took = performance.now() - began
      expect(took).toBeLessThan(secondLimits.line)
      // Chromium killed the first instance.
      expect(await first.outcome).toMatchObject({ kind: 'ended', code: 128 + 9 })
      signals.emit('SIGTERM')
      expect(await second.outcome).toEqual({ kind: 'ended', code: 0 })
    }, 120_000)

    test('without a screen', async () => {
      const { outcome } = open(opens, { on: ':987' })
      expect(await outcome).toEqual({ kind: 'unseen', reason: 'its screen cannot be reached' })
    })

    test.skipIf(user === null)('as root (skipped: we are not)', async () => {
      const { outcome } = open(opens, { asRoot: true })
      expect(await outcome).toEqual({ kind: 'unseen', reason: 'the desktop app does not run as root' })
    })

    test('where programs may build no sandbox, which is known before it is even tried', async () => {
      const { outcome } = open(opens, { before: closed })
      const words = 'this system does not let programs build a sandbox of their own; this fixes it: sudo '
      const helper = join(dirname(electron), 'chrome-sandbox')
      const reason = `${words}chown root:root '${helper}' && sudo chmod 4755 '${helper}'`
      expect(await outcome).toEqual({ kind: 'unseen', reason })
      expect(obstacleThere()).toBe(`${words}sysctl -w user.max_user_namespaces=10000`)
    })
  },
)

/** Runs `obstacle` inside such a system. */
function obstacleThere(): string {
  const ask = `import { obstacle } from '${join(import.meta.dirname, 'obstacles.mjs')}'
    const system = { platform: 'linux', env: { DISPLAY: ':0' }, isRoot: false, settings: '/proc/sys' }
    console.log(obstacle(system, null))`
  const command = `exec ${closed} "$@"`
  const args = ['-c', command, 'sh', process.execPath, '--input-type=module', '-e', ask]
  return execFileSync('sh', args, {
    encoding: 'utf8',
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  }).trim()
}
