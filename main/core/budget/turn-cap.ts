import { allTokens, isReached, type Tokens } from '../../contract/budget.ts'
import type { AgentState } from '../state.ts'
import type { Frame } from '../frames-and-turns.ts'
import type { Step } from '../step.ts'
import { reckoned } from './price.ts'

/** What the turn that runs has used so far is told: at its cap it is interrupted, once, and asks. */
export function usedSoFar(step: Step, state: AgentState, tokens: Tokens): void {
  const { agent, turn, process, run, isOverTurnCap } = state
  if (turn === null) return
  step.turn({ ...turn, seen: tokens }, true)
  const { turn: cap } = step.limits.caps
  if (cap === null || process !== 'on' || isOverTurnCap || allTokens(tokens) === 0) return
  if (!isReached(cap, { costUsd: reckoned(agent, tokens), tokens })) return
  step.set(agent.id, { isOverTurnCap: true })
  step.emit({ do: 'agent.interrupt', agent: agent.id, run })
}

/** A turn that its cap broke off, and that waits for the person's word. */
export function isCapped({ phase, broke }: Frame): boolean {
  return phase === 'unfinished' && broke?.why === 'cap' && !broke.goesOn
}
