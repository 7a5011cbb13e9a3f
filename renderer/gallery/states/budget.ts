import type { UsedReport } from '../../../main/contract/budget/budget.ts'
import type { CostDay, CostPart, CostsReport } from '../../../main/contract/budget/costs.ts'
import { during } from '../domain/crew.ts'
import type { Surroundings } from '../domain/janus.ts'
import type { World } from '../domain/world.ts'
import type { StoryPlay, Stories } from '../play.ts'
import { moment } from '../still.ts'
import { linked } from './link.ts'
import { running, talk } from './said.ts'

const usedOf = (costUsd: number, all: number): UsedReport => ({
  costUsd,
  tokens: { input: all * 0.1, output: all * 0.05, cacheRead: all * 0.8, cacheWritten: all * 0.05, all },
  turns: 9,
  unpriced: 0,
})

const onDay = (date: string, costUsd: number, tokens: number): CostDay => {
  const part = (id: string, name: string, share: number): CostPart => ({
    id,
    name,
    used: usedOf(costUsd * share, Math.round(tokens * share)),
  })
  return {
    date,
    used: usedOf(costUsd, tokens),
    agents: [
      part('agt-1', 'Builder', 0.54),
      part('agt-2', 'Scout', 0.27),
      part('agt-gone', 'A reader of long logs whose tab was deleted since', 0.19),
    ],
    links: [part('lnk-1', 'Scout and Builder', 0.1)],
    gatherings: [part('gat-1', 'Freeze the schema?', 0.2)],
    timers: [{ ...part('hb-1', 'Back to the refresh guard', 0.03), intent: 'anchor', agent: 'Builder' }],
  }
}

/** Days that no story covers. */
const costs: CostsReport = {
  rehearsal: false,
  today: '2026-11-22',
  cap: { usd: 3, tokens: null },
  state: 'near',
  days: [
    onDay('2026-11-22', 2.64, 752_000),
    onDay('2026-11-21', 7.85, 2_600_000),
    onDay('2026-11-19', 0.004, 900),
    onDay('2025-12-30', 1.6, 512_000),
  ],
  next: '2025-12-30',
  total: usedOf(31.5, 10_110_000),
  contexts: [],
  plans: [],
  uncounted: { money: ['Critic', 'Cox'], all: ['Goose'] },
}

/** Builder has used `usd` in its turn, and `context` tokens of its context. */
const used = (
  usd: number,
  context = 41_000,
  app: Surroundings = {},
  act?: StoryPlay['act'],
  more: Partial<StoryPlay> = {},
): StoryPlay => ({
  app,
  story: linked(async (world: World) => {
    await world.does('Builder', talk)
    world.fact('Builder', { type: 'context.told', context: { used: context, size: 200_000 } })
    world.end('Builder', usd, usd * 280_000)
    world.programs.offer(world.id('Builder'), [{ name: 'compact', about: 'Cut it down', argument: '' }])
    world.inView = {}
  }),
  act,
  ...more,
})

const opensContext: StoryPlay['act'] = async (hand) => {
  await hand.click('button', /^Context \d/)
  await hand.see('[role=dialog]', /full/)
}
const dayCap = (usd: number) => ({ settings: { dayCap: { usd, tokens: null } } })
const limit = { of: '', resetsAt: moment + 90 * 60_000 }

export const budgetPlays: Stories = {
  'budget-tab': used(2.01, undefined, { settings: { tabCap: { usd: 2, tokens: null } } }),
  'budget-turn': {
    app: { settings: { turnCap: { usd: 0.5, tokens: 20_000 } } },
    story: during(running, (world) =>
      world.fact('Builder', {
        type: 'turn.used',
        tokens: { input: 20_000, output: 2_000, cacheRead: 0, cacheWritten: 0 },
      }),
    ),
  },
  'budget-day': used(5, undefined, dayCap(5)),
  'budget-today': used(2.2, undefined, dayCap(3), async (hand) => {
    await hand.click('button', /^Usage today/)
    await hand.see('[role=dialog]')
    await hand.click('summary', /^Default limits/)
  }),
  'budget-costs': used(
    2.2,
    undefined,
    dayCap(3),
    async (hand, world) => {
      world.programs.limit(world.id('Builder'), [
        { ...limit, minutes: 300, used: 0.92, state: 'near' },
        { ...limit, minutes: 10_080, used: 0.31, state: 'under', resetsAt: moment + 3 * 86_400_000 },
      ])
      await hand.open({ kind: 'costs' }, '[data-part=costs]', /By timer/)
    },
    { answers: { 'costs.get': () => costs } },
  ),
  'budget-context': used(0.07, 24_000, {}, opensContext),
  'budget-context-near': used(0.07, 168_000, {}, opensContext),
  'budget-context-full': used(0.07, 196_000),
  'budget-turn-verbose': used(0.07, 41_000, { settings: { density: 'verbose' } }),
}
