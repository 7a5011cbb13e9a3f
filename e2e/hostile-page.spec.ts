import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { Desk } from './desk.ts'

let server: Server
let port: number

test.beforeEach(async () => {
  server = createServer((_req, res) =>
    res.setHeader('content-type', 'text/html').end('<title>not ours</title>'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})

test.afterEach(async () => {
  server.closeAllConnections()
  await once(server.close(), 'close')
})

/** Sends everything that a page can send without permission; returns the answers that it could read. */
function attack(page: Page, base: string): Promise<string[]> {
  return page.evaluate(async (base) => {
    const json = JSON.stringify({ name: 'intruder' })
    const form = new FormData()
    form.set('name', 'intruder')
    const attempts: [string, RequestInit][] = [
      ...['/api/agents', '/', '/feed', '/session'].flatMap((path): [string, RequestInit][] => [
        [path, {}],
        [path, { mode: 'no-cors', credentials: 'include' }],
        [path, { credentials: 'include' }],
      ]),
      ...['/api/agents', '/requests/agents.create'].flatMap((path): [string, RequestInit][] => [
        [path, { method: 'POST', body: json, mode: 'no-cors', credentials: 'include' }],
        [path, { method: 'POST', body: form, mode: 'no-cors', credentials: 'include' }],
        [path, { method: 'POST', body: new URLSearchParams({ name: 'intruder' }), credentials: 'include' }],
        [
          path,
          {
            method: 'POST',
            body: json,
            headers: { 'content-type': 'application/json' },
            credentials: 'include',
          },
        ],
        [path, { method: 'POST', body: json, headers: { authorization: 'Bearer x' } }],
        [path, { method: 'DELETE', credentials: 'include' }],
      ]),
    ]
    const read: string[] = []
    for (const [path, init] of attempts) {
      try {
        const response = await fetch(base + path, init)
        if (response.type !== 'opaque') read.push(`${path}: ${await response.text()}`)
      } catch {
        // The answer is not readable.
      }
    }
    navigator.sendBeacon(`${base}/requests/agents.create`, json)
    await new Promise((done) => {
      const image = new Image()
      image.onload = image.onerror = done
      image.src = `${base}/api/agents?name=intruder`
    })
    const submit = document.createElement('form')
    submit.method = 'post'
    submit.action = `${base}/requests/agents.create`
    submit.enctype = 'text/plain'
    document.body.append(submit)
    submit.submit()
    return read
  }, base)
}

for (const host of ['127.0.0.1', 'localhost']) {
  // A host name is another site to the browser, but the same page to Janus.
  const tag = host === 'localhost' ? { tag: '@long' } : {}
  test(
    `a page of another origin on ${host} can do and read nothing, even with the user's cookie`,
    tag,
    async ({ context, janus, place }) => {
      const desk = new Desk(await context.newPage(), () => null, place.work)
      await desk.open(janus.url)
      await desk.create('scout')
      const page = await context.newPage()
      await page.goto(`http://${host}:${port}/`)
      const sent: string[] = []
      page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
      // Responses that the browser does not block.
      const answers: { url: string; status: number }[] = []
      page.on('response', (response) => answers.push({ url: response.url(), status: response.status() }))
      const base = new URL(janus.url).origin
      const left = page.waitForURL(`${base}/**`)
      expect(await attack(page, base)).toEqual([])
      await left
      expect(sent.length).toBeGreaterThan(20)
      expect(answers.filter(({ status }) => ![401, 403].includes(status))).toEqual([])
      expect((await janus.api('GET', '/agents')).body).toMatchObject([{ name: 'scout' }])
    },
  )
}

test('a name that someone points at this machine opens nothing', async ({ janus, launchOptions }) => {
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP evil.test 127.0.0.1'],
  })
  const page = await browser.newPage()
  const { port: own, search } = new URL(janus.url)
  const base = `http://evil.test:${own}`
  for (const path of ['/', `/${search}`, '/api/agents', '/feed']) {
    const response = await page.goto(`${base}${path}`)
    expect({ path, status: response?.status() }).toEqual({ path, status: 403 })
  }
  // Also from its own pages, which are same-origin to it.
  await page.goto(`http://evil.test:${port}/`)
  expect(await attack(page, base)).toEqual([])
  await browser.close()
  expect((await janus.api('GET', '/agents')).body).toEqual([])
})

test(
  'another server of this machine gets the cookie of the window, and can do nothing with it',
  { tag: '@long' },
  async ({ context, janus, place }) => {
    const page = await context.newPage()
    const desk = new Desk(page, () => null, place.work)
    await desk.open(janus.url)
    await desk.create('scout')
    await desk.say('scout', 'call: Bash {"command":"touch there"}')
    await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible()
    const got: IncomingHttpHeaders[] = []
    server.on('request', ({ headers }) => got.push(headers))
    const other = await context.newPage()
    // As typed into the address bar.
    await other.goto(`http://127.0.0.1:${port}/`)
    const headers = got.find(({ cookie }) => cookie !== undefined) ?? {}
    expect(headers.cookie).toMatch(/^janus-\d+=[\w-]{43}$/)
    const key = await keyIn(page)
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(got)).not.toContain(key)
    expect(await other.evaluate(() => localStorage.getItem('janus.window'))).toBeNull()

    const { origin } = new URL(page.url())
    const forged = {
      ...pick(headers),
      origin,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    }
    const statuses = new Set<number>()
    for (const kind of ['app.status', 'agents.list', 'agents.create', 'messages.send', 'cards.answer']) {
      const replay = { method: 'POST', headers: forged, body: '{}' }
      statuses.add((await fetch(`${origin}/requests/${kind}`, replay)).status)
    }
    for (const path of ['/feed', '/api/agents', '/mcp/agents'])
      statuses.add((await fetch(`${origin}${path}`, { headers: pick(headers) })).status)
    expect([...statuses]).toEqual([401])
    const files = await fetch(`${origin}/`, { headers: pick(headers) })
    expect([files.status, (await files.text()).includes(key)]).toEqual([200, false])
    // With the key the request succeeds, so the key was the reason.
    const whole = { method: 'POST', headers: { ...forged, 'janus-window': key }, body: '{}' }
    expect((await fetch(`${origin}/requests/agents.list`, whole)).status).toBe(200)

    // The card still waits; a reload and a second tab of the user work as before.
    await page.reload()
    await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible()
    await other.goto(`${origin}/`)
    await other.getByRole('button', { name: 'Allow once' }).click()
    await expect(page.getByRole('button', { name: 'Allow once' })).toBeHidden()
    expect((await janus.api('GET', '/agents')).body).toMatchObject([{ name: 'scout' }])
  },
)

test(
  'a server that takes the same port later finds secrets that count no more',
  { tag: '@long' },
  async ({ context, janus }) => {
    const page = await context.newPage()
    await page.goto(janus.url)
    const { origin, port: own } = new URL(janus.url)
    await expect(page).toHaveURL(`${origin}/`)
    await janus.kill()
    const got: IncomingHttpHeaders[] = []
    const successor = createServer(({ headers }, res) => {
      got.push(headers)
      res.setHeader('content-type', 'text/html').end('<title>not ours</title>')
    })
    await once(successor.listen(Number(own), '127.0.0.1'), 'listening')
    const visit = await context.newPage()
    await visit.goto(origin)
    const key = await keyIn(visit)
    const headers = pick(got[0] ?? {})
    expect([headers.cookie, key]).toEqual([
      expect.stringContaining(`janus-${own}=`),
      expect.stringMatching(/^.{43}$/),
    ])
    await page.close()
    await visit.close()
    successor.closeAllConnections()
    await once(successor.close(), 'close')
    await janus.start({ args: ['--port', own] })
    expect(new URL(janus.url).origin).toBe(origin)
    const both = { ...headers, origin, 'content-type': 'application/json', 'janus-window': key }
    const replay = { method: 'POST', headers: both, body: '{}' }
    expect((await fetch(`${origin}/requests/agents.list`, replay)).status).toBe(401)
    expect((await fetch(`${origin}/feed`, { headers: both })).status).toBe(401)
    // The user signs in again while the old secrets are still stored.
    await new Desk(await context.newPage(), () => null).open(janus.url)
  },
)

/** The key that the window keeps in its origin's storage. */
const keyIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('janus.window') ?? '""') as string)

/** The received headers, as an attacker would replay them. */
const pick = ({ cookie = '', 'user-agent': agent = '' }: IncomingHttpHeaders) => ({
  cookie,
  'user-agent': agent,
})

test('the address opens one window, once', async ({ browser, janus }) => {
  const first = await (await browser.newContext()).newPage()
  expect((await first.goto(janus.url))?.status()).toBe(200)
  await expect(first).toHaveURL(/:\d+\/$/)
  const second = await (await browser.newContext()).newPage()
  const printed = janus.program.output.length
  expect((await second.goto(janus.url))?.status()).toBe(401)
  await expect(second.getByText('This address is not open')).toBeVisible()
  // A new address was printed, and it works.
  const [, fresh = ''] = await janus.program.prints(/Janus: (\S+)/, printed)
  expect((await second.goto(fresh))?.status()).toBe(200)
})
