import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test as base } from './app.ts'
import { lastPrompt } from './model.ts'
import { makers, requireMakers } from './makers.ts'
import { ask, body, call, makeAgents } from './peers.ts'
import type { Place } from './place.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The PATH's folders that npm did not add, so that `node` is not Janus's own. */
const ordinary = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !/node_modules[\\/]\.bin$|node-gyp-bin$/.test(folder))

const test = base.extend({
  // The user has their own program in a `node_modules/.bin` on the PATH.
  place: async ({ place }, use) => {
    const own = join(place.root, 'node_modules', '.bin')
    await mkdir(own, { recursive: true })
    await writeFile(join(own, 'tsc'), '#!/bin/sh\n')
    await chmod(join(own, 'tsc'), 0o755)
    await place.allowCommands()
    await use(place)
  },
  start: async ({ place }, use) => {
    const PATH = [join(place.root, 'node_modules', '.bin'), ...ordinary].join(delimiter)
    await use({ by: 'npm', env: { PATH, TERM: 'xterm-256color' } })
  },
})

const command = 'which node; node -v; which tsc eslint vite playwright electron; env'

/** Expects the printed environment to be the user's own, in their order. */
function expectOwn(place: Place, lines: readonly string[]): void {
  const [node = '', version = '', tsc] = lines
  // The first Node in the user's own folders, as npm found it.
  expect(ordinary).toContain(node.replace(/\/node$/, ''))
  expect(version).toMatch(/^v\d+\./)
  expect(tsc).toBe(join(place.root, 'node_modules', '.bin', 'tsc'))
  expect(lines.filter((line) => line.includes(join(root, 'node_modules', '.bin')))).toEqual([])
  const path = [join(place.root, 'node_modules', '.bin'), ...ordinary].join(delimiter)
  // Some programs put their own folders before it.
  expect(lines.find((line) => line.startsWith('PATH='))?.endsWith(path)).toBe(true)
  // OpenCode's runtime sets its user agent to `npm/undefined`.
  const strange =
    /^(?:npm_(?!config_user_agent=npm\/undefined )\w+|INIT_CWD|NODE|COLOR|ELECTRON_\w+|NODE_OPTIONS)=/
  expect(lines.filter((line) => strange.test(line))).toEqual([])
}

test('started by npm, an agent has the programs of the user’s shell and none of Janus', async ({
  janus,
  model,
  place,
}) => {
  await makeAgents(janus, place, 'Scout')
  expect(await ask(janus, 'Scout', call('Bash', { command }), 'say: Looked.')).toBe('Looked.')
  expectOwn(place, lastPrompt(await model.lastWith('say: Looked.')).split('\n'))
  // npm alone would die of a signal without waiting.
  janus.program.pressCtrlC()
  await janus.program.ended
})

test.describe('with the built-in model', () => {
  test.use({
    start: async ({ start }, use) =>
      use({ ...start, args: ['--rehearse'], env: { ...start.env, ...makers } }),
  })

  test(
    'agents of other makers have them too, under every program',
    { tag: '@long' },
    async ({ desk, janus, place }) => {
      test.setTimeout(300_000)
      requireMakers()
      for (const kind of ['codex', 'gemini', 'opencode']) {
        await body(janus, 'POST', '/agents', { name: kind, cwd: place.work, kind })
        await desk.show(kind)
        const bash = call('Bash', { command: `(${command}) > ${kind}.txt` })
        await desk.say(kind, bash, 'say: Looked.')
        await desk.page.getByRole('button', { name: 'Allow once', exact: true }).click({ timeout: 120_000 })
        await expect(desk.line(kind, 'Looked.')).toBeVisible()
        expectOwn(place, (await readFile(join(place.work, `${kind}.txt`), 'utf8')).split('\n'))
      }
      janus.program.pressCtrlC()
      await janus.program.ended
    },
  )
})
