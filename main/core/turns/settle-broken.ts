import { senderKey } from '../../contract/mail/authors.ts'
import { allTokens } from '../../contract/budget/budget.ts'
import { afterTurn, brokenIn, isBroken, type BrokenFrame } from '../step/broken-turn.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Outcome } from '../step/events.ts'
import type { Frame, Turn, TurnProvenance } from '../step/frames-and-turns.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { isUnanswered } from '../mail/tickets.ts'
import { openMessagesOf } from './frame-messages.ts'
import { settleRead } from './settle-messages.ts'

export function mergedFrame(frames: readonly [Frame, ...Frame[]]): Frame {
  const [first, ...rest] = frames
  return rest.reduce(join, first)
}

function join(earlier: Frame, newest: Frame): Frame {
  const messages = [...new Set([...earlier.messages, ...newest.messages])]
  const isForgotten = earlier.isForgotten ?? newest.isForgotten
  return {
    ...newest,
    messages,
    chain: joinChains(earlier.chain, newest.chain),
    ...(isForgotten ? { isForgotten } : {}),
    isSeveral: true,
  }
}

/** The stronger chain decides: the user's, then a peer's message, then others. */
function joinChains(earlier: TurnProvenance | null, newest: TurnProvenance | null): TurnProvenance | null {
  if (earlier === null || newest === null) return newest ?? earlier
  const [of, other] = weightOf(earlier) > weightOf(newest) ? [earlier, newest] : [newest, earlier]
  const all = <T>(which: (chain: TurnProvenance) => readonly T[]): T[] => [
    ...new Set([...which(earlier), ...which(newest)]),
  ]
  return {
    ...of,
    begun: all(({ begun }) => begun),
    senders: all(({ senders }) => senders),
    from: all(({ from }) => from),
    causes: all(({ causes }) => causes),
    depth: Math.max(of.depth, other.depth),
  }
}

function weightOf({ origin, trigger }: TurnProvenance): number {
  if (origin === 'user') return 2
  return origin !== 'system' && trigger === 'words' ? 1 : 0
}

/** Commands that compact a conversation: they answer nothing that was asked in it. */
const shortens = /^\/(?:compact|compress|summarize)\b/

/** Whether a completed turn has shown the conversation to a model. */
function asksModel({ mailbox }: AgentState, { trigger, begun, tokens }: Turn): boolean {
  if (trigger !== 'command') return true
  const command = mailbox.find(({ id }) => begun.includes(id))
  return allTokens(tokens) > 0 && !shortens.test(command?.body.trim() ?? '')
}

/**
 * A completed turn resolves the broken one before it. Its messages count as answered if their authors also
 * began this turn; questions are asked once more; other senders learn that nothing came of theirs.
 */
export function settleBroken(step: Step, id: AgentId, turn: Turn, outcome: Outcome): void {
  const state = step.get(id)
  const frame = brokenIn(state)
  if (!frame || afterTurn[outcome.kind] !== 'settle' || !asksModel(state, turn)) return
  step.frame(frame, false)
  const messages = openMessagesOf(state, frame)
  const isOver = (one: (typeof messages)[number]) =>
    isUnanswered(one) || turn.senders.includes(senderKey(one.from))
  const ids = (over: boolean) => new Set(messages.flatMap((one) => (isOver(one) === over ? [one.id] : [])))
  for (const one of messages)
    if (isOver(one) && !isUnanswered(one)) step.message({ ...one, turn: turn.id }, true)
  settleRead(step, id, ids(true), turn, outcome)
  settleRead(step, id, ids(false), turn, failed(frame))
}

export function failed({ broke: { detail } }: BrokenFrame): Outcome {
  return { kind: 'broken', why: 'api_error', detail }
}

/** The user restarted the conversation, which ends its broken turn. */
export function dropBroken(step: Step, id: AgentId): void {
  const frame = brokenIn(step.get(id))
  if (!frame) return
  step.frame(frame, false)
  settleRead(step, id, new Set(frame.messages), frame.chain, { kind: 'interrupted' })
}

/** Merges broken turns stored by a version that kept each of them; those before a completed turn are over. */
export function joinOld(step: Step, { agent, frames }: AgentState): void {
  const all = frames.filter(isBroken)
  const good = agent.lastFinal?.at ?? -Infinity
  const over = all.filter(({ writtenAt }) => writtenAt < good)
  const [first, ...rest] = all.filter((frame) => !over.includes(frame))
  for (const frame of over) {
    step.frame(frame, false)
    settleRead(step, agent.id, new Set(frame.messages), null, { kind: 'completed', text: '' })
  }
  if (!first || rest.length === 0) return
  for (const frame of [first, ...rest]) step.frame(frame, false)
  const times = [first, ...rest].flatMap(({ broke }) => broke.retryAt ?? [])
  const one = mergedFrame([first, ...rest])
  const broke = {
    ...(one.broke as BrokenFrame['broke']),
    retryAt: times.length > 0 ? Math.min(...times) : null,
  }
  step.frame({ ...one, broke }, true)
}
