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
} from '../../contract/budget/budget.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { Link, LinkId } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { isCapped } from '../../core/budget/turn-cap.ts'
import type { RequestContext } from '../api/request-context.ts'
import { iso } from '../../contract/words/times.ts'

/** Today's usage; zero if the latest day is over and no new one has begun. */
export function dayView({ day, limits }: Pick<State, 'day' | 'limits'>, now: number): DayView {
  const usual = limits.caps.day
  if (day === null || now >= day.until) {
    const parts = { tabs: {}, links: {}, gatherings: {}, timers: {}, total: day?.total ?? nothingUsed }
    return { date: '', until: 0, budget: budgetView(nothingUsed, null, usual, noRaise), ...parts }
  }
  const { used, raised, ...shown } = day
  return { ...shown, budget: budgetView(used, null, usual, raised) }
}

export function budgetReport({ engine, store, clock, status }: RequestContext): BudgetReport {
  const { state } = engine
  const { caps } = state.limits
  const { date, until, budget, total, tabs, links, gatherings } = dayView(state, clock.now())
  const told = (used: Used): UsedReport => usedReport(used, status().rehearsal)
  const spender = ({ id, name, view, closed }: Spender, today: DayPart | undefined): SpenderReport => ({
    id,
    name,
    closed,
    today: today ? told(today) : null,
    used: told(view),
    cap: view.cap,
    own: view.own,
    state: view.state,
  })
  /** Open ones, then those with usage today that have been closed or deleted. */
  const listed = (open: readonly Spender[], today: Parts, find: (id: string) => Spender | null) => {
    const known = new Set(open.map(({ id }) => id))
    const others = Object.entries(today).filter(([id]) => !known.has(id))
    return [...open, ...others.map(([id, part]) => find(id) ?? goneSpender(id, part))].map((one) =>
      spender(one, today[one.id]),
    )
  }
  const nameOf = (id: string): string => state.agents.get(id as AgentId)?.agent.name ?? id
  const ofTab = ({ agent: { id, name, used, cap, raised, closedAt } }: AgentState): Spender => ({
    id,
    name,
    closed: closedAt !== null,
    view: budgetView(used, cap, caps.tab, raised),
  })
  const ofLink = ({ id, members, used, cap, raised, closed }: Link): Spender => ({
    id,
    name: members.map(nameOf).join(' and '),
    closed: closed !== null,
    view: budgetView(used, cap, caps.link, raised),
  })
  const ofGathering = (g: Gathering): Spender => ({
    id: g.id,
    name: g.topic,
    closed: g.stage === 'closed',
    view: gatheringSpending(g),
  })
  const agents = [...state.agents.values()].filter(({ agent }) => agent.closedAt === null)
  const isTurnCapped = (id: string): boolean =>
    state.agents.get(id as AgentId)?.frames.some(isCapped) ?? false
  return {
    day: {
      date: date === '' ? null : date,
      ends: until === 0 ? null : iso(until),
      used: told(budget),
      cap: budget.cap,
      state: budget.state,
    },
    total: told(total),
    caps,
    tabs: listed(agents.map(ofTab), tabs, (id) => mapped(state.agents.get(id as AgentId), ofTab)).map(
      (one) => ({ ...one, turnCapped: isTurnCapped(one.id) }),
    ),
    links: listed(
      [...state.links.values()].filter(({ closed }) => closed === null).map(ofLink),
      links,
      (id) => mapped(state.links.get(id as LinkId) ?? store.link(id as LinkId), ofLink),
    ),
    gatherings: listed([...state.gatherings.values()].map(ofGathering), gatherings, (id) =>
      mapped(store.gathering(id as GatheringId), ofGathering),
    ),
  }
}

type Parts = Readonly<Record<string, DayPart>>

interface Spender {
  readonly id: string
  readonly name: string
  readonly view: BudgetView
  readonly closed: boolean
}

function mapped<T>(one: T | null | undefined, to: (one: T) => Spender): Spender | null {
  return one ? to(one) : null
}

/** Of a deleted one only today's usage is known. */
function goneSpender(id: string, part: DayPart): Spender {
  const name = part.name === '' ? 'deleted since' : part.name
  return { id, name, closed: true, view: budgetView(part, null, null, noRaise) }
}

export function gatheringSpending({
  costUsd,
  tokens,
  turns,
  unpriced,
  maxCost,
  maxTokens,
  caps,
}: Pick<
  Gathering,
  'costUsd' | 'tokens' | 'turns' | 'unpriced' | 'maxCost' | 'maxTokens' | 'caps'
>): BudgetView {
  const used = { costUsd, tokens, turns, unpriced }
  const first = { usd: caps.cost ?? maxCost, tokens: caps.tokens ?? maxTokens }
  const raised = {
    usd: (maxCost ?? 0) - (first.usd ?? 0),
    tokens: (maxTokens ?? 0) - (first.tokens ?? 0),
  }
  return budgetView(used, first, null, raised)
}

/** For callers of the API; in the demo nothing is paid. */
export function usedReport({ costUsd, tokens, turns, unpriced }: Used, isRehearsal: boolean): UsedReport {
  return {
    costUsd: isRehearsal ? 0 : costUsd,
    tokens: { ...tokens, all: allTokens(tokens) },
    turns,
    unpriced,
  }
}
