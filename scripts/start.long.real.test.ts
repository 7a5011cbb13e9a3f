import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from './build.mjs'
import { nodePath } from './bootstrap.mjs'
import { root } from './child.mjs'
import { testElectron } from './test-electron.mjs'
import { hasOwnScreen, openScreen } from './test-screen.mjs'

// `npm start` as a person has it: the app on a real Electron, on a screen of its own, from a terminal's group.
const electron = testElectron()
const person = electron?.as ? { uid: electron.as.uid, gid: electron.as.gid } : {}

let place = ''
let screen: Awaited<ReturnType<typeof openScreen>> = null

describe.skipIf(electron === null || !hasOwnScreen())(
  'the desktop app by npm (skipped: no Electron here, or no screen of its own)',
  () => {
    beforeAll(async () => {
      await build()
      screen = await openScreen()
      place = mkdtempSync(join(tmpdir(), 'janus-start-real-'))
      for (const folder of ['', 'work']) {
        mkdirSync(join(place, folder), { recursive: true })
        if (person.uid !== undefined) chownSync(join(place, folder), person.uid, person.gid)
      }
    })
    afterAll(async () => {
      await screen?.close()
      for (const pid of processes()) process.kill(pid, 'SIGKILL')
      rmSync(place, { recursive: true, force: true })
    })

    /** Starts it in a process group of its own. */
    function start(...command: [string, ...string[]]): Start {
      const flags = ['--desktop', '--rehearse', '--port', '0', '--home', join(place, 'state')]
      const [program, ...words] = command
      const env = {
        PATH: process.env['PATH'],
        HOME: place,
        LANG: 'C.UTF-8',
        DISPLAY: screen?.display,
        JANUS_ELECTRON: electron?.path,
        npm_config_update_notifier: 'false',
      }
      const options = {
        ...person,
        cwd: root,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'] as const,
      }
      return new Start(spawn(program, [...words, ...flags], { ...options, stdio: [...options.stdio] }))
    }
    const byNpm = () => start('npm', 'start', '--silent', '--')
    const byScript = () => start(nodePath(), 'scripts/start.mjs')
    const isOpen = (app: Start) => app.prints(/^agents API: \S+$/m)

    /** An agent is in the middle of a turn of a minute. */
    async function begin(name: string): Promise<void> {
      await post('/agents', { name, cwd: join(place, 'work') })
      await post(`/agents/${name}/message`, { message: 'say: Here.', awaitMs: 50_000 })
      await post(`/agents/${name}/message`, { message: 'think: 60000' })
    }

    test('it opens once; Ctrl-C ends it in order, a start meanwhile waits for that; pressed twice, it ends at once', async () => {
      const first = byNpm()
      await isOpen(first)
      const other = byScript()
      expect(await other.ended).toEqual({ code: 0, signal: null })
      expect(other.output).toContain('Janus is open already; its window comes to the front.\n')

      await begin('Critic')
      first.pressCtrlC()
      await first.prints(/^Quitting/m)
      const second = byScript()
      await first.ended
      expect(first.output).not.toContain('Ending all at once.')
      await isOpen(second)

      await begin('Builder')
      second.pressCtrlC()
      await second.prints(/^Quitting/m)
      await new Promise((pressed) => setTimeout(pressed, 300))
      second.pressCtrlC()
      expect(await second.ended).toEqual({ code: 130, signal: null })
      expect(second.output).toContain('Ending all at once.')
      expect(processes()).toEqual([])
    })

    async function post(path: string, body: object): Promise<void> {
      const file = readFileSync(join(place, 'state', 'api.json'), 'utf8')
      const { url, token } = JSON.parse(file) as { url: string; token: string }
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer.ok, await answer.text()).toBe(true)
    }
  },
)

/** A start, with what it prints. */
class Start {
  output = ''
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  readonly #child: ChildProcess
  readonly #printed = new EventEmitter()

  constructor(child: ChildProcess) {
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
        this.#printed.emit('text')
      })
    }
    this.ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })))
  }

  async prints(pattern: RegExp): Promise<void> {
    const ended = this.ended.then(() => 'ended')
    while (!pattern.test(this.output)) {
      const first = await Promise.race([once(this.#printed, 'text'), ended])
      if (first === 'ended' && !pattern.test(this.output)) throw new Error(this.output)
    }
  }

  /** As a terminal tells it: each process of the group once. */
  pressCtrlC(): void {
    process.kill(-(this.#child.pid ?? 0), 'SIGINT')
  }
}

/** What lives in this place, known by its environment. */
function processes(): number[] {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${String(pid)}/environ`, 'utf8').includes(`=${place}`)
    } catch {
      return false
    }
  })
}
