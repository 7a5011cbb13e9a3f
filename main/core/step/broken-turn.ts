import { isLasting } from '../../contract/agents/service-errors.ts'
import type { Outcome } from './events.ts'
import type { Break, Frame } from './frames-and-turns.ts'
import type { AgentState } from './state.ts'

/** Times after which a turn that peers began and a passing error broke off is begun again, in ms. */
export const retryTimes = [60_000, 5 * 60_000, 15 * 60_000]

/** A frame whose turn an error of the model service broke off. */
export type BrokenFrame = Frame & { readonly broke: Extract<Break, { why: 'error' }> }

/**
 * What the end of a turn does to the turn of its conversation that an error broke off before: there is one at most.
 * `docs/broken-turns.md` says it in words. `settle`: nothing is broken any more. `join`: both are one broken turn.
 * `end`: the user has stopped it. `keep`: it still stands.
 */
export const afterTurn: Readonly<Record<Outcome['kind'] | 'died', 'settle' | 'join' | 'end' | 'keep'>> = {
  completed: 'settle',
  broken: 'join',
  interrupted: 'end',
  cut: 'keep',
  died: 'keep',
}

/** A turn that an error broke off, and that has not been begun again. */
export function isBroken(frame: Frame): frame is BrokenFrame {
  return frame.phase === 'unfinished' && frame.broke?.why === 'error'
}

/** The broken turn of a conversation. */
export function brokenIn({ frames }: Pick<AgentState, 'frames'>): BrokenFrame | undefined {
  return frames.find(isBroken)
}

/** Whether the service has refused the conversation, and would refuse it again: nothing of Janus's own begins there. */
export function isRefused(state: Pick<AgentState, 'frames'>): boolean {
  return isLasting(brokenIn(state)?.failure?.error)
}

/** It stands until somebody does something: Janus does not try again by itself. */
export function isLeft(frame: Frame): boolean {
  return isBroken(frame) && frame.broke.retryAt === null
}
