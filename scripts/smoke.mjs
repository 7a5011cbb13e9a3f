import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles, flipByte } from './archive.mjs'
import { root, windows } from './child.mjs'
import { wrongFuses } from './packing.mjs'
import { openScreen, openWayland } from './test-screen.mjs'

const usage = `Usage: npm run smoke -- [--wayland] [--program PATH]

  Starts the packed app once (the installed one on Linux, else that of dist/packages, or PATH) in a rehearsal of its
  own, lets it look at itself, and ends with its exit code: 0 is well.
  --wayland   on a Wayland of its own instead of X11 (Linux)`

/** Milliseconds: a first start on a slow machine with a virus scanner takes long. */
const limit = 180_000

const { values } = read()
const program = values.program ?? packedProgram()
if (program === undefined) fail('There is no packed app yet: npm run dist makes one.')
const place = mkdtempSync(join(tmpdir(), 'janus-smoke-'))
const close = values.wayland ? await openCompositor() : await openX()
const ended = await endOf(program)
const archive = archiveOf(program)
const refusal =
  ended === 0 && archive !== null && process.platform !== 'linux' ? await endOfChanged(archive) : 1
await close()
rmSync(place, { recursive: true, force: true, maxRetries: 5 })
if (ended !== 0) fail(`The packed app did not pass (${ended}).`)
const wrong = await wrongFuses(program)
if (wrong.length > 0) fail(`Fuses of the packed app are not as decided: ${wrong.join(', ')}.`)
const changed = archive === null ? [] : changedFiles(archive)
if (changed.length > 0) fail(`Files of its archive are not what its header says: ${changed.join(', ')}.`)
if (refusal === 0) fail('It also starts with a changed archive.')
console.log('The packed app passed.')

/**
 * Runs a program's self-test; returns its exit code, or the signal that ended it.
 * @param {string} path
 */
async function endOf(path) {
  const wayland = values.wayland ? ['--ozone-platform=wayland'] : []
  const app = spawn(path, ['--rehearse', '--smoke', '--home', join(place, 'state'), ...wayland], {
    stdio: 'inherit',
    timeout: limit,
    killSignal: 'SIGKILL',
  })
  const [code, signal] = await once(app, 'exit').catch((error) => [error.message, null])
  return code ?? signal
}

/**
 * Runs a copy whose archive has one byte changed.
 * @param {string} archive
 */
async function endOfChanged(archive) {
  // On macOS the archive is in the bundle's Contents/Resources.
  const app = join(dirname(archive), windows ? '..' : join('..', '..'))
  const copy = join(place, windows ? 'changed' : 'Changed.app')
  cpSync(app, copy, { recursive: true, verbatimSymlinks: true })
  flipByte(join(copy, relative(app, archive)))
  return endOf(join(copy, relative(app, program ?? '')))
}

/**
 * Returns a packed program's archive; null for a mere launcher, such as an AppImage.
 * @param {string} path
 */
function archiveOf(path) {
  const places = ['resources', join('..', 'Resources')].map((name) => join(dirname(path), name, 'app.asar'))
  return places.find((place) => existsSync(place)) ?? null
}

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

/** Opens a private X screen where possible, and sets DISPLAY. Returns what closes it. */
async function openX() {
  const screen = await openScreen()
  if (screen === null) return () => undefined
  process.env.DISPLAY = screen.display
  delete process.env.WAYLAND_DISPLAY
  return screen.close
}

/** Opens a private Wayland, and sets WAYLAND_DISPLAY. Returns what closes it. */
async function openCompositor() {
  const { environment, close } = await openWayland(place).catch((error) => fail(error.message))
  Object.assign(process.env, environment)
  delete process.env.DISPLAY
  return close
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
