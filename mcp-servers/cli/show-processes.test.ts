import { expect, test } from 'vitest'
import type { ProcessReport, UseReport } from '../../main/contract/agents/processes.ts'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from '../testing/terminal.ts'

const terminal = openEach(new Terminal())

const use = (processes: number, megabytes: number, cpuPercent: number, cpuSeconds: number): UseReport => ({
  processes,
  memoryBytes: megabytes * 1024 * 1024,
  memoryAs: 'pss',
  cpuPercent,
  cpuSeconds,
})
const since = '2026-11-24T09:30:00.120Z'
const report: ProcessReport = {
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
  terminal.api.otherwise = () => ({ status: 200, value: report })
  expect(await terminal.janus('ps')).toBe(0)
  expect(terminal.printed).toMatchInlineSnapshot(`
    "NAME            KIND                      PID   PROCESSES  MEMORY  CPU    CPU TIME  SINCE                STATE
    Ann             Claude                    4711  3          312 MB  212 %  7.2 s     2026-11-24 15:00:00  working
    Bob\\u{1b}[2J    Another agent: goose acp  4801  1          2.1 GB  0 %    1 h 07    2026-11-24 15:00:00  suspended
    (Janus itself)                            900   2          140 MB  0 %    1 min     2026-11-24 15:00:00
    (all)                                           6          2.6 GB  213 %  1 h 08
    Memory is PSS: what processes share is counted in parts, so the sum is what is taken. 100 % is one processor."
  `)
  expect(terminal.api.requests.map(({ method, url }) => `${method ?? ''} ${url ?? ''}`)).toEqual([
    'GET /api/processes',
  ])
  expect(await terminal.janus('ps', 'Ann')).toBe(2)
})

test('what a system does not tell is said, not shown as nothing', async () => {
  const none = { processes: null, memoryBytes: null, memoryAs: null, cpuPercent: null, cpuSeconds: null }
  const agents = report.agents.map((one) => ({ ...one, ...none, since: null }))
  terminal.api.otherwise = () => ({ status: 200, value: { ...report, agents, total: none } })
  await terminal.janus('ps')
  expect(terminal.printed).toMatch(/Ann +Claude +4711 +not known +not known/)
  expect(terminal.printed).toContain('This system does not tell Janus what the agents’ processes use.')
  await terminal.janus('ps', '--json')
  expect(JSON.parse(terminal.printed)).toMatchObject({ agents: [{ memoryBytes: null }, {}] })
})
