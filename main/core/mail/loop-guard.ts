import type { MessageReason } from '../../contract/mail/message-reasons.ts'
import type { AgentId, Author, MessageId } from '../../contract/api/model.ts'
import type { Passed, Traffic } from '../step/state.ts'
import type { Step } from '../step/step.ts'

/** Deepest chain of messages between agents that goes on without the user's word. */
export const depthCap = 16
/** Most messages a minute between two agents, answers to tickets aside. */
export const rateCap = 20
/** A text that passed so often between two agents in ten minutes does not pass again. */
export const sameTextCap = 2

const minute = 60_000
const memory = 10 * minute

/** What caused a message: the mail of its sender's turn, and how deep in the chain it stands. */
export function messageChain(step: Step, from: Author): { depth: number; causes: readonly MessageId[] } {
  if (from.kind !== 'agent') return { depth: 0, causes: [] }
  const sender = step.find(from.id)
  if (!sender) return { depth: 0, causes: [] }
  const turn = sender.turn ?? sender.agent
  return { depth: turn.depth + 1, causes: turn.causes }
}

/** What one agent says to another. `isReply`: the answer to a ticket, for which only the depth counts. */
interface Said {
  readonly from: AgentId
  readonly to: AgentId
  readonly body: string
  readonly depth: number
  readonly isReply: boolean
}

/** Why the loop guard holds what one agent says to another, or null; what it lets pass it remembers. */
export function loopReason(step: Step, said: Said & { readonly id: MessageId }): MessageReason | null {
  const reason = loopProblem(step, said)
  if (reason !== null || said.isReply) return reason
  const passed = passedBetween(step, said.from, said.to)
  remember(step, said.from, said.to, [...passed, { id: said.id, at: step.now, text: fingerprint(said.body) }])
  return null
}

/** Why the loop guard would hold it, or null. Remembers nothing. */
export function loopProblem(step: Step, said: Said): MessageReason | null {
  if (said.depth > depthCap) return { kind: 'depth', depth: said.depth }
  if (said.isReply) return null
  const passed = passedBetween(step, said.from, said.to)
  const text = fingerprint(said.body)
  if (passed.filter(({ at }) => at > step.now - minute).length >= rateCap)
    return { kind: 'rate', cap: rateCap }
  return passed.filter((one) => one.text === text).length >= sameTextCap ? { kind: 'sameWords' } : null
}

/** The user lets two agents go on: what passed between them counts no more. */
export function forgive(step: Step, one: AgentId, other: AgentId): void {
  remember(step, one, other, [])
}

/** What the loop guard remembers of two agents, oldest first; `like`: only what says the same as these words. */
export function passedOf(traffic: Traffic, one: AgentId, other: AgentId, like?: string): readonly Passed[] {
  const [low, high] = inOrder(one, other)
  const passed = traffic.get(low)?.get(high) ?? []
  return like === undefined ? passed : passed.filter(({ text }) => text === fingerprint(like))
}

function passedBetween(step: Step, one: AgentId, other: AgentId): readonly Passed[] {
  return passedOf(step.traffic, one, other).filter(({ at }) => isRecent(step, at))
}

/** With it goes what passed too long ago between the first of the two and others. */
function remember(step: Step, one: AgentId, other: AgentId, passed: readonly Passed[]): void {
  const [low, high] = inOrder(one, other)
  const kept = new Map<AgentId, readonly Passed[]>()
  for (const [id, list] of step.traffic.get(low) ?? []) {
    const newest = list.at(-1)
    if (id !== high && newest && isRecent(step, newest.at)) kept.set(id, list)
  }
  if (passed.length > 0) kept.set(high, passed)
  step.remember(low, kept)
}

function isRecent(step: Step, at: number): boolean {
  return at > step.now - memory
}

function inOrder(one: AgentId, other: AgentId): readonly [AgentId, AgentId] {
  return one < other ? [one, other] : [other, one]
}

/** Tells texts apart without keeping them: length and FNV-1a. */
function fingerprint(body: string): Passed['text'] {
  const text = body.trim()
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}:${(hash >>> 0).toString(36)}`
}
