import { isLasting } from '../../contract/agents/service-errors.ts'
import type { Outcome } from './events.ts'
import type { Break, Frame } from './frames-and-turns.ts'
import type { AgentState } from './state.ts'

/** Delays in ms before a turn that peers began and a transient error broke off is retried. */
export const retryTimes = [60_000, 5 * 60_000, 15 * 60_000]

export type BrokenFrame = Frame & { readonly broke: Extract<Break, { why: 'error' }> }

/**
 * What the end of a turn does to the conversation's earlier broken turn (there is at most one); see
 * `docs/broken-turns.md`. `settle`: it is resolved. `join`: both become one broken turn. `end`: the user
 * stopped it. `keep`: it stays broken.
 */
export const afterTurn: Readonly<Record<Outcome['kind'] | 'died', 'settle' | 'join' | 'end' | 'keep'>> = {
  completed: 'settle',
  broken: 'join',
  interrupted: 'end',
  cut: 'keep',
  died: 'keep',
}

/** Whether an error broke off its turn, and it was not retried. */
export function isBroken(frame: Frame): frame is BrokenFrame {
  return frame.phase === 'unfinished' && frame.broke?.why === 'error'
}

export function brokenIn({ frames }: Pick<AgentState, 'frames'>): BrokenFrame | undefined {
  return frames.find(isBroken)
}

/**
 * Whether the service rejected the conversation for a lasting reason: Janus starts nothing there by itself.
 */
export function isRefused(state: Pick<AgentState, 'frames'>): boolean {
  return isLasting(brokenIn(state)?.failure?.error)
}

/** Whether it waits for the user: Janus doesn't retry it by itself. */
export function isLeft(frame: Frame): boolean {
  return isBroken(frame) && frame.broke.retryAt === null
}
