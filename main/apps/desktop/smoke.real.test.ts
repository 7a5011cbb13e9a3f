import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openOwnScreen } from './testing/own-screen.ts'
import { testElectron } from './testing/test-electron.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const electron = testElectron()

test.runIf(electron !== null)(
  'the built app works on a real Electron, says so itself, and ends',
  async () => {
    if (electron === null) return
    const { path, as } = electron
    const place = mkdtempSync(join(tmpdir(), 'janus-smoke-'))
    if (as !== null) chownSync(place, as.uid, as.gid)
    const screen = await openOwnScreen()
    onTestFinished(async () => {
      await screen.end()
      rmSync(place, { recursive: true, force: true, maxRetries: 5 })
    })
    const { PATH } = process.env
    const app = spawn(
      as?.starter ?? path,
      [root, '--rehearse', '--smoke', '--home', join(place, 'state'), '--port', '0'],
      {
        env: { PATH, HOME: place, LANG: 'C.UTF-8', ...screen.environment, JANUS_AS_PERSON: path },
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      },
    )
    const [said, [code, signal]] = await Promise.all([text(app.stdout), once(app, 'exit')])
    const lines = said.trim().split('\n')
    expect(lines.filter((line) => line.startsWith('janus:'))).toEqual(['janus: starting', 'janus: window'])
    expect(lines.filter((line) => line.startsWith('smoke:'))).toEqual([
      expect.stringMatching(/^smoke: \d+ passed, 0 failed$/),
    ])
    expect([code, signal]).toEqual([0, null])
  },
)
