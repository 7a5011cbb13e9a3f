import { allTokens, isReached, type Tokens } from '../../contract/budget/budget.ts'
import type { AgentState } from '../step/state.ts'
import type { Frame } from '../step/frames-and-turns.ts'
import type { Step } from '../step/step.ts'
import { interruptTurn } from '../step/stopped.ts'
import { capOver } from './caps.ts'
import { reckoned } from './book.ts'

/** Records the current turn's usage; at its cap the turn is interrupted, once, and the user is asked. */
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
 * Whether something other than the user's interrupt ends the turn: *Stop all*, a cap, or the gathering that
 * had asked. Then what waits behind it, or was broken off before, isn't over.
 */
export function isHaltedByJanus(step: Step, state: AgentState): boolean {
  return step.limits.stopped !== null || state.haltedBy !== null || isUncalled(step, state)
}

/** A turn that the process began itself and that may not run over a cap. */
export function isUncalled(step: Step, state: AgentState): boolean {
  return state.turn?.frame === null && capOver(step, state) !== null
}

/** A turn that its cap broke off, and that waits for the user. */
export function isCapped({ phase, broke }: Frame): boolean {
  return phase === 'unfinished' && broke?.why === 'cap' && !broke.goesOn
}
