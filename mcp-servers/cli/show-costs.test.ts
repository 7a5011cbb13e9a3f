import { expect, test } from 'vitest'
import type { CostsReport } from '../../main/contract/budget/costs.ts'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from '../testing/terminal.ts'

const terminal = openEach(new Terminal())

const used = (all: number, costUsd: number) => ({
  costUsd,
  turns: 3,
  unpriced: 0,
  tokens: { input: all, output: 0, cacheRead: 0, cacheWritten: 0, all },
})
const report: CostsReport = {
  rehearsal: false,
  today: '2026-11-25',
  cap: { usd: 5, tokens: null },
  state: 'under',
  days: [
    {
      date: '2026-11-25',
      used: used(900, 0.02),
      links: [],
      gatherings: [],
      agents: [{ id: 'agt-1', name: 'Scout\u001b[31m', used: used(900, 0.02) }],
      timers: [{ id: 'hb-1', name: 'Look.', intent: 'check', agent: 'Scout', used: used(300, 0.01) }],
    },
  ],
  next: '2026-11-25',
  total: used(5000, 0.4),
  contexts: [{ id: 'agt-1', name: 'Scout', used: 24_000, size: 200_000 }],
  plans: [{ kind: 'claude', minutes: 300, of: '', used: 0.92, resetsAt: null, state: 'near' }],
  uncounted: { money: ['Cox'], all: [] },
}

test('janus costs tells each day and who used it, how full contexts are, plans, and what no cap counts', async () => {
  terminal.api.otherwise = () => ({ status: 200, value: report })
  expect(await terminal.janus('costs', '--limit', '7')).toBe(0)
  const lines = terminal.printed.trimEnd().split('\n')
  expect(lines[0]).toBe('Today $0.02, 900 tokens ($5.00); ever $0.40, 5k tokens.')
  expect(lines[2]).toMatch(/^2026-11-25 +all +\$0.02, 900 tokens +3$/)
  expect(lines[3]).toMatch(/tab +Scout\\u\{1b\}\[31m +\$0.02, 900 tokens +3$/)
  expect(lines[4]).toMatch(/timer +Scout, check: Look\. +\$0.01, 300 tokens +3$/)
  expect(lines.slice(5)).toEqual([
    'Earlier: janus costs --before 2026-11-25',
    'The context of Scout is 12 % full: 24k of 200k tokens.',
    'Claude: 5-hour limit 92 % used.',
    'A cap on money cannot count Cox: it tells tokens, no price.',
  ])
  expect(terminal.api.requests.map(({ url }) => url)).toEqual(['/api/costs?days=7'])
})

test('of a rehearsal no money is told, and it is marked', async () => {
  terminal.api.otherwise = () => ({ status: 200, value: { ...report, rehearsal: true } })
  expect(await terminal.janus('costs')).toBe(0)
  expect(terminal.printed).toMatch(/^A rehearsal: no money is spent\. Today 900 tokens/)
  expect(terminal.printed).not.toMatch(/\$0|money cannot/)
})
