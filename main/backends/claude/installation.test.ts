import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { outsideArchive } from '../../adapters/processes/command.ts'
import { noteSignIn } from './sign-in.ts'
import { testFolder } from '../../testkit/test-folder.ts'
import { keepMoving } from '../testing/fault-suite.ts'
import { CliInstallation, notInstalled, type ClaudeInstallationOptions } from './installation.ts'

const fake = join(import.meta.dirname, 'testing', 'fake-auth.mjs')

function open(how: object, options: Partial<ClaudeInstallationOptions> = {}): CliInstallation {
  return new CliInstallation({
    clock: systemClock,
    chosen: () => fake,
    environment: { PATH: process.env['PATH'] },
    overrides: { FAKE_AUTH: JSON.stringify(how) },
    ...options,
  })
}

test('a close ends what is being asked, and nothing is asked after it', async () => {
  const folder = testFolder('asked')
  const pids = join(folder, 'pids')
  writeFileSync(pids, '')
  const began = once(watch(folder), 'change')
  const installation = open({ hangs: true, pids })
  const check = installation.check()
  await began
  await installation.close()
  const asked = readFileSync(pids, 'utf8').trim().split('\n')
  expect(asked).toHaveLength(1)
  for (const pid of asked) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
  expect((await check).login).toBe('unknown')
  await installation.check()
  expect(readFileSync(pids, 'utf8').trim().split('\n')).toEqual(asked)
})

describe('where nobody has chosen a CLI and none lies among the packages', () => {
  /** A folder on PATH with a `claude` of this version; null: without one. */
  function programs(version: string | null): string {
    const folder = testFolder('path')
    if (version !== null) writeClaude(folder, version)
    return folder
  }
  const writeClaude = (folder: string, version: string) =>
    writeFileSync(join(folder, 'claude'), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 })
  const bare = (PATH: string, downloaded: string | null = null) =>
    open(
      {},
      { chosen: () => undefined, packaged: () => null, downloaded: () => downloaded, environment: { PATH } },
    )

  test('the user’s own is taken where it is new enough', async () => {
    const folder = programs('2.1.331 (Claude Code)')
    expect(await bare(folder, fake).find()).toBe(join(folder, 'claude'))
  })

  test('else the one that Janus has downloaded', async () => {
    expect(await bare(programs('1.0.41'), fake).find()).toBe(fake)
    expect(await bare(programs(null), fake).find()).toBe(fake)
    expect((await bare(programs('no version'), fake).check()).path).toBe(fake)
  })

  test('without one, the check says that the user’s own is too old, or that there is none', async () => {
    const old = programs('1.0.41')
    expect(await bare(old).check()).toMatchObject({
      path: join(old, 'claude'),
      problem: { line: 'version', words: expect.stringContaining('is version 1.0.41') },
    })
    expect(await bare(programs(null)).check()).toMatchObject({
      path: null,
      problem: { line: 'binary', words: notInstalled },
    })
  })

  test('one that was updated meanwhile is asked again', async () => {
    const folder = programs('1.0.41')
    const installation = bare(folder)
    expect((await installation.check()).problem?.line).toBe('version')
    writeClaude(folder, '10.1.0 (Claude Code)')
    expect((await installation.check()).problem?.line).not.toBe('version')
  })
})

describe('the three-line check', () => {
  test.each([
    [{ loggedIn: true, authMethod: 'claude.ai', email: 'mo@example.com' }, 'mo@example.com'],
    [{ loggedIn: true, authMethod: 'api_key', apiProvider: 'firstParty' }, 'API key'],
    [{ loggedIn: true, authMethod: 'oauth_token', apiProvider: 'firstParty' }, 'access token'],
    [{ loggedIn: true, authMethod: 'third_party', apiProvider: 'bedrock' }, 'Amazon Bedrock'],
    [{ loggedIn: true, authMethod: 'something new' }, null],
  ])('finds %j signed in', async (status, account) => {
    const check = await open({ status: JSON.stringify(status) }).check()
    expect(check).toMatchObject({ path: fake, version: '2.1.330', login: 'in', account, problem: null })
    expect(check.checkedAt).toBeGreaterThan(0)
  })

  test('says that nobody is signed in, and what to do, with the path', async () => {
    const { login, problem } = await open({}).check()
    expect(login).toBe('out')
    expect(problem).toMatchObject({ line: 'login', words: expect.stringContaining(`run ${fake} auth login`) })
  })

  test.each(['', 'not JSON', '[]', 'null', '{"loggedIn":"yes"}'])(
    'a login that cannot be read (%j) is unknown, and no problem',
    async (status) => {
      expect(await open({ status }).check()).toMatchObject({ login: 'unknown', problem: null })
    },
  )

  test.each([
    ['2.1.329', 'version'],
    ['1.9.999', 'version'],
    ['2.1.330', 'login'],
    ['2.1.331', 'login'],
    ['2.2.0', 'login'],
    ['10.0.0', 'login'],
    ['hello', 'version'],
  ])('a CLI of version %s has its first problem with its %s', async (version, line) => {
    expect((await open({ version: `${version} (Claude Code)` }).check()).problem?.line).toBe(line)
  })

  test('a CLI that is not there is told with its place', async () => {
    const { path, problem } = await open({}, { chosen: () => '/nowhere/claude' }).check()
    expect(path).toBe('/nowhere/claude')
    expect(problem).toMatchObject({ line: 'binary', words: expect.stringContaining('/nowhere/claude') })
  })

  test('a file that is no program is told as one that does not run', async () => {
    const folder = testFolder('cli')
    for (const [name, mode] of [
      ['plain', 0o600],
      ['empty', 0o700],
    ] as const) {
      writeFileSync(join(folder, name), '#!/nowhere/at/all')
      chmodSync(join(folder, name), mode)
      const { problem } = await open({}, { chosen: () => join(folder, name) }).check()
      expect(problem).toMatchObject({ line: 'binary', words: expect.stringContaining('does not run') })
    }
  })

  test('in the packed app the CLI is beside the archive', () => {
    expect(outsideArchive('/opt/janus/app.asar/node_modules/c/claude', '/')).toBe(
      '/opt/janus/app.asar.unpacked/node_modules/c/claude',
    )
    expect(outsideArchive('C:\\j\\app.asar\\c.exe', '\\')).toBe('C:\\j\\app.asar.unpacked\\c.exe')
    expect(outsideArchive('/opt/claude', '/')).toBe('/opt/claude')
  })
})

describe('a sign-in', () => {
  const page = 'https://claude.example/auth?x=1&y=2'

  test('names its page, takes the code and ends', async () => {
    const signIn = await open({}).signIn()
    expect(signIn.address).toBe(page)
    signIn.code('  good#code\n')
    await signIn.ended
  })

  test('with a code that is not taken ends, and the next check says why', async () => {
    const clock = new VirtualClock()
    const installation = open({}, { clock })
    const signIn = await installation.signIn()
    signIn.code('half of it')
    keepMoving(clock)
    await signIn.ended
    const { problem } = await installation.check()
    expect(problem?.words).toContain('The last try failed: That is not the full code.')
    expect(problem?.words).not.toContain('half of it')
  })

  test('that cannot do without a terminal names no page', async () => {
    const installation = open({ refuses: true })
    const signIn = await installation.signIn()
    expect(signIn.address).toBeNull()
    await signIn.ended
    expect((await installation.check()).problem?.words).toContain('Could not open a terminal')
  })

  test('that names no page is waited for no longer than twenty seconds', async () => {
    const clock = new VirtualClock()
    keepMoving(clock)
    const signIn = await open({ silent: true }, { clock }).signIn()
    expect(signIn.address).toBeNull()
    signIn.cancel()
    await signIn.ended
  })

  test('is over when it is cancelled, however stubborn, and that is no failure', async () => {
    const clock = new VirtualClock()
    const installation = open({ stubborn: true }, { clock })
    const signIn = await installation.signIn()
    signIn.cancel()
    clock.advance(3000)
    await signIn.ended
    expect((await installation.check()).problem?.words).not.toContain('last try')
  })

  test('takes the place of one that is under way', async () => {
    const installation = open({})
    const first = await installation.signIn()
    const second = await installation.signIn()
    await first.ended
    second.cancel()
    await second.ended
  })

  test('of a CLI that is not there is over at once', async () => {
    const signIn = await open({}, { chosen: () => '/nowhere/claude' }).signIn()
    expect(signIn.address).toBeNull()
    await signIn.ended
  })
})

test('a sign-in that a killed Janus left behind is ended by the next one, and nothing else is', async () => {
  const stateFolder = testFolder('sign-in')
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void other.kill('SIGKILL'))
  const ended = once(left, 'exit')
  noteSignIn(stateFolder, left.pid ?? 0)
  open({}, { stateFolder })
  expect(await ended).toEqual([null, 'SIGTERM'])
  writeFileSync(join(stateFolder, 'sign-in.json'), JSON.stringify({ pid: other.pid, startedAt: 'then' }), {
    mode: 0o600,
  })
  open({}, { stateFolder })
  expect(existsSync(join(stateFolder, 'sign-in.json'))).toBe(false)
  expect(other.exitCode).toBeNull()
})
