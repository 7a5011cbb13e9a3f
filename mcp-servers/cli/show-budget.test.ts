import { expect, test } from 'vitest'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from '../testing/terminal.ts'

const terminal = openEach(new Terminal())

test('janus budget tells today, and who is at a cap', async () => {
  const used = (all: number, costUsd: number) => ({
    costUsd,
    turns: 3,
    unpriced: 0,
    tokens: { input: all, output: 0, cacheRead: 0, cacheWritten: 0, all },
  })
  const spender = { own: false, today: used(900, 0.02), used: used(5000, 0.4) }
  const scout = { ...spender, id: 'agt-1', name: 'Scout', cap: { usd: 0.4, tokens: null }, state: 'over' }
  terminal.api.otherwise = () => ({
    status: 200,
    value: {
      day: {
        date: '2026-11-24',
        ends: null,
        used: used(900, 0.02),
        cap: { usd: 5, tokens: null },
        state: 'under',
      },
      total: used(5000, 0.4),
      caps: { turn: null, tab: null, link: null, gathering: null, day: { usd: 5, tokens: null } },
      tabs: [{ ...scout, turnCapped: false }],
      links: [],
      gatherings: [],
    },
  })
  expect(await terminal.janus('budget')).toBe(0)
  expect(terminal.printed).toMatch(
    /^Today \$0.02, 900 tokens in 3 turns \(\$5.00\); ever \$0.40, 5k tokens\.\n/,
  )
  expect(terminal.printed).toMatch(/tab +Scout +\$0.02, 900 tokens +\$0.40, 5k tokens +\$0.40 +at its cap/)
  expect(terminal.api.requests.map(({ url }) => url)).toEqual(['/api/budget'])
})
