import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { build } from './build.mjs'
import { root, runQuietly, windows } from './child.mjs'
import { obstacle } from './launch/obstacles.mjs'

const start = (...args: string[]) => runQuietly(process.execPath, ['scripts/start.mjs', ...args])

test.each([
  ['an unknown flag', ['--loud']],
  ['a word too many', ['now']],
  ['a port that is none', ['--port', '70000']],
  ['a folder without a name', ['--home', '']],
  ['two ways at once', ['--web', '--desktop']],
])('%s is refused, with how to start', async (_, args) => {
  const { code, output } = await start(...args)
  expect(code).toBe(2)
  expect(output).toContain(
    'Usage: npm start -- [--web | --desktop] [--rehearse] [--home DIR] [--port N] [--no-open]',
  )
})

test('help is no mistake', async () => {
  expect(await start('--help')).toMatchObject({ code: 0 })
})

/** An ordinary user: this one, or `nobody` when it is root. */
const isRoot = process.getuid?.() === 0
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const system = { platform: process.platform, env: { DISPLAY: ':0' }, isRoot: false, settings: '/proc/sys' }
/** Root can fake the sandbox helper beside its program; others need a system with a sandbox. */
const canRun = !windows && (isRoot || obstacle(system, null) === null)

describe.skipIf(!canRun)(
  'with a program in the place of Electron (skipped: this system would not let it run)',
  () => {
    let place = ''
    beforeAll(async () => {
      await build()
    })
    beforeEach(() => {
      place = mkdtempSync(join(tmpdir(), 'janus-start-'))
      if (isRoot) {
        chownSync(place, 65_534, 65_534)
        writeFileSync(join(place, 'chrome-sandbox'), '')
        chmodSync(join(place, 'chrome-sandbox'), 0o4755)
      }
      return () => rmSync(place, { recursive: true, force: true })
    })

    /** Starts Janus with a program in place of Electron, and ends it once it has printed `until`. */
    async function startWith(
      program: string,
      until: RegExp,
      {
        args = [],
        env = {},
        by = 'script',
      }: { args?: string[]; env?: NodeJS.ProcessEnv; by?: 'npm' | 'script' } = {},
    ) {
      const path = join(place, 'electron')
      writeFileSync(path, program.startsWith('#!') ? program : `#!/bin/sh\n${program}\n`, { mode: 0o755 })
      const { npm_lifecycle_event: _, ...own } = process.env
      const flags = [...args, '--rehearse', '--port', '0', '--no-open', '--home', join(place, 'state')]
      const [command, ...words] =
        by === 'npm' ? ['npm', 'start', '--silent', '--'] : [process.execPath, 'scripts/start.mjs']
      const app = spawn(command, [...words, ...flags], {
        env: {
          ...own,
          DISPLAY: ':0',
          JANUS_ELECTRON: path,
          HOME: place,
          npm_config_update_notifier: 'false',
          ...env,
        },
        ...user,
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: by === 'npm',
      })
      const tell = () => (by === 'npm' ? process.kill(-(app.pid ?? 0), 'SIGINT') : app.kill('SIGTERM'))
      let output = ''
      let isEnding = false
      for (const stream of [app.stdout, app.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          if (isEnding || !until.test(output)) return
          isEnding = true
          tell()
        })
      }
      const [code] = (await once(app, 'close')) as [number | null]
      return { code, output }
    }

    const opens = "echo 'janus: starting'; echo 'janus: window'"
    const served = /^Janus: http.*\n[^]*^agents API: \S+$/m

    test('the desktop app is opened with what was said, and ended with the start', async () => {
      const program = `echo "given $*"; trap 'exit 0' TERM; ${opens}; echo up; while :; do sleep 0.05; done`
      const { code, output } = await startWith(program, /^up$/m)
      expect(output).toMatch(/^given \S+ --cwd \S+ --rehearse --port 0 --home \S+state\nup\n$/)
      expect(code).toBe(0)
    })

    test('Ctrl-C reaches the app once, though npm passes it on', async () => {
      const heeds = `n=0; trap 'n=$((n + 1))' INT; ${opens}; echo up; while [ $n = 0 ]; do sleep 0.05; done`
      const { output } = await startWith(`${heeds}; sleep 0.5; echo "told $n"`, /^up$/m, { by: 'npm' })
      expect(output).toBe('up\ntold 1\n')
    })

    test('that shows no window, Janus is served for a browser, which is said in one line', async () => {
      const { code, output } = await startWith('echo "No usable sandbox!" >&2; kill -TRAP $$', served)
      expect(output).toContain(
        'The desktop app showed no window (this system does not let programs build a sandbox of their own). ' +
          'Janus is in the browser instead.\n',
      )
      expect(code).toBe(0)
    })

    test.skipIf(process.platform !== 'linux')(
      'that leaves somebody behind who still has the state folder, the browser waits for that (skipped: needs Linux)',
      async () => {
        const { code, output } = await startWith(lingering, served)
        expect(output).toContain('showed no window (it crashed (SIGSEGV)).')
        expect(code).toBe(0)
      },
    )

    test('that is wanted and shows no window, nothing else is tried', async () => {
      const { code, output } = await startWith('exit 1', /never/, { args: ['--desktop'] })
      expect([code, output]).toEqual([
        1,
        'The desktop app showed no window (it ended at once (code 1)). With --web it opens in the browser.\n',
      ])
    })

    test('that says itself why Janus cannot be started, it is left at that', async () => {
      const { code, output } = await startWith('echo "janus: refused Another has it."; exit 3', /never/)
      expect([code, output]).toEqual([3, 'Janus could not be started: Another has it.\n'])
    })

    const again = 'Janus broke down, by a mistake of its own. What was said is kept; it is started again.\n'

    test('that breaks down, it is started again', async () => {
      const program = `cd ${place}; mkdir once 2>/dev/null && exit 70; ${opens}; echo up; exit 0`
      expect(await startWith(program, /never/)).toEqual({ code: 0, output: `${again}up\n` })
    })

    test('that breaks down twice, it stays down', async () => {
      const last = `Janus broke down a second time, and stays down. What was said is kept; the error is in ${join(place, 'state', 'janus.log')}.\n`
      expect(await startWith(`${opens}; exit 70`, /never/)).toEqual({ code: 70, output: again + last })
    })

    /** Crashes the web app with an uncaught error as soon as it serves, in its first `until` runs. */
    const breaking = (until: number) => {
      const path = join(place, 'breaking.mjs')
      const hook = `
        import { appendFileSync, readFileSync } from 'node:fs'
        const write = process.stdout.write
        if (process.argv[1]?.endsWith('web.js')) process.stdout.write = function (text, ...rest) {
          if (String(text).startsWith('agents API')) {
            appendFileSync(${JSON.stringify(join(place, 'broken'))}, 'x')
            if (readFileSync(${JSON.stringify(join(place, 'broken'))}).length <= ${String(until)})
              setImmediate(() => { throw new Error('a mistake') })
          }
          return write.call(this, text, ...rest)
        }`
      writeFileSync(path, hook)
      return { args: ['--web'], env: { NODE_OPTIONS: `--import ${path}` } }
    }

    test('the app in the browser that breaks down is started again', async () => {
      const { code, output } = await startWith('exit 1', /(agents API[^]*){2}/, breaking(1))
      expect(output).toContain('Error: a mistake')
      expect(readFileSync(join(place, 'state', 'notices.json'), 'utf8')).toContain('(Error: a mistake)')
      expect(output).toContain(again)
      expect(code).toBe(0)
    })

    test('the app in the browser that breaks down twice stays down', async () => {
      const { code, output } = await startWith('exit 1', /never/, breaking(2))
      expect(output).toContain('Janus broke down a second time, and stays down. What was said is kept;')
      expect(readFileSync(join(place, 'state', 'janus.log'), 'utf8')).toMatch(
        /(error Error: a mistake[^]*){2}/,
      )
      expect(output.split(again).length).toBe(2)
      expect(code).toBe(70)
    })

    test.skipIf(process.platform !== 'linux')(
      'but no screen, it is not even tried (skipped: needs Linux)',
      async () => {
        const env = { DISPLAY: '', WAYLAND_DISPLAY: '' }
        expect(await startWith(`${opens}; exit 0`, /never/, { args: ['--desktop'], env })).toEqual({
          code: 1,
          output:
            'The desktop app cannot be opened: there is no screen here. With --web it opens in the browser.\n',
        })
      },
    )
  },
)

/**
 * Crashes before its window and leaves a process that owns the state folder until another app has waited for
 * it a moment: long enough to turn away one that does not wait.
 */
const lingering = `#!${process.execPath}
const { spawn } = require('node:child_process')
const { mkdirSync, readdirSync, readlinkSync } = require('node:fs')
const { DatabaseSync } = require('node:sqlite')

const folder = process.argv.at(-1)
const path = folder + '/lock.db'
const opened = (fd) => { try { return readlinkSync(fd) } catch { return '' } }
const files = (pid) => { try { return readdirSync('/proc/' + pid + '/fd') } catch { return [] } }
const has = (pid) => files(pid).some((fd) => opened('/proc/' + pid + '/fd/' + fd) === path)
const isWanted = () => readdirSync('/proc').some((pid) => +pid > 0 && +pid !== process.pid && has(pid))

if (process.argv[2] === 'hold') {
  const lock = new DatabaseSync(path)
  lock.exec('BEGIN EXCLUSIVE')
  process.stdout.write('held')
  const timer = setInterval(() => {
    if (!isWanted()) return
    clearInterval(timer)
    setTimeout(() => lock.close(), 1_000)
  }, 20)
} else {
  mkdirSync(folder, { mode: 0o700 })
  const stdio = ['ignore', 'pipe', 'ignore']
  const other = spawn(process.execPath, [__filename, 'hold', folder], { stdio, detached: true })
  other.stdout.once('data', () => process.kill(process.pid, 'SIGSEGV'))
}
`
