import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runQuietly } from './child.mjs'

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

describe('with an Electron', () => {
  let place = ''
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'janus-start-'))
  })
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  /** Starts Janus with a program in Electron's place, and ends it once it has printed these words. */
  async function startWith(program: string, until: RegExp, ...args: string[]) {
    const path = join(place, 'electron')
    writeFileSync(path, `#!/bin/sh\n${program}\n`, { mode: 0o755 })
    const { npm_lifecycle_event: _, ...env } = process.env
    const app = spawn(process.execPath, ['scripts/start.mjs', '--home', join(place, 'state'), ...args], {
      env: { ...env, JANUS_ELECTRON: path, HOME: place },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let isEnding = false
    for (const stream of [app.stdout, app.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (isEnding || !until.test(output)) return
        isEnding = true
        app.kill('SIGTERM')
      })
    }
    const [code] = (await once(app, 'close')) as [number | null]
    return { code, output }
  }

  test('the desktop app is opened with what was said, and ended with the start', async () => {
    const program = `echo "given $*"; trap 'exit 0' TERM; echo "agents API: here"; while :; do sleep 0.05; done`
    const { code, output } = await startWith(program, /^agents API: here$/m, '--rehearse', '--port', '0')
    expect(output).toMatch(/^given \S+ --rehearse --port 0 --home \S+state$/m)
    expect([code, output]).toEqual([0, expect.not.stringContaining('browser')])
  })

  test('that ends at once, Janus is served for a browser, which is said in one line', async () => {
    const flags = ['--rehearse', '--port', '0', '--no-open']
    const { code, output } = await startWith('kill -9 $$', /^Janus: http.*\n[^]*^agents API: \S+$/m, ...flags)
    expect(output).toContain('The desktop app cannot be opened: Electron ended at once (SIGKILL).')
    expect(code).toBe(0)
  })

  test('that is wanted and does not run, nothing else is tried', async () => {
    const { code, output } = await startWith('exit 1', /never/, '--desktop')
    expect([code, output.trim()]).toEqual([
      1,
      'The desktop app cannot be opened: Electron ended at once (code 1).',
    ])
  })

  test('that says itself why Janus cannot be started, it is left at that', async () => {
    const { code, output } = await startWith('echo "Another Janus holds the folder." >&2; exit 3', /never/)
    expect([code, output.trim()]).toEqual([3, 'Another Janus holds the folder.'])
  })
})
