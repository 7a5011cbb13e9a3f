import { nothingUsed, type DayPart, type DayView } from '../../../main/contract/budget/budget.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { noted, set, status, view, type Line } from '../make.ts'
import { spending } from '../make-budget.ts'
import type { UsedReport } from '../../../main/contract/budget/budget.ts'
import type { CostDay, CostPart, CostsReport } from '../../../main/contract/budget/costs.ts'
import type { PlanLimit } from '../../../main/contract/budget/plan.ts'
import { check } from '../make-kinds.ts'
import type { Play, Plays } from '../play.ts'
import { moment } from '../still.ts'
import { shown } from './hand-shown.ts'
import { around, builder, critic, scout } from './people.ts'
import { builderSaid, talk } from './words.ts'

const part = (name: string, costUsd: number, tokens: number): DayPart => ({
  ...spending(costUsd, tokens),
  name,
})

const day: DayView = {
  date: '2026-03-12',
  until: moment + 6 * 3_600_000,
  budget: spending(4.1, 1_210_000, { usd: 5, tokens: null }, 41),
  tabs: {
    [builder.id]: part('Builder', 2.2, 640_000),
    [scout.id]: part('Scout', 1.1, 400_000),
    [critic.id]: part('Critic', 0.8, 170_000),
  },
  links: { 'lnk-1': part('Scout and Builder', 0.4, 130_000) },
  gatherings: { 'gat-1': part('Freeze the schema?', 0.84, 214_000) },
  timers: {
    'hb-1': { ...part('Back to the refresh guard', 0.12, 31_000), intent: 'anchor', agent: 'Builder' },
  },
  total: {
    ...nothingUsed,
    costUsd: 31.5,
    turns: 402,
    tokens: { input: 900_000, output: 410_000, cacheRead: 8_100_000, cacheWritten: 700_000 },
  },
}
const full: DayView = { ...day, budget: spending(5.04, 1_480_000, { usd: 5, tokens: null }, 49) }

const capped: Partial<AgentView> = {
  needs: 'card',
  spending: spending(2.01, 412_000, { usd: 2, tokens: null }),
}

const used: Line = noted({
  kind: 'used',
  costUsd: 0.07,
  tokens: { input: 900, output: 1400, cacheRead: 38_000, cacheWritten: 2100 },
  context: { used: 41_000, size: 200_000 },
})

const withUse = (changes: Partial<AgentView>): Play =>
  shown(changes, { transcripts: builderSaid([...talk, used]) })

const onDay = (date: string, costUsd: number, tokens: number): CostDay => {
  const used = (usd: number, all: number): UsedReport => {
    const { tokens: kinds, ...sums } = spending(usd, all)
    return { ...sums, tokens: { ...kinds, all } }
  }
  const part = (id: string, name: string, share: number): CostPart => ({
    id,
    name,
    used: used(costUsd * share, Math.round(tokens * share)),
  })
  const timer = { intent: 'anchor', agent: 'Builder' } as const
  return {
    date,
    used: used(costUsd, tokens),
    agents: [
      part(builder.id, 'Builder', 0.54),
      part(scout.id, 'Scout', 0.27),
      part('agt-gone', 'A reader of long logs whose tab was deleted since', 0.19),
    ],
    links: [part('lnk-1', 'Scout and Builder', 0.1)],
    gatherings: [part('gat-1', 'Freeze the schema?', 0.2)],
    timers: [{ ...part('hb-1', 'Back to the refresh guard', 0.03), ...timer }],
  }
}

const costs: CostsReport = {
  rehearsal: false,
  today: '2026-03-12',
  cap: { usd: 5, tokens: null },
  state: 'near',
  days: [
    onDay('2026-03-12', 4.1, 1_210_000),
    onDay('2026-03-11', 7.85, 2_600_000),
    onDay('2026-03-09', 0.004, 900),
    onDay('2025-12-30', 1.6, 512_000),
  ],
  next: '2025-12-30',
  total: onDay('2026-03-12', 31.5, 10_110_000).used,
  contexts: [],
  plans: [],
  uncounted: { money: ['Critic', 'Cox'], all: ['Goose'] },
}

const limit = { of: '', resetsAt: moment + 90 * 60_000 }
const plan: readonly PlanLimit[] = [
  { ...limit, minutes: 300, used: 0.92, state: 'near' },
  { ...limit, minutes: 10_080, used: 0.31, state: 'under', resetsAt: moment + 3 * 86_400_000 },
]

const fullTo = (used: number): Play => ({
  ...withUse({ context: { used, size: 200_000 } }),
  view: view(around({ ...builder, context: { used, size: 200_000 } }), {
    commands: { [builder.id]: [{ name: 'compact', about: 'Cut it down', argument: '' }] },
  }),
})

const opensContext: NonNullable<Play['act']> = async (hand) => {
  await hand.click('button', /^Context \d/)
  await hand.see('[role=dialog]', /full/)
}

/** With what the status line, or a sheet, opens. */
const doing = (play: Play, act: NonNullable<Play['act']>): Play => ({ ...play, act })

/** What is used, and caps that are reached. */
export const budgetPlays: Plays = {
  'budget-tab': withUse(capped),
  'budget-turn': {
    ...withUse({ needs: 'card', isTurnCapped: true }),
    view: view(around({ ...builder, needs: 'card', isTurnCapped: true }), {
      status: status({ settings: set({ turnCap: { usd: 0.5, tokens: 200_000 } }) }),
    }),
  },
  'budget-day': { ...withUse({}), view: view(around(builder), { day: full }) },
  'budget-today': doing({ ...withUse({}), view: view(around(builder), { day }) }, async (hand) => {
    await hand.click('button', /^Use today/)
    await hand.see('[role=dialog]')
    await hand.click('summary', /^Usual caps/)
  }),
  'budget-costs': doing(
    {
      ...withUse({}),
      view: view(around(builder), { day, status: status({ kinds: check({ plan }) }) }),
      answers: { 'costs.get': () => costs },
    },
    async (hand) => {
      const { show } = await import('../../state/view-store.ts')
      show({ kind: 'costs' })
      await hand.see('[data-part=costs]', /By timer/)
    },
  ),
  'budget-context': doing(fullTo(24_000), opensContext),
  'budget-context-near': doing(fullTo(168_000), opensContext),
  'budget-context-full': fullTo(196_000),
  'budget-turn-verbose': {
    ...withUse({}),
    view: view(around(builder), { day, status: status({ settings: set({ density: 'verbose' }) }) }),
  },
  'budget-link-estimate': doing(withUse({}), async (hand) => {
    const { show } = await import('../../state/view-store.ts')
    show({ kind: 'openLink', members: [scout.id, builder.id] })
    await hand.see('[data-part=estimate]', /about/)
  }),
}
