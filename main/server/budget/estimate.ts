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

/** What the last turns of these agents used; null where none was measured, of money also where none told a price. */
export function lately(members: readonly Pick<AgentState, 'agent'>[]): Lately {
  return measuredIn(members.flatMap(({ agent }) => agent.recent))
}

/** What a turn of an agent used lately, on the average. */
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
 * Which turns so many crossings may begin. `answers` wakes who had asked, `mentions` who is named: about every second crossing; `converse` wakes
 * everybody each time; `absorb` and `paused` nobody. At most each crossing wakes all the others.
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
 * What a link may come to: its turns at the mean of its members' last turns, at most each like the dearest of them. Turns
 * of its members `elsewhere`, on other machines, are told, and not what they use: that is counted there.
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
  const { cost, tokens } = lately(members)
  const of = (one: Measured | null) => one && { likely: one.mean * here.likely, most: one.most * here.most }
  return { crossings, turns, elsewhere, cost: of(cost), tokens: of(tokens) }
}
