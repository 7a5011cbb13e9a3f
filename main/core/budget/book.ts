import {
  addTokens,
  addTurn,
  allTokens,
  noTokens,
  nothingUsed,
  type DayPart,
  type Tokens,
  type TurnCost,
  type TurnUse,
} from '../../contract/budget/budget.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { callIn, type Turn } from '../step/frames-and-turns.ts'
import type { Step } from '../step/step.ts'
import { isDayOver, isLinkOver } from './caps.ts'
import { stirAll, today } from './day.ts'
import { withTimer } from './timers.ts'
import type { Agent } from '../step/state.ts'

/** A process's running totals; `costUsd` null: it reports none. */
interface Totals {
  readonly costUsd: number | null
  readonly tokens: Tokens
}

const recentTurns = 10

/**
 * Books the difference to the last running totals on the current turn. Totals survive a resume, but a killed
 * process continues from older ones, and a new conversation restarts them: if the difference is less than
 * what was observed of this turn, the observed usage counts, at the totals' price.
 */
export function book(step: Step, id: AgentId, { costUsd, tokens }: Totals): void {
  const { agent, turn } = step.get(id)
  const seen = turn?.seen ?? noTokens
  const { costMark, tokenMark } = agent
  const isMore = allTokens(tokens) >= allTokens(tokenMark) && (costUsd === null || costUsd >= costMark)
  const told = isMore ? less(tokens, tokenMark) : tokens
  const isOlder = weigh(seen) > 0 && (isMore ? weigh(told) < weigh(seen) : weigh(tokens) > weigh(seen))
  const money = costUsd === null ? 0 : isMore ? costUsd - costMark : costUsd
  step.agent(id, { costMark: costUsd ?? costMark, tokenMark: tokens })
  if (!isOlder) return add(step, turn, money, told, costUsd !== null)
  const part = weigh(tokens) > 0 ? Math.min(1, weigh(seen) / weigh(tokens)) : 0
  add(step, turn, (costUsd ?? 0) * part, seen, costUsd !== null)
}

/** Its process or Janus ended without reporting the turn's usage: books what was observed. */
export function bookSeen(step: Step, id: AgentId): void {
  const { agent, turn } = step.get(id)
  const seen = turn?.seen ?? noTokens
  if (allTokens(seen) === 0) return
  const money = reckoned(agent, seen)
  step.agent(id, { costMark: agent.costMark + money, tokenMark: addTokens(agent.tokenMark, seen) })
  add(step, turn, money, seen, money > 0)
}

function add(step: Step, turn: Turn | null, money: number, tokens: Tokens, isPriced: boolean): void {
  if (!turn) return
  const sums = { costUsd: turn.costUsd + money, tokens: addTokens(turn.tokens, tokens) }
  step.turn({ ...turn, ...sums, isPriced: turn.isPriced && isPriced, seen: noTokens }, true)
}

function less(one: Tokens, other: Tokens): Tokens {
  const left = (kind: keyof Tokens): number => Math.max(0, one[kind] - other[kind])
  return {
    input: left('input'),
    output: left('output'),
    cacheRead: left('cacheRead'),
    cacheWritten: left('cacheWritten'),
  }
}

/**
 * Adds a finished turn's usage, once, to its tab, link, gathering and day. A turn without usage counts
 * nowhere.
 */
export function addUp(step: Step, turn: Turn): void {
  if (turn.costUsd === 0 && allTokens(turn.tokens) === 0) return
  const { agent } = step.get(turn.agent)
  const cost: TurnCost = { costUsd: turn.isPriced ? turn.costUsd : null, tokens: turn.tokens }
  step.agent(turn.agent, {
    used: addTurn(agent.used, cost),
    recent: [...agent.recent, cost].slice(-recentTurns),
  })
  const names: Names = { tab: agent.name, link: '', gathering: '' }
  if (turn.link !== null) names.link = onLink(step, turn, cost)
  const call = callIn(turn.promptedBy)
  const g = call && step.gatherings.get(call.gathering)
  if (g) {
    names.gathering = g.topic
    step.gathering({
      ...g,
      costUsd: g.costUsd + turn.costUsd,
      tokens: addTokens(g.tokens, turn.tokens),
      unpriced: g.unpriced + (turn.isPriced ? 0 : 1),
    })
  }
  onDay(step, turn, cost, names)
  usedRow(step, turn.agent, { ...cost, context: agent.context })
}

/** The row has no text: the window formats it, and search skips it. */
function usedRow(step: Step, id: AgentId, use: TurnUse): void {
  const by = { author: { kind: 'system' }, authorName: 'Janus' } as const
  step.entry(id, { kind: 'note', ...by, text: '', note: { kind: 'used', ...use } })
}

interface Names {
  tab: string
  link: string
  gathering: string
}

/** Returns its members' names. */
function onLink(step: Step, turn: Turn, cost: TurnCost): string {
  const link = turn.link === null ? undefined : step.links.get(turn.link)
  if (!link) return ''
  const was = isLinkOver(step.limits, link)
  const added = { ...link, used: addTurn(link.used, cost) }
  step.link(added)
  if (!was && isLinkOver(step.limits, added)) for (const member of link.members) step.dirty.agent(member)
  return link.members.flatMap((one) => step.find(one)?.agent.name ?? []).join(' and ')
}

function onDay(step: Step, turn: Turn, cost: TurnCost, names: Names): void {
  const day = today(step)
  const was = isDayOver(step)
  const call = callIn(turn.promptedBy)
  step.keepDay({
    ...day,
    used: addTurn(day.used, cost),
    total: addTurn(day.total, cost),
    tabs: withPart(day.tabs, turn.agent, names.tab, cost),
    links: turn.link === null ? day.links : withPart(day.links, turn.link, names.link, cost),
    gatherings: call ? withPart(day.gatherings, call.gathering, names.gathering, cost) : day.gatherings,
    timers: withTimer(day.timers, turn, names.tab, cost),
  })
  if (!was && isDayOver(step)) stirAll(step)
}

type Parts = Readonly<Record<string, DayPart>>

function withPart(parts: Parts, id: string, name: string, cost: TurnCost): Parts {
  const part = parts[id] ?? { ...nothingUsed, name }
  return { ...parts, [id]: { ...addTurn(part, cost), name: name === '' ? part.name : name } }
}

/**
 * Relative prices of token kinds, similar for all models; used to estimate costs from earlier reported ones.
 */
const weights: Tokens = { input: 1, output: 5, cacheRead: 0.1, cacheWritten: 1.25 }

/** As input tokens of equal price. */
function weigh(tokens: Tokens): number {
  const kinds = ['input', 'output', 'cacheRead', 'cacheWritten'] as const
  return kinds.reduce((sum, kind) => sum + tokens[kind] * weights[kind], 0)
}

/** Estimated cost in USD, at the price of the agent's last turns; 0 if none reported a price. */
export function reckoned({ recent }: Pick<Agent, 'recent'>, tokens: Tokens): number {
  let [money, weight] = [0, 0]
  for (const { costUsd, tokens: its } of recent) {
    if (costUsd === null) continue
    money += costUsd
    weight += weigh(its)
  }
  return weight === 0 ? 0 : (money / weight) * weigh(tokens)
}
