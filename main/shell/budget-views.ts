import {
  allTokens,
  budgetView,
  noRaise,
  nothingUsed,
  type BudgetReport,
  type BudgetView,
  type DayPart,
  type DayView,
  type SpenderReport,
  type Used,
  type UsedReport,
} from '../contract/budget.ts'
import type { Gathering } from '../contract/gatherings.ts'
import type { State } from '../core/state.ts'
import { isCapped } from '../core/budget/turn-cap.ts'
import type { RequestContext } from './request-context.ts'

/** The day that is now as the window shows it; one that is over and has no successor yet has used nothing. */
export function dayView({ day, limits }: Pick<State, 'day' | 'limits'>, now: number): DayView {
  const usual = limits.caps.day
  if (day === null || now >= day.until) {
    const parts = { tabs: {}, links: {}, gatherings: {}, total: day?.total ?? nothingUsed }
    return { date: '', until: 0, budget: budgetView(nothingUsed, null, usual, noRaise), ...parts }
  }
  const { used, raised, ...shown } = day
  return { ...shown, budget: budgetView(used, null, usual, raised) }
}

/** All that the person asks for about use and caps, as it stands. */
export function budgetReport({ engine, clock, status }: RequestContext): BudgetReport {
  const { state } = engine
  const { caps } = state.limits
  const { date, until, budget, total, tabs, links, gatherings } = dayView(state, clock.now())
  // What a rehearsal reports as cost nobody pays.
  const told = (used: Used): UsedReport => usedReport(used, status().rehearsal)
  const spender = (
    id: string,
    name: string,
    view: BudgetView,
    today: DayPart | undefined,
  ): SpenderReport => ({
    ...{ id, name, today: today ? told(today) : null, used: told(view) },
    ...{ cap: view.cap, own: view.own, state: view.state },
  })
  const nameOf = (id: string): string => state.agents.get(id as `agt-${string}`)?.agent.name ?? id
  return {
    day: {
      date: date === '' ? null : date,
      ends: until === 0 ? null : new Date(until).toISOString(),
      ...{ used: told(budget), cap: budget.cap, state: budget.state },
    },
    total: told(total),
    caps,
    tabs: [...state.agents.values()]
      .filter(({ agent }) => agent.closedAt === null)
      .map(({ agent, frames }) => ({
        ...spender(
          agent.id,
          agent.name,
          budgetView(agent.used, agent.cap, caps.tab, agent.raised),
          tabs[agent.id],
        ),
        turnCapped: frames.some(isCapped),
      })),
    links: [...state.links.values()]
      .filter(({ closed }) => closed === null)
      .map(({ id, members, used, cap, raised }) =>
        spender(id, members.map(nameOf).join(' and '), budgetView(used, cap, caps.link, raised), links[id]),
      ),
    gatherings: [...state.gatherings.values()].map((g) =>
      spender(g.id, g.topic, gatheringSpending(g), gatherings[g.id]),
    ),
  }
}

/** What a gathering has used, beside its own caps on money and tokens. */
export function gatheringSpending({
  costUsd,
  tokens,
  turns,
  unpriced,
  maxCost,
  maxTokens,
}: Pick<Gathering, 'costUsd' | 'tokens' | 'turns' | 'unpriced' | 'maxCost' | 'maxTokens'>): BudgetView {
  const used = { costUsd, tokens, turns, unpriced }
  return budgetView(used, { usd: maxCost, tokens: maxTokens }, null, noRaise)
}

function usedReport({ costUsd, tokens, turns, unpriced }: Used, isRehearsal: boolean): UsedReport {
  return {
    costUsd: isRehearsal ? 0 : costUsd,
    tokens: { ...tokens, all: allTokens(tokens) },
    ...{ turns, unpriced },
  }
}
