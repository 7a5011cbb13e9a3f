import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Place } from '../e2e/place.ts'
import { Program } from '../e2e/program.ts'
import { build } from './build.mjs'
import { nodePath } from './bootstrap.mjs'
import { root } from './child.mjs'
import { testElectron } from './test-electron.mjs'
import { hasOwnScreen, openScreen } from './test-screen.mjs'

// `npm start` as a user runs it: the app on a real Electron, on its own screen, in a terminal's process
// group.
const electron = testElectron()
const user = electron?.as ? { uid: electron.as.uid, gid: electron.as.gid } : {}

let place: Place
let screen: Awaited<ReturnType<typeof openScreen>> = null

describe.skipIf(electron === null || !hasOwnScreen())(
  'the desktop app by npm (skipped: no Electron here, or no screen of its own)',
  () => {
    beforeAll(async () => {
      await build()
      screen = await openScreen()
      place = await Place.make(electron?.as)
      await place.handOver()
    })
    afterAll(async () => {
      await screen?.close()
      await place.clear()
    })

    function start(...command: [string, ...string[]]): Program {
      const flags = ['--desktop', '--rehearse', '--port', '0', '--home', place.state]
      const [program, ...words] = command
      const env = {
        PATH: process.env['PATH'],
        HOME: place.home,
        LANG: 'C.UTF-8',
        DISPLAY: screen?.display,
        JANUS_ELECTRON: electron?.path,
        npm_config_update_notifier: 'false',
      }
      const child = spawn(program, [...words, ...flags], {
        ...user,
        cwd: root,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      return new Program(child)
    }
    const byNpm = () => start('npm', 'start', '--silent', '--')
    const byScript = () => start(nodePath(), 'scripts/start.mjs')
    const isOpen = (app: Program) => app.prints(/^agents API: \S+$/m)

    /** Leaves the agent in a turn of a minute. */
    async function begin(name: string): Promise<void> {
      await post('/agents', { name, cwd: place.work })
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
      expect(await place.processes()).toEqual([])
    })

    async function post(path: string, body: object): Promise<void> {
      const file = readFileSync(join(place.state, 'api.json'), 'utf8')
      const { url, token } = JSON.parse(file) as { url: string; token: string }
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer.ok, await answer.text()).toBe(true)
    }
  },
)
