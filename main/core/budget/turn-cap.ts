import { allTokens, isReached, type Tokens } from '../../contract/budget/budget.ts'
import type { AgentState } from '../step/state.ts'
import type { Frame } from '../step/frames-and-turns.ts'
import type { Step } from '../step/step.ts'
import { interruptTurn } from '../step/stopped.ts'
import { capOver } from './caps.ts'
import { reckoned } from './book.ts'

/** What the turn that runs has used so far is told: at its cap it is interrupted, once, and asks. */
export function usedSoFar(step: Step, state: AgentState, tokens: Tokens): void {
  const { agent, turn, process, haltedBy } = state
  if (turn === null) return
  step.turn({ ...turn, seen: tokens }, true)
  const { turn: cap } = step.limits.caps
  if (cap === null || process !== 'on' || haltedBy === 'turnCap' || allTokens(tokens) === 0) return
  if (!isReached(cap, { costUsd: reckoned(agent, tokens), tokens })) return
  step.set(agent.id, { haltedBy: 'turnCap' })
  interruptTurn(step, step.get(agent.id))
}

/**
 * Whether the turn that is being ended is not ended by the user's interrupt: everything is stopped, a cap is reached, or
 * the gathering that had asked waits no longer. What waits behind it, or was broken off before, is not over by that.
 */
export function isHaltedByJanus(step: Step, state: AgentState): boolean {
  return step.limits.stopped !== null || state.haltedBy !== null || isUncalled(step, state)
}

/** A turn of the process's own, which may not run over the cap of its tab or of the day. */
export function isUncalled(step: Step, state: AgentState): boolean {
  return state.turn?.frame === null && capOver(step, state) !== null
}

/** A turn that its cap broke off, and that waits for the user's word. */
export function isCapped({ phase, broke }: Frame): boolean {
  return phase === 'unfinished' && broke?.why === 'cap' && !broke.goesOn
}
