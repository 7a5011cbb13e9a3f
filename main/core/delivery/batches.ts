import type { Message } from '../../contract/mail/messages.ts'
import { isQuestion } from '../heartbeats/stale-intents.ts'
import { isBrief } from '../links/briefing.ts'
import { promptBatchCount, promptBatchLimit, promptBytes } from '../words/prompts.ts'
import type { AgentState, Limits } from '../step/state.ts'
import { absorbedOf, queueOf } from '../mail/queue.ts'
import { situationOf, timingOf, type Timing } from '../turns/timing.ts'

/**
 * The next prompt: one message of the user alone; or peers' waiting messages together, the most urgent first;
 * or one that a process crashed on, alone, so that another crash counts only for it.
 */
export function nextBatch(state: AgentState, now: number, limits: Limits): readonly Message[] {
  return oneFrame(due(state, 'turn', now, limits))
}

export function foldBatch(state: AgentState, now: number, limits: Limits): readonly Message[] {
  return oneFrame(due(state, 'steer', now, limits))
}

export function interjectBatch(state: AgentState, now: number, limits: Limits): readonly Message[] {
  return oneFrame(due(state, 'interject', now, limits))
}

function due(state: AgentState, timing: Timing, now: number, limits: Limits): readonly Message[] {
  const situation = situationOf(state, now)
  return queueOf(state.mailbox).filter(
    (message) => timingOf(state, message, now, limits, situation) === timing,
  )
}

function oneFrame(queue: readonly Message[]): readonly Message[] {
  const [first] = queue
  if (!first) return []
  if (isAlone(first)) return [first]
  const batch: Message[] = []
  let bytes = 0
  for (const message of queue) {
    bytes += promptBytes(message)
    const full = batch.length > 0 && (bytes > promptBatchLimit || batch.length === promptBatchCount)
    if (isAlone(message) || full) break
    batch.push(message)
  }
  return batch
}

function isAlone(message: Message): boolean {
  return message.from.kind === 'user' || message.deaths > 0
}

/** `more`: some is left for another frame. */
export interface Absorbed {
  readonly put: readonly Message[]
  readonly named: readonly Message[]
  readonly more: boolean
}

/**
 * Absorbed mail for the next prompt: the newest in full (`put`), older ones by id (`named`). Briefings by
 * Janus are always in full.
 */
export function absorbedBatch({ mailbox, gatheringId: sits, abilities }: AgentState): Absorbed {
  if (sits !== null) return circleBatch(mailbox, abilities.notes ? promptBatchLimit : Infinity)
  const waiting = absorbedOf(mailbox)
  const own = waiting.filter(isAlwaysPut)
  const others = waiting.filter((message) => !isAlwaysPut(message))
  let bytes = own.reduce((sum, message) => sum + promptBytes(message), 0)
  let first = others.length
  while (first > 0 && others.length - first + own.length < promptBatchCount) {
    const next = others[first - 1]
    bytes += next ? promptBytes(next) : 0
    if (bytes > promptBatchLimit && first < others.length) break
    first -= 1
  }
  const named = new Set(others.slice(0, first))
  return { put: waiting.filter((message) => !named.has(message)), named: [...named], more: false }
}

/** Janus's messages that an agent must not miss: its links, and which of its timers are in question. */
function isAlwaysPut(message: Message): boolean {
  return isBrief(message) || isQuestion(message)
}

/** A gathering's member only gets what was said there, oldest first, up to `limit` bytes. */
function circleBatch(mailbox: readonly Message[], limit: number): Absorbed {
  const waiting = absorbedOf(mailbox).filter((message) => message.spoken !== null || isQuestion(message))
  let bytes = 0
  let count = 0
  for (const message of waiting) {
    bytes += promptBytes(message)
    if (count > 0 && bytes > limit) break
    count += 1
  }
  return { put: waiting.slice(0, count), named: [], more: count < waiting.length }
}
