import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()
const claude = { kind: 'claude', program: null }

describe('janus agents', () => {
  test('shows a table, without columns that say nothing', async () => {
    expect(await terminal.prints('agents')).toMatchInlineSnapshot(`
      "NAME  STATUS                           UNREAD  ROLE    FOLDER
      Ann   working                                          /a
      Bob   idle, waits for your permission  2       tester  /b"
    `)
    terminal.api.answers([])
    expect(await terminal.prints('agents')).toContain('janus new NAME')
  })

  test('lets nothing that agents say steer the terminal', async () => {
    const role = '\u001b[31mred\u0007\u009b2J\u202Eleft\u{E0041}\n2nd'
    terminal.api.answers([
      { name: 'Ann', kind: 'claude', status: 'idle', needs: null, pending: 0, role, cwd: '/漢' },
    ])
    expect(await terminal.janus('agents')).toBe(0)
    expect(terminal.printed.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
    expect(terminal.printed).toContain('\\u{1b}[31mred\\u{7}\\u{9b}2J\\u{202e}left\\u{e0041} 2nd')
    expect(await terminal.janus('agents', '--json')).toBe(0)
    expect(terminal.printed.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
    expect(JSON.parse(terminal.printed)).toMatchObject([{ role }])
  })
})

describe('janus links, janus timers', () => {
  test('show a table each', async () => {
    const members = [{ name: 'Ann' }, { name: 'Bob' }]
    const link = {
      id: 'lnk-1',
      members,
      mode: 'converse',
      state: 'open',
      pauseReason: null,
      budget: { left: 6, allowed: 8 },
    }
    const resting = {
      ...link,
      id: 'lnk-2',
      state: 'resting',
      pauseReason: 'budget',
      budget: { left: 0, allowed: 8 },
    }
    terminal.api.answers({ items: [resting, link], next: null })
    expect(await terminal.prints('links')).toMatchInlineSnapshot(`
      "LINK   AGENTS    MODE      STATE            LEFT
      lnk-2  Ann, Bob  converse  paused (budget)  0 of 8
      lnk-1  Ann, Bob  converse  open             6 of 8"
    `)
    const timer = {
      id: 'hb-1',
      agent: 'Ann',
      intent: 'anchor',
      state: 'armed',
      inSeconds: 299.6,
      reason: '',
      note: 'the\u001b fares\nand',
    }
    const check = { ...timer, id: 'hb-2', intent: 'check', inSeconds: null }
    terminal.api.answers([
      timer,
      { ...check, state: 'paused', reason: 'paused by you' },
      { ...check, id: 'hb-3', reason: 'the tab is closed' },
      { ...check, id: 'hb-4', intent: 'event', trigger: 'when Bob fails, once', reason: '' },
    ])
    expect(await terminal.prints('timers')).toMatchInlineSnapshot(`
      "TIMER  AGENT  FOR                   COMES IN  WHY                NOTE
      hb-1   Ann    anchor                300 s                        the\\u{1b} fares and
      hb-2   Ann    check                 paused    paused by you      the\\u{1b} fares and
      hb-3   Ann    check                 waits     the tab is closed  the\\u{1b} fares and
      hb-4   Ann    when Bob fails, once  waits                        the\\u{1b} fares and"
    `)
    expect(terminal.api.requests.map(({ url }) => url)).toEqual(['/api/links', '/api/heartbeats'])
  })

  test('say so when there are none, and take nothing more', async () => {
    terminal.api.answers({ items: [], next: null })
    expect(await terminal.prints('links')).toBe('No agents are linked.')
    terminal.api.answers([])
    expect(await terminal.prints('timers')).toBe('No agent has a timer.')
    expect(await terminal.janus('timers', 'Ann')).toBe(2)
  })
})

test('janus stop and janus go-on say what holds now', async () => {
  terminal.api.answers({ stopped: null })
  expect([await terminal.janus('stop'), terminal.printed]).toEqual([0, expect.stringMatching(/is stopped/)])
  expect([await terminal.janus('go-on'), terminal.printed]).toEqual([0, expect.stringMatching(/has resumed/)])
  expect(terminal.api.requests.map(({ url }) => url)).toEqual(['/api/stop', '/api/go-on'])
})

describe('janus new', () => {
  test('makes an agent in the folder where one stands', async () => {
    terminal.api.answers({ name: 'Kit Two', ...claude, cwd: '/home/mo/ferry/a' })
    const wishes = ['--folder', 'a', '--model', 'opus', '--mode', 'plan', '--role', 'looks']
    expect(await terminal.prints('new', 'Kit Two', ...wishes)).toBe(
      'Kit Two works in /home/mo/ferry/a. Write to it: janus send "Kit Two" "…"',
    )
    expect(terminal.api.asked).toEqual([
      [
        'POST /api/agents',
        {
          name: 'Kit Two',
          cwd: '/home/mo/ferry/a',
          model: 'opus',
          permissionMode: 'plan',
          role: 'looks',
        },
      ],
    ])
    await terminal.janus('new', 'Kit')
    expect(terminal.api.requests.at(-1)?.body).toEqual({ name: 'Kit', cwd: '/home/mo/ferry' })
  })

  test('is not asked twice', async () => {
    terminal.api.at = (step, cut) => {
      if (step === 'arrived') cut()
    }
    expect(await terminal.fails(3, 'new', 'Kit')).toContain('the result is unknown')
    expect(terminal.api.requests).toHaveLength(1)
  })
})

describe('janus api', () => {
  test.each(['settings', '/settings', '/api/settings', '//settings'])('finds %s', async (path) => {
    terminal.api.answers([{ name: 'theme', value: 'dark' }])
    expect(await terminal.janus('api', 'patch', path, '{"theme":"dark"}')).toBe(0)
    expect(JSON.parse(terminal.printed)).toEqual([{ name: 'theme', value: 'dark' }])
    expect(terminal.api.asked).toEqual([['PATCH /api/settings', { theme: 'dark' }]])
  })

  test('keeps a query, and takes a body from the pipe only if it is JSON', async () => {
    await terminal.janus('api', 'GET', '/history?q=a b&limit=2')
    expect(terminal.api.requests[0]?.url).toBe('/api/history?q=a%20b&limit=2')
    expect(await terminal.fails(2, 'api', 'POST', '/agents', '-')).toContain('not valid')
  })

  test('sends an empty object where a body is due, and none where there is none', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE', 'GET'])
      await terminal.janus('api', method, '/links/lnk-1')
    expect(terminal.api.requests.map(({ body }) => body)).toEqual([{}, {}, null, null])
    expect(await terminal.fails(2, 'api', 'GET', '/links', '{}')).toContain('GET takes no JSON')
    expect(terminal.api.requests).toHaveLength(4)
  })

  test.each(['/../login', 'http://example.org/x', '/%2e%2e/x', '/..\\x'])(
    'stays in the API: %s',
    async (path) => {
      expect(await terminal.janus('api', 'GET', path)).toBe(2)
      expect(terminal.api.requests).toEqual([])
    },
  )
})

describe('what is not understood', () => {
  test.each([
    ['sned', 'Bob', 'x'],
    ['send', 'Bob'],
    ['send'],
    ['agents', 'all'],
    ['new'],
    ['new', 'Two', 'Names'],
    ['api', 'PUT', '/settings'],
    ['api', 'GET'],
    ['agents', '--folder', 'x'],
    ['agents', '--wait', '5'],
    ['new', 'Kit', '--priority', 'low'],
    ['send', 'Bob', 'x', '--role', 'y'],
    ['send', 'Bob', 'x', '--priority', 'soon'],
    ['send', 'Bob', 'x', '--wait', 'long'],
    ['send', 'Bob', 'x', '--wait', '-1'],
    ['send', 'Bob', 'x', '--wait', '86401'],
    ['send', 'Bob', 'x', '--wait', '5', '--priority', 'low'],
    ['agents', '--colour'],
    ['agents', '--home'],
  ])('%s %s %s', async (...argv) => {
    expect(await terminal.fails(2, ...argv)).toMatch(/See janus ([\w-]+ )?--help\.$/)
    expect(terminal.api.requests).toEqual([])
  })
})

describe('where the app is', () => {
  const file = (): string => join(terminal.api.folder, 'api.json')

  test('is said by --home before $JANUS_HOME', async () => {
    expect(
      await terminal.janusWith({ JANUS_HOME: '/nowhere' }, 'agents', '--home', terminal.api.folder),
    ).toBe(0)
    expect(await terminal.janusWith({ JANUS_HOME: '/nowhere' }, 'agents')).toBe(3)
    expect(terminal.complained).toContain('Janus is not running with /nowhere. Start it with `npm start`')
  })

  test('is at home without either, and a rehearsal is named', async () => {
    expect(await terminal.janusWith({}, 'agents')).toBe(3)
    expect(terminal.complained).toContain('.janus. Start it')
    fs.mkdirSync(join(terminal.api.folder, 'home/.janus-rehearsal'), { recursive: true })
    fs.writeFileSync(join(terminal.api.folder, 'home/.janus-rehearsal/api.json'), '')
    expect(await terminal.janusWith({}, 'agents')).toBe(3)
    expect(terminal.complained).toContain('the demo is: add --home ')
  })

  test('is not asked any more when the app is gone, or another process has its number', async () => {
    terminal.api.writeApiFile({ startedAt: '1' })
    expect(await terminal.janus('agents')).toBe(3)
    terminal.api.writeApiFile({ pid: spawnSync(process.execPath, ['-e', '']).pid })
    expect([await terminal.janus('agents'), terminal.api.requests]).toEqual([3, []])
    expect(terminal.complained).toContain('is not running')
    fs.cpSync(file(), join(terminal.api.folder, 'home/.janus-rehearsal/api.json'))
    expect(await terminal.fails(3, 'agents')).toContain('is not running, but the demo is: add --home ')
  })

  test.each(['', '{', '[]', '{"url":"http://evil.example/api"}'])(
    'is not in a damaged file: %j',
    async (text) => {
      fs.writeFileSync(file(), text)
      expect(await terminal.fails(3, 'agents')).toContain('damaged')
    },
  )

  test.each([
    ['http://127.0.0.1.example.org/api'],
    ['http://localhost:1/api'],
    ['http://127.0.0.1:1/api@example.org'],
    ['https://127.0.0.1:1/api'],
  ])('is never %s', async (url) => {
    terminal.api.writeApiFile({ url })
    expect(await terminal.janus('agents')).toBe(3)
  })

  test('is not read from a file that others may read, a link or a pipe', async () => {
    fs.chmodSync(file(), 0o640)
    expect(await terminal.fails(1, 'agents')).toContain('chmod 600')
    fs.renameSync(file(), join(terminal.api.folder, 'real.json'))
    fs.symlinkSync(join(terminal.api.folder, 'real.json'), file())
    expect(await terminal.janus('agents')).toBe(1)
    fs.rmSync(file())
    spawnSync('mkfifo', ['-m', '600', file()])
    expect(await terminal.fails(1, 'agents')).toContain('not a file of Janus')
    expect(terminal.api.requests).toEqual([])
  })

  test.runIf(process.getuid?.() === 0)('is not read from another user’s file', async () => {
    fs.chownSync(file(), 65534, 65534)
    expect(await terminal.fails(1, 'agents')).toContain('belongs to another user')
  })
})

test('a token that is not known is refused in words', async () => {
  terminal.api.writeApiFile({ token: 'another-token-of-this-app' })
  expect(await terminal.fails(1, 'agents')).toContain('This needs a token.')
})

test('an agent’s shell does not speak as the user', async () => {
  const environment = { JANUS_HOME: terminal.api.folder, JANUS_PROCESS: 'x/1' }
  expect(await terminal.janusWith(environment, 'send', 'Bob', 'hi')).toBe(1)
  expect(terminal.complained).toContain('send_to_agent')
  expect(terminal.api.requests).toEqual([])
})
