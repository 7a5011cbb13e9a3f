import { allTokens, type LinkEstimate, type TurnCost, type UsualTurn } from '../../contract/budget/budget.ts'
import type { LinkMode } from '../../contract/links/links.ts'
import type { AgentState } from '../../core/step/state.ts'

interface Measured {
  readonly mean: number
  readonly most: number
}

interface Lately {
  readonly cost: Measured | null
  readonly tokens: Measured | null
}

/** Usage of the agents' recent turns; null if none was measured, for money also if none reported a price. */
export function recentUse(members: readonly Pick<AgentState, 'agent'>[]): Lately {
  return measuredIn(members.flatMap(({ agent }) => agent.recent))
}

/** Average of recent turns. */
export function usualTurnOf(recent: readonly TurnCost[]): UsualTurn | null {
  const { cost, tokens } = measuredIn(recent)
  return tokens && { costUsd: cost?.mean ?? null, tokens: tokens.mean }
}

function measuredIn(turns: readonly TurnCost[]): Lately {
  return {
    cost: measured(turns.flatMap(({ costUsd }) => costUsd ?? [])),
    tokens: measured(turns.map(({ tokens }) => allTokens(tokens)).filter((count) => count > 0)),
  }
}

function measured(all: readonly number[]): Measured | null {
  if (all.length === 0) return null
  return { mean: all.reduce((sum, one) => sum + one, 0) / all.length, most: Math.max(...all) }
}

/**
 * How many turns the crossings may start. `answers` starts turns of those who asked, `mentions` of those
 * named: about every second crossing. `converse` starts one of everybody. At most each crossing starts a turn
 * of all others.
 */
function turnsOf(mode: LinkMode, crossings: number, members: number): LinkEstimate['turns'] {
  const most = crossings * (members - 1)
  switch (mode) {
    case 'answers':
    case 'mentions':
      return { likely: Math.ceil(crossings / 2), most }
    case 'converse':
      return { likely: crossings, most }
    case 'absorb':
    case 'paused':
      return { likely: 0, most: 0 }
  }
}

/**
 * Estimates a link from its members' recent turns: likely at their mean, at most at their maximum. For
 * members on other machines only the turns are counted; their usage counts there.
 */
export function linkEstimate(
  members: readonly Pick<AgentState, 'agent'>[],
  elsewhere: number,
  mode: LinkMode,
  crossings: number,
): LinkEstimate {
  const all = members.length + elsewhere
  const turns = turnsOf(mode, crossings, all)
  const here = {
    likely: (turns.likely * members.length) / all,
    most: Math.min(turns.most, crossings * members.length),
  }
  const { cost, tokens } = recentUse(members)
  const of = (one: Measured | null) => one && { likely: one.mean * here.likely, most: one.most * here.most }
  return { crossings, turns, elsewhere, cost: of(cost), tokens: of(tokens) }
}
