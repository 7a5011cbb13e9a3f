import type { MessageReason } from '../../contract/mail/message-reasons.ts'
import type { AgentId, Author, MessageId } from '../../contract/api/model.ts'
import type { Passed, Traffic } from '../step/state.ts'
import type { Step } from '../step/step.ts'

/** Depth of a chain of messages between agents that may continue without the user. */
export const depthCap = 16
/** Messages per minute between two agents, except answers to tickets. */
export const rateCap = 20
/** How often the same text may pass between two agents within ten minutes. */
export const sameTextCap = 2

const minute = 60_000
const memory = 10 * minute

/** The sender's turn, or its last one, causes the message. */
export function messageChain(step: Step, from: Author): { depth: number; causes: readonly MessageId[] } {
  if (from.kind !== 'agent') return { depth: 0, causes: [] }
  const sender = step.find(from.id)
  if (!sender) return { depth: 0, causes: [] }
  const turn = sender.turn ?? sender.agent
  return { depth: turn.depth + 1, causes: turn.causes }
}

/** `isReply`: the answer to a ticket, for which only the depth counts. */
interface Said {
  readonly from: AgentId
  readonly to: AgentId
  readonly body: string
  readonly depth: number
  readonly isReply: boolean
}

/** Returns why the loop guard holds a message, or null; remembers what passes. */
export function loopReason(step: Step, said: Said & { readonly id: MessageId }): MessageReason | null {
  const reason = loopProblem(step, said)
  if (reason !== null || said.isReply) return reason
  const passed = passedBetween(step, said.from, said.to)
  remember(step, said.from, said.to, [...passed, { id: said.id, at: step.now, text: fingerprint(said.body) }])
  return null
}

export function loopProblem(step: Step, said: Said): MessageReason | null {
  if (said.depth > depthCap) return { kind: 'depth', depth: said.depth }
  if (said.isReply) return null
  const passed = passedBetween(step, said.from, said.to)
  const text = fingerprint(said.body)
  if (passed.filter(({ at }) => at > step.now - minute).length >= rateCap)
    return { kind: 'rate', cap: rateCap }
  return passed.filter((one) => one.text === text).length >= sameTextCap ? { kind: 'sameWords' } : null
}

/** The user lets two agents go on: resets their counts. */
export function forgive(step: Step, one: AgentId, other: AgentId): void {
  remember(step, one, other, [])
}

/** Remembered messages of two agents, oldest first; `like`: only those with the same text. */
export function passedOf(traffic: Traffic, one: AgentId, other: AgentId, like?: string): readonly Passed[] {
  const [low, high] = inOrder(one, other)
  const passed = traffic.get(low)?.get(high) ?? []
  return like === undefined ? passed : passed.filter(({ text }) => text === fingerprint(like))
}

function passedBetween(step: Step, one: AgentId, other: AgentId): readonly Passed[] {
  return passedOf(step.traffic, one, other).filter(({ at }) => isRecent(step, at))
}

/** Also drops expired pairs of the first agent. */
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

/** Compares texts without storing them: length and FNV-1a. */
function fingerprint(body: string): Passed['text'] {
  const text = body.trim()
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}:${(hash >>> 0).toString(36)}`
}
