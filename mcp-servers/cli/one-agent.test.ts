import { expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()
const kit = {
  id: 'agt-1',
  name: 'Kit Two',
  kind: 'claude',
  program: null,
  status: 'idle',
  needs: null,
  reason: '',
  since: '2026-11-24T08:00:00.123Z',
  pending: 2,
  role: 'looks\u001b[2J',
  cwd: '/a',
  model: 'opus',
  effort: null,
  permissionMode: 'default',
  waitingFor: null,
  gathering: null,
  groups: ['Crew'],
}

test('one agent is closed, renamed, reopened, restarted and interrupted', async () => {
  terminal.api.answers(kit)
  for (const [argv, words] of [
    [['close', 'Kit Two'], 'Kit Two is closed. Bring it back: janus agents reopen "Kit Two"'],
    [['close', 'Kit Two', '--forever'], 'Kit Two is deleted.'],
    [['rename', 'Kit', 'Kit Two'], 'Kit is called Kit Two now.'],
    [['reopen', 'kit two'], 'Kit Two is open again.'],
    [['pin', 'kit two'], 'Kit Two is pinned to the top.'],
    [['unpin', 'kit two'], 'Kit Two is no longer pinned.'],
    [['restart', 'kit two'], 'Kit Two starts again.'],
    [['interrupt', 'kit two'], 'Kit Two is interrupted.'],
  ] as const) {
    expect(await terminal.prints('agents', ...argv)).toBe(words)
  }
  expect(terminal.api.asked).toEqual([
    ['DELETE /api/agents/Kit%20Two'],
    ['DELETE /api/agents/Kit%20Two?forever=true'],
    ['PATCH /api/agents/Kit', { name: 'Kit Two' }],
    ['POST /api/agents/kit%20two/reopen', {}],
    ['PATCH /api/agents/kit%20two', { pinned: true }],
    ['PATCH /api/agents/kit%20two', { pinned: false }],
    ['POST /api/agents/kit%20two/restart', {}],
    ['POST /api/agents/kit%20two/interrupt', {}],
  ])
})

test('one agent is shown, with times of the user’s own zone', async () => {
  terminal.api.answers([kit])
  expect(await terminal.prints('agents', 'show', '@kit two')).toMatchInlineSnapshot(`
    "Name:       Kit Two
    Id:         agt-1
    Kind:       Claude
    Status:     idle, since 2026-11-24 13:30:00
    Unread:     2
    Role:       looks\\u{1b}[2J
    Folder:     /a
    Model:      opus
    Mode:       default
    Groups:     Crew"
  `)
  expect(await terminal.fails(1, 'agents', 'show', 'Kot Two')).toContain('No open agent is called "Kot Two".')
  expect(terminal.complained).toContain('Did you mean Kit Two? There are: Kit Two.')
})

test('agents are linked, and a link is closed by its members or its id', async () => {
  const members = [
    { id: 'agt-1', name: 'Ann' },
    { id: 'agt-2', name: 'Bob' },
  ]
  const link = { id: 'lnk-1', members, mode: 'converse' }
  terminal.api.answers(link)
  const how = ['--mode', 'converse', '--purpose', 'the fares', '--budget', '4']
  expect(await terminal.prints('link', 'Ann', 'Bob', ...how)).toBe(
    'Ann and Bob are linked (lnk-1, converse).',
  )
  terminal.api.otherwise = (method) => ({
    status: 200,
    value:
      method === 'GET'
        ? {
            items: [{ ...link, id: 'lnk-2', members: [...members, { id: 'agt-3', name: 'Cat' }] }, link],
            next: null,
          }
        : link,
  })
  for (const argv of [['bob', '@Ann'], ['lnk-1']]) {
    expect(await terminal.prints('unlink', ...argv)).toBe('The link between Ann and Bob is closed.')
  }
  expect(terminal.api.asked).toEqual([
    ['POST /api/links', { members: ['Ann', 'Bob'], mode: 'converse', purpose: 'the fares', budget: 4 }],
    ['GET /api/links?limit=100'],
    ['POST /api/links/lnk-1/close', {}],
    ['POST /api/links/lnk-1/close', {}],
  ])
  expect(await terminal.fails(1, 'unlink', 'Ann', 'Eve')).toContain(
    'There are: Ann and Bob and Cat (lnk-2), Ann and Bob (lnk-1).',
  )
  for (const argv of [
    ['link', 'Ann'],
    ['link', 'Ann', 'Bob', '--budget', '0'],
    ['link', 'Ann', 'Bob', '--mode', 'x'],
  ])
    expect(await terminal.janus(...argv)).toBe(2)
})

test('a webhook is set with the command that calls it; what an event needs is named by its option', async () => {
  terminal.api.answers({
    id: 'hb-1',
    agent: 'Ann',
    note: 'look',
    trigger: 'when its webhook is called, once',
    secret: 's3',
  })
  expect(await terminal.prints('timers', 'on', 'Ann', 'webhook', 'look')).toMatch(
    /^hb-1 of Ann fires when its webhook is called, once\./,
  )
  expect(terminal.printed).toMatch(
    /echo 'X-Janus-Hook-Secret: s3' \| curl -X POST -H @- http:\S+\/api\/hooks\/hb-1$/,
  )
  expect(await terminal.fails(2, 'timers', 'on', 'Ann', 'idle', 'look')).toContain('idle needs --about AGENT')
  expect(await terminal.fails(2, 'timers', 'on', 'Ann', 'files', 'look')).toContain('files needs --glob GLOB')
})

test('the user says something in a link, by its name or id', async () => {
  const link = { id: 'lnk-1', name: 'Fares', members: [], mode: 'mentions' }
  terminal.api.otherwise = (method) => ({
    status: 200,
    value:
      method === 'GET'
        ? { items: [link], next: null }
        : { id: 'crs-1', wakes: ['Ann\u001b'], absorbs: ['Bob'] },
  })
  expect(await terminal.prints('say', 'fares', '@Ann', 'look')).toBe('Said; it starts a turn of Ann\\u{1b}.')
  expect(await terminal.janus('say', 'lnk-1', 'Done.', '--quiet')).toBe(0)
  expect(terminal.api.asked).toEqual([
    ['GET /api/links?limit=100'],
    ['POST /api/links/lnk-1/message', { message: '@Ann look' }],
    ['POST /api/links/lnk-1/message', { message: 'Done.', quiet: true }],
  ])
  expect(await terminal.janus('say', 'Ferry', 'x')).toBe(1)
})

test('a timer is paused, resumed and cancelled; what reached its limit goes on', async () => {
  terminal.api.answers({ id: 'hb-1', agent: 'Ann', note: 'look' })
  expect(await terminal.prints('timers', 'pause', 'hb-1')).toBe('hb-1 of Ann is paused: look')
  await terminal.janus('timers', 'resume', 'hb-1')
  await terminal.janus('timers', 'cancel', 'hb-1')
  await terminal.janus('budget', 'go-on', 'tab', 'Ann')
  await terminal.janus('budget', 'go-on', 'day')
  expect(terminal.api.asked).toEqual([
    ['PATCH /api/heartbeats/hb-1', { action: 'pause' }],
    ['PATCH /api/heartbeats/hb-1', { action: 'resume' }],
    ['DELETE /api/heartbeats/hb-1'],
    ['POST /api/budget/go-on', { of: 'tab', id: 'Ann' }],
    ['POST /api/budget/go-on', { of: 'day' }],
  ])
})

test('a table is cut to the width of the terminal, the widest column first, and is whole in a pipe', async () => {
  terminal.api.answers([{ ...kit, role: 'finds what is untested in the ferry', cwd: '/home/mo/漢字/ferry' }])
  expect(await terminal.prints('agents')).toContain(
    'finds what is untested in the ferry  /home/mo/漢字/ferry',
  )
  terminal.columns = 60
  expect(await terminal.prints('agents')).toMatchInlineSnapshot(`
    "NAME     STATUS  UNREAD  ROLE               FOLDER
    Kit Two  idle    2       finds what is un…  /home/mo/漢字/f…"
  `)
  terminal.columns = Infinity
})

test('janus agents tells the kinds apart where there are several', async () => {
  const one = (name: string, kind: string) => ({
    name,
    kind,
    status: 'idle',
    needs: null,
    pending: 0,
    role: '',
    cwd: '/a',
  })
  terminal.api.answers([one('Ann', 'claude'), one('Bob', 'codex')])
  expect(await terminal.prints('agents')).toMatchInlineSnapshot(`
    "NAME  KIND    STATUS  FOLDER
    Ann   claude  idle    /a
    Bob   codex   idle    /a"
  `)
})

test('janus new makes one of another kind, or of any program', async () => {
  terminal.api.answers({ name: 'Kit', kind: 'codex', program: null, cwd: '/a' })
  expect(await terminal.prints('new', 'Kit', '--kind', 'codex')).toBe(
    'Kit (Codex) works in /a. Write to it: janus send Kit "…"',
  )
  expect(await terminal.janus('new', 'Kit', '--kind', 'other', '--program', 'goose acp')).toBe(0)
  expect(terminal.api.requests.map(({ body }) => body)).toMatchObject([
    { name: 'Kit', kind: 'codex' },
    { name: 'Kit', kind: 'other', program: 'goose acp' },
  ])
  expect(await terminal.janus('send', 'Kit', 'x', '--program', 'goose')).toBe(2)
})
