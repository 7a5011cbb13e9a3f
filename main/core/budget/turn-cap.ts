import { allTokens, isReached, type Tokens } from '../../contract/budget.ts'
import type { AgentState } from '../state.ts'
import type { Frame } from '../frames-and-turns.ts'
import type { Step } from '../step.ts'

/**
 * What a token of each kind costs as against one of input: what a turn has cost so far is reckoned with it at the price
 * of its agent's last turns, since a process tells money at the end of a turn only.
 */
const weights: Tokens = { input: 1, output: 5, cacheRead: 0.1, cacheWritten: 1.25 }

function weigh(tokens: Tokens): number {
  const kinds = ['input', 'output', 'cacheRead', 'cacheWritten'] as const
  return kinds.reduce((sum, kind) => sum + tokens[kind] * weights[kind], 0)
}

/** About what such tokens cost this agent, in USD; 0 where none of its turns told a price. */
export function reckoned({ agent }: AgentState, tokens: Tokens): number {
  let [money, weight] = [0, 0]
  for (const { costUsd, tokens: its } of agent.recent) {
    if (costUsd === null) continue
    money += costUsd
    weight += weigh(its)
  }
  return weight === 0 ? 0 : (money / weight) * weigh(tokens)
}

/** What the turn that runs has used so far is told: at its cap it is interrupted, once, and asks. */
export function usedSoFar(step: Step, state: AgentState, tokens: Tokens): void {
  const { turn: cap } = step.limits.caps
  const { agent, turn, process, run } = state
  if (cap === null || turn === null || process !== 'on' || state.isOverTurnCap || allTokens(tokens) === 0)
    return
  if (!isReached(cap, { costUsd: reckoned(state, tokens), tokens })) return
  step.set(agent.id, { isOverTurnCap: true })
  step.emit({ do: 'agent.interrupt', agent: agent.id, run })
}

/** A turn that its cap broke off, and that waits for the person's word. */
export function isCapped({ phase, broke }: Frame): boolean {
  return phase === 'unfinished' && broke?.why === 'cap'
}
