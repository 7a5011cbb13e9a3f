import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { having } from '../../testkit/served/hostile-requests.ts'
import { servePages, type ServedPages } from '../../testkit/served/served-pages.ts'
import { contentPolicy } from './page-headers.ts'

let window: ServedPages
beforeEach(async () => {
  window = await servePages()
})
afterEach(() => window.close())

describe('sign-in', () => {
  test.each(['/', '/session'])(
    'at %s swaps a code for a cookie and a key, on a page that goes on to the clean address',
    async (path) => {
      const answer = await window.send(window.get(`${path}?code=${window.pages.newCode('user')}`))
      expect(answer.status).toBe(200)
      expect(answer.body).toMatch(/<meta name="janus-window" content="[A-Za-z0-9_-]{43}">/)
      const script = await window.send(window.get('/enter.js'))
      expect([script.status, script.headers.get('content-type')]).toEqual([
        200,
        'text/javascript; charset=utf-8',
      ])
      expect(script.body).toContain("location.replace('/')")
      expect(answer.headers.get('set-cookie')).toMatch(
        new RegExp(
          `^janus-${String(window.server.port)}=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict$`,
        ),
      )
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(window.dial.strangers).toBe(0)
    },
  )

  test('a code is good once', async () => {
    const code = window.pages.newCode('user')
    expect((await window.send(window.get(`/?code=${code}`))).status).toBe(200)
    const again = await window.send(window.get(`/?code=${code}`))
    expect(again.status).toBe(401)
    expect(again.body).toContain('The newest one there has not been opened yet')
    expect(again.headers.has('set-cookie')).toBe(false)
    expect(window.dial.strangers).toBe(1)
  })

  test('a code is good for ten minutes', async () => {
    const [young, old] = [window.pages.newCode('user'), window.pages.newCode('user')]
    window.dial.now += 10 * 60_000 - 1
    expect((await window.send(window.get(`/?code=${young}`))).status).toBe(200)
    window.dial.now += 1
    expect((await window.send(window.get(`/?code=${old}`))).status).toBe(401)
  })

  test('a look ahead does not use it up', async () => {
    const code = window.pages.newCode('user')
    const head = having({ ...window.get(`/?code=${code}`), method: 'HEAD' }, 'Connection', 'close')
    expect((await window.send(head)).status).toBe(405)
    expect((await window.send(window.get(`/?code=${code}`))).status).toBe(200)
  })

  test.each(['', 'x', 'a'.repeat(43), '%00', 'x&code=y'])('code %j opens nothing', async (code) => {
    window.pages.newCode('user')
    expect((await window.send(window.get(`/?code=${code}`))).status).toBe(401)
  })

  test('who has a code may be led here by a file of the user, as a whole page only', async () => {
    const led = (path: string, dest: string) => {
      const far = having(window.get(path), 'Sec-Fetch-Site', 'cross-site')
      return window.send(having(having(far, 'Sec-Fetch-Mode', 'navigate'), 'Sec-Fetch-Dest', dest))
    }
    const code = window.pages.newCode('user')
    expect((await led(`/?code=${code}`, 'iframe')).status).toBe(403)
    expect((await led('/', 'document')).status).toBe(403)
    expect((await led('/feed?code=x', 'document')).status).toBe(403)
    expect((await led('/?code=wrong', 'document')).status).toBe(401)
    const answer = await led(`/?code=${code}`, 'document')
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringContaining('HttpOnly'),
    ])
    expect(answer.body).toContain('/enter.js')
  })

  test('what a stranger sees has a style, and nothing else is shown to them', async () => {
    const page = await window.send(window.get('/'))
    expect(page.body).toContain('/sign-in.css')
    const style = await window.send(window.get('/sign-in.css'))
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    expect((await window.send(window.get('/icon.svg'))).status).toBe(401)
  })

  test('strangers make it print an address when the last one is used up or old, and no other goes for theirs', async () => {
    const come = () => window.send(window.get('/'))
    const user = window.pages.newCode('user')
    for (let i = 0; i < 20; i++) expect((await come()).status).toBe(401)
    expect(window.dial.strangers).toBe(0)
    expect((await window.send(window.get(`/?code=${user}`))).status).toBe(200)
    for (let i = 0; i < 20; i++) await come()
    expect(window.dial.strangers).toBe(1)
    const handed = Array.from({ length: 19 }, () => window.pages.newCode('window'))
    window.dial.now += 9 * 60_000
    await come()
    expect(window.dial.strangers).toBe(1)
    window.dial.now += 1
    await come()
    expect(window.dial.strangers).toBe(2)
    for (const code of handed) {
      expect((await window.send(window.get(`/?code=${code}`))).status).toBe(200)
    }
    // Over the limit, so the first stranger's code was dropped.
    const statuses: number[] = []
    for (const code of window.dial.codes)
      statuses.push((await window.send(window.get(`/?code=${code}`))).status)
    expect(statuses).toEqual([401, 200])
  })

  test('who is signed in already keeps the session, whatever the code', async () => {
    const cookie = await window.signIn()
    expect((await window.send(window.get('/?code=x', ['Cookie', cookie]))).status).toBe(303)
    expect((await window.send(window.get('/', ['Cookie', cookie]))).body).toContain('the window')
    expect(window.dial.strangers).toBe(0)
  })
})

test('the files of a page come over one connection; what a stranger is shown does not', async () => {
  const cookie = await window.signIn()
  const connection = async (target: string, ...headers: [string, string][]) =>
    (await window.send(window.get(target, ...headers))).headers.get('connection')
  for (const target of ['/', '/assets/app.js'])
    expect([await connection(target), await connection(target, ['Cookie', cookie])]).toEqual([
      'close',
      'keep-alive',
    ])
})

test('HEAD is answered nowhere, and begins nothing', async () => {
  const cookie = await window.signIn()
  const code = window.pages.newCode('user')
  const targets = ['/', `/?code=${code}`, '/session', '/feed', '/assets/app.js', '/sign-in.css', '/enter.js']
  for (const target of [...targets, '/requests/agents.list', '/nothing', '/mcp/agents']) {
    const own = window.get(target, ['Cookie', cookie], window.key(cookie), ['Connection', 'close'])
    const { status } = await window.send({ ...own, method: 'HEAD' })
    expect([target, status]).toEqual([target, target.startsWith('/mcp') ? 401 : 405])
  }
  expect([window.feed.listeners.size, window.janus.asked]).toEqual([0, []])
})

describe('files', () => {
  test('the window and what it loads, to those who are signed in', async () => {
    const cookie = await window.signIn()
    const page = await window.send(window.get('/', ['Cookie', `other=1; ${cookie}`]))
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const script = await window.send(window.get('/assets/app.js', ['Cookie', cookie]))
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ])
    expect((await window.send(window.get('/assets/app.js'))).status).toBe(401)
  })

  test.each([
    '/../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2f..%2fetc/passwd',
    '/..%5c..%5cetc/passwd',
    '/.secret',
    '/assets/%00',
    '/assets',
    '/assets/',
    '/nothing.js',
    '/%zz',
    '//etc/passwd',
  ])('%s is none', async (target) => {
    const answer = await window.send(window.get(target, ['Cookie', await window.signIn()]))
    expect([400, 403, 404]).toContain(answer.status)
    expect(Object.keys(JSON.parse(answer.body) as object)).toEqual(['error'])
  })

  test('every answer carries the policy', async () => {
    const cookie = await window.signIn()
    const requests = [
      window.get('/'),
      window.get('/x'),
      window.get('/', ['Cookie', cookie]),
      window.get('/assets/app.js', ['Cookie', cookie]),
    ]
    for (const request of [
      ...requests,
      window.post(cookie, 'agents.list', '{}'),
      window.post('', 'agents.list', '{}'),
    ]) {
      const { headers } = await window.send(request)
      expect(headers.get('content-security-policy')).toBe(contentPolicy)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    }
    expect(contentPolicy).not.toContain('unsafe')
  })
})

describe('what other sites begin', () => {
  test.each(['cross-site', 'same-site'])(
    '%s: no page, no file, no feed, and no code is used up',
    async (site) => {
      const cookie = await window.signIn()
      const code = window.pages.newCode('user')
      for (const target of ['/', `/?code=${code}`, '/feed', '/assets/app.js', '/session']) {
        expect(
          (await window.send(window.get(target, ['Cookie', cookie], ['Sec-Fetch-Site', site]))).status,
        ).toBe(403)
      }
      expect((await window.send(window.get(`/?code=${code}`, ['Sec-Fetch-Site', 'none']))).status).toBe(200)
      expect([window.janus.asked, window.feed.listeners.size]).toEqual([[], 0])
    },
  )
})

test('no code, cookie or token gets into the log', async () => {
  const code = window.pages.newCode('user')
  await window.send(window.get(`/?code=${code}`))
  const cookie = await window.signIn()
  window.janus.agents.push = () => {
    throw new Error('broken inside')
  }
  await window.send(window.post(cookie, 'agents.create', '{"name":"Cat"}'))
  expect(window.log.length).toBe(1)
  for (const secret of [code, cookie.split('=')[1] ?? '', window.identities.userToken]) {
    expect(window.log.join()).not.toContain(secret)
  }
})
