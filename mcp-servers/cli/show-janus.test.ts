import { expect, test } from 'vitest'
import type { DeniedRequestView } from '../../main/contract/app/denied-requests.ts'
import { openTerminal } from '../testing/terminal.ts'
import type { CostsReport } from '../../main/contract/budget/costs.ts'
import type { ProcessReport, ProcessMetricsReport } from '../../main/contract/agents/processes.ts'
import type { StatusReport } from '../../main/contract/api/reports.ts'

const terminal = openTerminal()

test('janus refused tells who tried what, and where, newest first', async () => {
  const at = '2026-11-24T09:00:00.000Z'
  const items: DeniedRequestView[] = [
    { n: 9, at, leftOut: 40, name: null },
    ...(
      [
        { code: 'unauthorized', token: 'unknown', by: { kind: 'stranger' }, name: null },
        { code: 'unauthorized', token: 'revoked', by: { kind: 'agent', id: 'agt-ann0000000' }, name: null },
        { code: 'sender_mismatch', by: { kind: 'agent', id: 'agt-bob0000000' }, name: 'Bob\u001b[2J' },
        { code: 'stale_turn', by: { kind: 'window' }, name: null },
      ] as const
    ).map((one) => ({ n: 1, at, route: 'GET /api/agents', ...one })),
  ]
  terminal.api.answers({ items, next: 5 })
  expect(await terminal.janus('refused')).toBe(0)
  expect(terminal.printed.split('\n').map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ['WHO', 'WHAT', 'ROUTE'],
    ['40 more in that minute'],
    ['a stranger', 'used an unknown token', 'GET /api/agents'],
    ['agt-ann0000000', 'used a token that is no longer valid', 'GET /api/agents'],
    [expect.stringMatching(/^Bob/), 'claimed to be someone else', 'GET /api/agents'],
    ['the window', 'spoke after the piece had moved on', 'GET /api/agents'],
  ])
  expect(terminal.complained).toBe('There is more before: --cursor 5')
  expect(terminal.printed).not.toContain('\u001b')
  expect(terminal.api.requests.map(({ url }) => url)).toEqual(['/api/refused'])
  terminal.api.answers({ items: [], next: null })
  expect(await terminal.prints('refused')).toContain('No refused requests')
})

const usedBy = (all: number, costUsd: number) => ({
  costUsd,
  turns: 3,
  unpriced: 0,
  tokens: { input: all, output: 0, cacheRead: 0, cacheWritten: 0, all },
})

test('janus budget tells today, and who is at a cap', async () => {
  const spender = { own: false, today: usedBy(900, 0.02), used: usedBy(5000, 0.4) }
  const scout = { ...spender, id: 'agt-1', name: 'Scout', cap: { usd: 0.4, tokens: null }, state: 'over' }
  terminal.api.answers({
    day: {
      date: '2026-11-24',
      ends: null,
      used: usedBy(900, 0.02),
      cap: { usd: 5, tokens: null },
      state: 'under',
    },
    total: usedBy(5000, 0.4),
    caps: { turn: null, tab: null, link: null, gathering: null, day: { usd: 5, tokens: null } },
    tabs: [{ ...scout, turnCapped: false }],
    links: [],
    gatherings: [],
  })
  expect(await terminal.prints('budget')).toMatch(
    /^Today \$0.02, 900 tokens in 3 turns \(\$5.00\); ever \$0.40, 5k tokens\.\n/,
  )
  expect(terminal.printed).toMatch(/tab +Scout +\$0.02, 900 tokens +\$0.40, 5k tokens +\$0.40 +at its limit/)
  expect(terminal.api.requests.map(({ url }) => url)).toEqual(['/api/budget'])
})

const costs: CostsReport = {
  rehearsal: false,
  today: '2026-11-25',
  cap: { usd: 5, tokens: null },
  state: 'under',
  days: [
    {
      date: '2026-11-25',
      used: usedBy(900, 0.02),
      links: [],
      gatherings: [],
      agents: [{ id: 'agt-1', name: 'Scout\u001b[31m', used: usedBy(900, 0.02) }],
      timers: [{ id: 'hb-1', name: 'Look.', intent: 'check', agent: 'Scout', used: usedBy(300, 0.01) }],
    },
  ],
  next: '2026-11-25',
  total: usedBy(5000, 0.4),
  contexts: [{ id: 'agt-1', name: 'Scout', used: 24_000, size: 200_000 }],
  plans: [{ kind: 'claude', minutes: 300, of: '', used: 0.92, resetsAt: null, state: 'near' }],
  uncounted: { money: ['Cox'], all: [] },
}

test('janus costs tells each day and who used it, how full contexts are, plans, and what no cap counts', async () => {
  terminal.api.answers(costs)
  expect(await terminal.janus('costs', '--limit', '7')).toBe(0)
  const lines = terminal.printed.trimEnd().split('\n')
  expect(lines[0]).toBe('Today $0.02, 900 tokens ($5.00); ever $0.40, 5k tokens.')
  expect(lines[2]).toMatch(/^2026-11-25 +all +\$0.02, 900 tokens +3$/)
  expect(lines[3]).toMatch(/tab +Scout\\u\{1b\}\[31m +\$0.02, 900 tokens +3$/)
  expect(lines[4]).toMatch(/timer +Scout, check: Look\. +\$0.01, 300 tokens +3$/)
  expect(lines.slice(5)).toEqual([
    'Earlier: janus costs --before 2026-11-25',
    'The context of Scout is 12 % full (24k of 200k tokens).',
    'Claude: 5-hour limit 92 % used.',
    'A limit in dollars cannot count Cox: it reports tokens, no price.',
  ])
  expect(terminal.api.requests.map(({ url }) => url)).toEqual(['/api/costs?days=7'])
})

test('of a rehearsal no money is told, and it is marked', async () => {
  terminal.api.answers({ ...costs, rehearsal: true })
  expect(await terminal.prints('costs')).toMatch(/^Demo, no cost\. Today 900 tokens/)
  expect(terminal.printed).not.toMatch(/\$0|money cannot/)
})

const use = (
  processes: number,
  megabytes: number,
  cpuPercent: number,
  cpuSeconds: number,
): ProcessMetricsReport => ({
  processes,
  memoryBytes: megabytes * 1024 * 1024,
  memoryAs: 'pss',
  cpuPercent,
  cpuSeconds,
})
const since = '2026-11-24T09:30:00.120Z'
const running: ProcessReport = {
  at: '2026-11-24T10:00:00.000Z',
  janus: { pid: 900, since, ...use(2, 140, 0.4, 61) },
  agents: [
    {
      agent: 'agt-1',
      name: 'Ann',
      kind: 'claude',
      program: null,
      state: 'working',
      pid: 4711,
      since,
      ...use(3, 311.6, 212.4, 7.24),
    },
    {
      agent: 'agt-2',
      name: 'Bob\u001b[2J',
      kind: 'other',
      program: 'goose acp',
      state: 'suspended',
      pid: 4801,
      since,
      ...use(1, 2200, 0, 4000),
    },
  ],
  total: use(6, 2651.6, 212.8, 4068.24),
}

test('janus ps lists the agents’ processes, Janus itself and the sum', async () => {
  terminal.api.answers(running)
  expect(await terminal.prints('ps')).toMatchInlineSnapshot(`
    "NAME            KIND                     PID   PROCESSES  MEMORY  CPU    CPU TIME  SINCE                STATE
    Ann             Claude                   4711  3          312 MB  212 %  7.2 s     2026-11-24 15:00:00  working
    Bob\\u{1b}[2J    Custom agent: goose acp  4801  1          2.1 GB  0 %    1 h 07    2026-11-24 15:00:00  suspended
    (Janus itself)                           900   2          140 MB  0 %    1 min     2026-11-24 15:00:00
    (all)                                          6          2.6 GB  213 %  1 h 08
    Memory that processes share is divided among them (PSS), so the sum is what is used. 100 % is one CPU core."
  `)
  expect(terminal.api.urls).toEqual(['GET /api/processes'])
  expect(await terminal.janus('ps', 'Ann')).toBe(2)
})

test('what a system does not tell is said, not shown as nothing', async () => {
  const none = { processes: null, memoryBytes: null, memoryAs: null, cpuPercent: null, cpuSeconds: null }
  const agents = running.agents.map((one) => ({ ...one, ...none, since: null }))
  terminal.api.answers({ ...running, agents, total: none })
  expect(await terminal.prints('ps')).toMatch(/Ann +Claude +4711 +not known +not known/)
  expect(terminal.printed).toContain('This system does not report what the agents’ processes use.')
  await terminal.janus('ps', '--json')
  expect(JSON.parse(terminal.printed)).toMatchObject({ agents: [{ memoryBytes: null }, {}] })
})

const status: StatusReport = {
  version: '0.1.0',
  rehearsal: false,
  shell: 'web',
  stateFolder: '/home/mo/.janus',
  user: 'mo',
  update: { kind: 'ready', version: '0.2.0', waitingFor: 2 },
  stopped: null,
  programs: [
    { kind: 'claude', path: '/usr/bin/claude', version: '2.1.5', login: 'in', problem: null },
    { kind: 'codex', path: null, version: null, login: 'unknown', problem: 'Not found. Install it.' },
  ],
  notices: ['2026-11-24 09:30 UTC: Janus crashed (Error: \u001b[2Jx).'],
}

test('janus status tells the app, its programs, and last what had happened to it', async () => {
  terminal.api.answers(status)
  expect(await terminal.prints('status')).toMatchInlineSnapshot(`
    "Janus 0.1.0, in the browser; its folder is /home/mo/.janus
    Claude 2.1.5: ready
    Codex: Not found. Install it.
    Janus 0.2.0 is ready, and starts when 2 agents have finished their turns.
    2026-11-24 09:30 UTC: Janus crashed (Error: \\u{1b}[2Jx)."
  `)
})

test('with nothing that went wrong it says so', async () => {
  terminal.api.answers({ ...status, notices: [] })
  expect(await terminal.prints('status')).toContain('No unread incidents.')
})
