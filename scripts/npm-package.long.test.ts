import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { chromium, expect as seen } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { LoopbackRegistry } from '../main/adapters/downloads/testing/loopback-registry.ts'
import { nodePath } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'
import { packNpm } from './npm-package.mjs'
import { openClaudeRegistry } from './packed/claude-package.ts'
import { ensureTestElectron } from './test-electron.mjs'
import { asUser } from './test-user.mjs'

const run = promisify(execFile)
let place = ''
let archive = ''
let registry: LoopbackRegistry
/** A user's minimal shell, with a recent Node. */
let environment: NodeJS.ProcessEnv = {}
const folder = () => join(place, 'empty')
const installed = () => join(folder(), 'node_modules', '@janus-owner', 'janus')
const janus = (...args: string[]) => [join(folder(), 'node_modules', '.bin', 'janus'), ...args] as const

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'janus-npm-'))
  chmodSync(place, 0o755)
  for (const name of ['empty', 'home']) mkdirSync(join(place, name))
  registry = await openClaudeRegistry()
  archive = await packNpm(place)
  environment = {
    HOME: join(place, 'home'),
    PATH: [dirname(nodePath()), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    npm_config_registry: registry.url,
    npm_config_cache: join(place, 'cache'),
  }
  // The registry has only the Claude CLI, so the package can't depend on anything else.
  await run('npm', ['install', '--no-audit', '--no-fund', archive], { cwd: folder(), env: environment })
}, 600_000)
afterAll(async () => {
  await registry.close()
  rmSync(place, { recursive: true, force: true, maxRetries: 5 })
})

/** Starts Janus and waits for the last line of a start. */
async function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const app = spawn(command, args, { cwd: folder(), env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => endedBy(app, 'SIGKILL'))
  const lines: string[] = []
  for await (const line of createInterface({ input: app.stdout })) {
    lines.push(line)
    if (line.startsWith('agents API:')) break
  }
  app.stdout.resume()
  return { app, lines }
}

async function endedBy(app: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return
  const ended = once(app, 'exit')
  app.kill(signal)
  await ended
}

test('holds the built app and its launcher: no sources, no tests, no dependencies', () => {
  const manifest = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8')) as object
  expect(manifest).toMatchObject({ bin: { janus: 'scripts/npm/janus.mjs' }, license: 'MIT' })
  // owner.yml is not filled in here, and npm refuses to publish private packages.
  expect(manifest).toMatchObject({ private: true })
  for (const field of ['dependencies', 'devDependencies', 'scripts'])
    expect(manifest).not.toHaveProperty(field)
  const files = readdirSync(installed(), { recursive: true, encoding: 'utf8' })
  expect(files.filter((path) => /\.(map|tsx?)$|\.test\.|testing|gallery/.test(path))).toEqual([])
  expect(files).toContain(join('dist', 'licences.txt'))
  expect(readdirSync(join(folder(), 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@janus-owner',
  ])
  expect(statSync(archive).size / 1e6).toBeLessThan(10)
})

describe('without a checkout', () => {
  test('it starts in a browser, where one button brings the Claude CLI, and two agents talk', async () => {
    const home = join(place, 'state')
    const [command, ...args] = janus('--web', '--rehearse', '--no-open', '--port', '0', '--home', home)
    const { app, lines } = await start(command, args, environment)
    const address = lines.flatMap((line) => /^Janus: (http.*)$/.exec(line)?.[1] ?? []).at(-1) ?? ''
    const executablePath = findChromium()
    const browser = await chromium.launch({
      ...(executablePath === null ? {} : { executablePath }),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    await page.goto(address)
    await page.getByRole('button', { name: 'Download Claude CLI' }).click()
    await seen(page.getByRole('progressbar', { name: 'Download of Claude CLI' })).toBeVisible()
    await seen(page.getByRole('heading', { name: '1 issue to fix' })).toBeHidden({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Watch two agents talk' }).click()
    await seen(
      page
        .getByRole('log')
        .getByText(/no tests|without tests/i)
        .first(),
    ).toBeVisible({ timeout: 120_000 })
    // The command works in any folder, as another process of the same user.
    const [tool, ...asked] = janus('agents', '--home', home)
    const { stdout } = await run(tool, asked, { cwd: tmpdir(), env: environment })
    expect(stdout).toMatch(/Scout[^]*Builder/)
    await endedBy(app, 'SIGTERM')
    expect(app.exitCode).toBe(0)
  }, 300_000)

  test('its command says what it can do, and of which version it is', async () => {
    const [command] = janus()
    expect((await run(command, ['--help'], { env: environment })).stdout).toMatch(/^ *install {2,}/m)
    expect((await run(command, ['--version'], { env: environment })).stdout).toMatch(/^janus \d/)
  })

  test('it opens the desktop app where there is an Electron', async () => {
    const { path, as, openScreen } = await ensureTestElectron()
    const screen = await openScreen()
    onTestFinished(() => screen?.close())
    const home = join(place, 'desktop')
    mkdirSync(home)
    if (as !== null) for (const owned of [home, join(place, 'home')]) chownSync(owned, as.uid, as.gid)
    const [program, ...args] = janus('--desktop', '--rehearse', '--port', '0', '--home', join(home, 'state'))
    const env = { ...environment, DISPLAY: screen?.display ?? process.env['DISPLAY'], JANUS_ELECTRON: path }
    const { app } = await start(as === null ? program : asUser, args, { ...env, JANUS_AS_PERSON: program })
    const { url, token } = JSON.parse(readFileSync(join(home, 'state', 'api.json'), 'utf8')) as Record<
      string,
      string
    >
    const about = await fetch(`${url ?? ''}/status`, { headers: { authorization: `Bearer ${token ?? ''}` } })
    expect(await about.json()).toMatchObject({ shell: 'desktop' })
    await endedBy(app, 'SIGTERM')
    expect(app.exitCode).toBe(0)
  }, 200_000)

  test('without one it says so, and what helps', async () => {
    const [command, ...args] = janus('--desktop', '--home', join(place, 'none'))
    const env = { ...environment, DISPLAY: ':99' }
    await expect(run(command, args, { cwd: folder(), env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the package electron is not installed beside it'),
    })
  })
})
