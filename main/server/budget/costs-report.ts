import type { Day, DayPart, Used, UsedReport } from '../../contract/budget/budget.ts'
import type { CostDay, CostPart, CostsReport, PlanReport } from '../../contract/budget/costs.ts'
import { usualDays } from '../../contract/budget/budget-requests.ts'
import { currentLimits } from '../../contract/budget/plan.ts'
import type { RequestInput } from '../../contract/api/requests.ts'
import { dayAt } from '../../core/budget/day.ts'
import { dayView, usedReport } from './budget-views.ts'
import type { Store } from '../../ports/ports.ts'
import type { RequestContext } from '../api/request-context.ts'
import { abilitiesOf } from '../agents/views.ts'
import { isoOrNull } from '../../contract/words/times.ts'

/** Uses the stored daily sums, without reading turns. */
export function costsReport(
  { engine, store, clock, status }: RequestContext,
  { days: most = usualDays, before }: RequestInput<'costs.get'>,
): CostsReport {
  const now = clock.now()
  const { rehearsal, kinds } = status()
  const told = (used: Used): UsedReport => usedReport(used, rehearsal)
  const { budget, total } = dayView(engine.state, now)
  const found = usedDays(store, before ?? null, most + 1)
  const shown = found.slice(0, most)
  const open = [...engine.state.agents.values()].filter(({ agent }) => agent.closedAt === null)
  const telling = (cost: 'tokens' | 'none') =>
    open.filter((one) => abilitiesOf(one).cost === cost).map(({ agent }) => agent.name)
  return {
    rehearsal,
    today: dayAt(now, clock.offset(now)).date,
    cap: budget.cap,
    state: budget.state,
    days: shown.map((day) => costDay(day, told)),
    next: found.length > most ? (shown.at(-1)?.date ?? null) : null,
    total: told(total),
    contexts: open.flatMap(({ agent: { id, name, context } }) => (context ? [{ id, name, ...context }] : [])),
    plans: kinds.flatMap(({ kind, plan }) =>
      currentLimits(plan, now).map((limit): PlanReport => {
        const { resetsAt } = limit
        return { kind, ...limit, resetsAt: isoOrNull(resetsAt) }
      }),
    ),
    uncounted: { money: telling('tokens'), all: telling('none') },
  }
}

/** Days with usage, newest first; a stored day may have none. */
function usedDays(store: Pick<Store, 'days'>, before: string | null, limit: number): readonly Day[] {
  const page = store.days(before, limit)
  const used = page.filter((day) => day.used.turns > 0)
  const last = page.at(-1)
  if (used.length === page.length || page.length < limit || last === undefined) return used
  return [...used, ...usedDays(store, last.date, limit - used.length)]
}

function costDay(
  { date, used, tabs, links, gatherings, timers }: Day,
  told: (used: Used) => UsedReport,
): CostDay {
  const partOf = (id: string, part: DayPart): CostPart => ({ id, name: part.name, used: told(part) })
  const listed = (parts: Day['tabs']): readonly CostPart[] =>
    Object.entries(parts)
      .map(([id, part]) => partOf(id, part))
      .sort(byUse)
  return {
    date,
    used: told(used),
    agents: listed(tabs),
    links: listed(links),
    gatherings: listed(gatherings),
    timers: Object.entries(timers)
      .map(([id, part]) => ({ ...partOf(id, part), intent: part.intent, agent: part.agent }))
      .sort(byUse),
  }
}

/** Highest first: by money, then by tokens of all kinds. */
function byUse({ used: a }: CostPart, { used: b }: CostPart): number {
  return b.costUsd - a.costUsd || b.tokens.all - a.tokens.all
}
