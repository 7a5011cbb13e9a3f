import type { Author, MessageId } from '../contract/model.ts'
import type { Step } from './step.ts'

/** Deepest chain of messages between agents that goes on without the person's word. */
export const depthCap = 16

/** What caused a message: the mail that began its sender's turn, and how deep in the chain it stands. */
export function chainOf(step: Step, from: Author): { depth: number; causes: readonly MessageId[] } {
  if (from.kind !== 'agent') return { depth: 0, causes: [] }
  const sender = step.get(from.id)
  const turn = sender.turn ?? sender.agent
  return { depth: turn.depth + 1, causes: turn.causes }
}

/** Why a message of this depth must wait for the person, or null. */
export function loopReason(depth: number): string | null {
  if (depth <= depthCap) return null
  return `held by the loop guard: ${depth} messages in a row between agents, without a word of yours`
}
