import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, windows } from './child.mjs'
import { openScreen } from './test-screen.mjs'

const usage = `Usage: npm run smoke -- [--wayland] [--program PATH]

  Starts the packed app once (the installed one on Linux, else that of dist/packages, or PATH) in a rehearsal of its
  own, lets it look at itself, and ends with its exit code: 0 is well.
  --wayland   on a Wayland of its own instead of X11 (Linux)`

/** How long it may take in all, in ms. */
const limit = 180_000

const { values } = read()
const program = values.program ?? packedProgram()
if (program === undefined) fail('There is no packed app yet: npm run dist makes one.')
const place = mkdtempSync(join(tmpdir(), 'janus-smoke-'))
const close = values.wayland ? await openWayland(place) : await openX()
// A first start on a slow machine, with a virus scanner that reads it all, takes its time; what hangs is ended.
const app = spawn(
  program,
  [
    '--rehearse',
    '--smoke',
    '--home',
    join(place, 'state'),
    ...(values.wayland ? ['--ozone-platform=wayland'] : []),
  ],
  { stdio: 'inherit', timeout: limit, killSignal: 'SIGKILL' },
)
const [code, signal] = await once(app, 'exit').catch((error) => [error.message, null])
await close()
rmSync(place, { recursive: true, force: true, maxRetries: 5 })
if (code !== 0) fail(`The packed app did not pass (${code ?? signal}).`)
console.log('The packed app passed.')

function packedProgram() {
  const packages = join(root, 'dist', 'packages')
  const kind = process.arch === 'x64' ? '' : `-${process.arch}`
  const places =
    process.platform === 'darwin'
      ? [join(packages, `mac${kind}`, 'Janus.app', 'Contents', 'MacOS', 'Janus')]
      : windows
        ? [join(packages, `win${kind}-unpacked`, 'Janus.exe')]
        : ['/opt/Janus/janus', join(packages, `linux${kind}-unpacked`, 'janus')]
  return places.find((path) => existsSync(path))
}

/** A screen of its own, told by DISPLAY, where there can be one. Gives what ends it. */
async function openX() {
  const screen = await openScreen()
  if (screen === null) return () => undefined
  process.env.DISPLAY = screen.display
  delete process.env.WAYLAND_DISPLAY
  return screen.close
}

/**
 * A compositor without a screen, told by WAYLAND_DISPLAY. Gives what ends it.
 * @param {string} folder
 */
async function openWayland(folder) {
  const socket = 'janus-smoke'
  const watched = watch(folder)
  const there = new Promise((resolve) => {
    watched.on('change', (_, name) => name === socket && resolve(true))
  })
  process.env.XDG_RUNTIME_DIR = folder
  const compositor = spawn(
    'weston',
    ['--backend=headless-backend.so', `--socket=${socket}`, '--idle-time=0'],
    {
      stdio: 'ignore',
    },
  )
  const ended = once(compositor, 'exit').catch(() => undefined)
  const isThere = await Promise.race([there, ended.then(() => false)])
  watched.close()
  if (!isThere) fail('Weston opens no screen; install weston.')
  process.env.WAYLAND_DISPLAY = socket
  delete process.env.DISPLAY
  return async () => {
    compositor.kill()
    await ended
  }
}

function read() {
  try {
    return parseArgs({ options: { wayland: { type: 'boolean' }, program: { type: 'string' } } })
  } catch {
    return fail(usage, 2)
  }
}

/**
 * @param {string} words
 * @param {number} [code]
 * @returns {never}
 */
function fail(words, code = 1) {
  console.error(words)
  process.exit(code)
}
