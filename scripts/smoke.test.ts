import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runQuietly, windows } from './child.mjs'
import { isExecutable, onPath } from './system-packages.mjs'

const hasWeston = onPath(['weston']).some(isExecutable)
let place = ''
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'janus-smoked-'))
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** A shell script replaces the packed app. */
function smoke(words: string, ...args: string[]) {
  const program = join(place, 'program')
  writeFileSync(program, `#!/bin/sh\n${words}\n`, { mode: 0o755 })
  return runQuietly(process.execPath, ['scripts/smoke.mjs', '--program', program, ...args])
}

test.skipIf(windows)(
  'the packed app is asked to look at itself, on a screen and in a folder of its own',
  async () => {
    const { code, output } = await smoke('echo "$@"; [ -n "$DISPLAY" ] || [ "$(uname)" != Linux ]')
    expect(output).toMatch(/^--rehearse --smoke --home \S*janus-smoke-\S*state\nThe packed app passed\.\n$/)
    expect(code).toBe(0)
  },
)

test.skipIf(!hasWeston)('on Wayland it finds a compositor and nothing else', async () => {
  const { code, output } = await smoke(
    '[ -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ] && [ -z "$DISPLAY" ]',
    '--wayland',
  )
  expect([code, output]).toEqual([0, 'The packed app passed.\n'])
})

test.skipIf(windows)('what it found wrong, or what it died of, is said', async () => {
  expect(await smoke('exit 3')).toEqual({ code: 1, output: 'The packed app did not pass (3).\n' })
  expect(await smoke('kill -9 $$')).toEqual({ code: 1, output: 'The packed app did not pass (SIGKILL).\n' })
})

test('a word that it does not know is answered with how to ask', async () => {
  const { code, output } = await runQuietly(process.execPath, ['scripts/smoke.mjs', '--all'])
  expect([code, output]).toEqual([2, expect.stringContaining('Usage: npm run smoke')])
})
