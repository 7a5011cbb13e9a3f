import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { changedFiles, flipByte } from '../archive.mjs'
import { build } from '../build.mjs'
import { root } from '../child.mjs'
import { canInstallPackages, installPackages } from '../system-packages.mjs'
import { ensureTestElectron } from '../test-electron.mjs'
import { ensureUser, testUser } from '../test-user.mjs'
import { wrongFuses } from '../packing.mjs'
import { openScreen, openWayland } from '../test-screen.mjs'
import type { LoopbackRegistry } from '../../main/adapters/downloads/testing/loopback-registry.ts'
import { packDeb } from './build.ts'
import { notInstalled } from '../../main/backends/claude/installation.ts'
import { pinnedProgram } from '../../main/adapters/downloads/pinned-programs.ts'
import { openClaudeRegistry } from './claude-package.ts'
import { smokeBare, spawnBare, startBare, type User, type Started } from './started.ts'

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' })
const isInstalled = () => spawnSync('dpkg-query', ['-W', 'janus']).status === 0
/** Why no package can be installed here for a test; null when one can. */
const obstacle = () =>
  !canInstallPackages() ? 'needs root on Debian' : isInstalled() ? 'there is a Janus of one’s own here' : null

/** Lists the files in the places where packages install, without the system's own caches. */
function everything(): string[] {
  const places = ['/opt', '/usr/bin', '/usr/share/applications', '/usr/share/icons', '/etc']
  return run('find', ...places, '/var/lib/dpkg/alternatives', '-not', '-name', '*.cache')
    .split('\n')
    .sort()
}

const skipped = obstacle()
describe.skipIf(skipped !== null)(`a deb${skipped === null ? '' : `: ${skipped}`}`, () => {
  const program = '/opt/Janus/janus'
  const entry = '/usr/share/applications/janus.desktop'
  let place = ''
  let deb = ''
  let registry: LoopbackRegistry | null = null
  let home = ''
  let before: string[] = []
  let screen: Awaited<ReturnType<typeof openScreen>> = null
  let started: Started | null = null
  const user = (): User => ({
    user: 'janus-tests',
    home,
    screen: { DISPLAY: screen?.display ?? '' },
    own: { npm_config_registry: registry?.url ?? '' },
  })

  const janus = (...args: string[]) => {
    const own = { ...user().own, JANUS_HOME: join(home, '.janus-rehearsal') }
    return text(spawnBare('janus', { ...user(), own }, args).stdout)
  }

  /** Downloads or removes the Claude CLI; returns its new status. */
  const claude = async (method: 'POST' | 'DELETE') => {
    const body = method === 'POST' ? {} : undefined
    const status = await started?.ask('/programs/claude', body, method)
    return (status as { programs: { kind: string }[] }).programs.find(({ kind }) => kind === 'claude')
  }

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'janus-deb-'))
    home = mkdtempSync(join(tmpdir(), 'janus-user-'))
    await installPackages(['desktop-file-utils', 'x11-utils', 'hicolor-icon-theme', 'xvfb', 'weston'])
    await build()
    const { path } = await ensureTestElectron()
    ensureUser()
    const owner = testUser()
    if (owner !== null) chownSync(home, owner.uid, owner.gid)
    deb = await packDeb(path, place)
    // Its dependencies stay installed, as they would with apt.
    run('apt-get', 'satisfy', '-y', '-qq', '--no-install-recommends', run('dpkg-deb', '-f', deb, 'Depends'))
    before = everything()
    run('dpkg', '-i', deb)
    registry = await openClaudeRegistry()
    screen = await openScreen()
    started = await startBare(program, user())
  }, 480_000)

  afterAll(async () => {
    if (started?.process.exitCode === null && started.process.signalCode === null)
      started.process.kill('SIGKILL')
    if (isInstalled()) run('dpkg', '-P', 'janus')
    await screen?.close()
    await registry?.close()
    for (const folder of [place, home]) rmSync(folder, { recursive: true, force: true })
  })

  test('is found in the menu: an entry that holds, a program that is there, an icon where themes look', () => {
    run('desktop-file-validate', entry)
    const said = (key: string) =>
      new RegExp(`^${key}=(.*)$`, 'm').exec(readFileSync(entry, 'utf8'))?.[1] ?? ''
    expect(said('Exec')).toBe(`${program} %U`)
    expect(said('Name')).toBe('Janus')
    const looked = readFileSync('/usr/share/icons/hicolor/index.theme', 'utf8')
    const icons = run('dpkg', '-L', 'janus')
      .split('\n')
      .filter((path) => path.endsWith(`/${said('Icon')}.png`))
    const sizes = icons.map((path) => /hicolor\/(.*)\//.exec(path)?.[1] ?? path)
    expect(sizes.map((size) => parseInt(size, 10)).sort((a, b) => a - b)).toEqual([
      16, 24, 32, 48, 64, 128, 256, 512,
    ])
    for (const size of sizes) expect(looked).toMatch(new RegExp(`[=,]${size}[,\n]`))
  })

  test('opens for an ordinary user with nothing in the environment, under the name of its entry', () => {
    expect(started?.lines[0]).toBe('janus: starting')
    expect(started?.lines.toSorted()).toEqual([
      expect.stringMatching(/^agents API:/),
      'janus: starting',
      'janus: window',
    ])
    const [, name, kind, width] =
      /"Janus": \("([^"]*)" "([^"]*)"\)\s+(\d+)x/.exec(
        run('xwininfo', '-display', screen?.display ?? '', '-root', '-tree'),
      ) ?? []
    expect(Number(width)).toBeGreaterThan(800)
    const { 1: expected } = /^StartupWMClass=(.*)$/m.exec(readFileSync(entry, 'utf8')) ?? []
    expect([name, kind]).toContain(expected)
  })

  test('is at most 110 MB, and holds no Claude CLI', () => {
    expect(statSync(deb).size / 1e6).toBeLessThan(110)
    expect(run('dpkg', '-L', 'janus')).not.toMatch(/claude|anthropic/i)
  })

  test('says that the Claude CLI is missing, and downloads it on demand', async () => {
    // There is none to remove yet.
    expect(await claude('DELETE')).toMatchObject({ path: null, problem: notInstalled })
    const path = join(home, '.janus-programs', 'claude', pinnedProgram('claude')?.version ?? '', 'claude')
    expect(await claude('POST')).toMatchObject({ path, problem: null })
    expect(registry?.asked).toHaveLength(1)
  })

  test('has agents that write to each other, by that CLI', async () => {
    for (const name of ['scout', 'puppet']) await started?.ask('/agents', { name })
    // The call waits for the other agent's answer.
    const call = { target: 'puppet', message: 'say: Heard.', await_seconds: 40 }
    const message = `call: send_to_agent ${JSON.stringify(call)}\nsay: Sent.`
    expect(await started?.ask('/agents/scout/message', { message, awaitMs: 50_000 })).toMatchObject({
      reply: { text: 'Sent.' },
    })
    expect(JSON.stringify(await started?.ask('/agents/puppet/transcript'))).toContain('Heard.')
  })

  test('brings the command line, as `janus`', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(await janus('--version')).toContain(version)
    expect(await janus('agents')).toMatch(/scout[^]*puppet|puppet[^]*scout/)
    expect(await janus('send', 'scout', 'say: By the command.', '--wait', '50')).toContain('By the command.')
  })

  test('has an archive whose files are what its header says, and a changed byte is found', () => {
    const archive = join(dirname(program), 'resources', 'app.asar')
    expect(changedFiles(archive)).toEqual([])
    const copy = join(place, 'app.asar')
    copyFileSync(archive, copy)
    cpSync(`${archive}.unpacked`, `${copy}.unpacked`, { recursive: true })
    expect([flipByte(copy)]).toEqual(changedFiles(copy))
  })

  test('keeps its fuses, and is not ended by the signal that opens a debugger', async () => {
    expect(await wrongFuses(program)).toEqual([])
    started?.process.kill('SIGUSR1')
    expect(await started?.ask('/agents')).toHaveLength(2)
    expect(readlinkSync(`/proc/${String(started?.process.pid)}/exe`)).toBe(program)
  })

  test('ends in order', async () => {
    expect(await started?.end()).toBe(0)
  })

  test('is updated in place: the agents and the CLI stay', async () => {
    run('dpkg', '-i', deb)
    started = await startBare(program, user())
    expect(await started.ask('/agents')).toHaveLength(2)
    expect(await janus('agents')).toContain('scout')
    const again = { message: 'say: Still here.', awaitMs: 50_000 }
    expect(await started.ask('/agents/scout/message', again)).toMatchObject({
      reply: { text: 'Still here.' },
    })
    expect(registry?.asked).toHaveLength(1)
    expect(await started.end()).toBe(0)
  })

  test('looks at itself, on X11 and on Wayland, and finds all well', async () => {
    const well = { said: expect.stringMatching(/^smoke: \d+ passed, 0 failed$/m), end: 0 }
    expect(await smokeBare(program, user())).toEqual(well)
    const wayland = await openWayland(home, testUser())
    onTestFinished(wayland.close)
    const there = { ...user(), screen: wayland.environment }
    expect(await smokeBare(program, there, '--ozone-platform=wayland')).toEqual(well)
    rmSync(join(home, 'smoke'), { recursive: true })
  })

  test('is removed without a trace but the user’s own', () => {
    run('dpkg', '-P', 'janus')
    expect(everything()).toEqual(before)
    expect(existsSync(join(home, '.janus-rehearsal', 'janus.db'))).toBe(true)
  })
})
