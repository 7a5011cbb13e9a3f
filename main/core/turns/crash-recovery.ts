import type { AgentId } from '../../contract/api/model.ts'
import type { Located, EventOf } from '../step/events.ts'
import { inState } from '../mail/mailbox.ts'
import { endMessage } from '../mail/tickets.ts'
import type { AgentState } from '../step/state.ts'
import type { Frame } from '../step/frames-and-turns.ts'
import { holdUnread } from '../mail/held-restored.ts'
import type { Step } from '../step/step.ts'
import { openMessagesOf } from './frame-messages.ts'
import { started } from './frames.ts'
import { queueOf } from '../mail/queue.ts'
import { closeTurn, finalText } from './turns.ts'

/** After this many crashes with a message in flight, that message is given up. */
export const deathLimit = 3

type Place = Located & { readonly now: Frame }

/** Settles frames by what the transcript says: sent again, resumed, or done. */
export function located(step: Step, state: AgentState, fact: EventOf<'frames.located'>): void {
  const id = state.agent.id
  const places = fact.found.flatMap((one): Place[] => {
    const now = state.frames.find((frame) => frame.id === one.frame)
    return now?.phase === 'locating' ? [{ ...one, now }] : []
  })
  if (places.length === 0) return
  const isToWait = (place: Place): boolean => place.found === 'absent' || isUnsaid(state, place)
  for (const place of places) if (isToWait(place)) settleAbsent(step, id, place.now)
  const present = places.filter((place) => !isToWait(place))
  for (const { now } of present) if (now.how === 'note') reach(step, id, now)
  for (const turn of turnsOf(present.filter(({ now }) => now.how !== 'note'))) settlePresent(step, id, turn)
  // No frame explains this turn any more.
  if (step.get(id).turn) closeTurn(step, id, null)
  giveUp(step, id)
  const { agent, frames, mailbox } = step.get(id)
  const work = frames.length > 0 || queueOf(mailbox).length > 0
  // After a crash with nothing left to do it sleeps; a restart by the user clears `deaths`, and starts it.
  if (!work && agent.deaths.length > 0) step.set(id, { restartAt: null })
}

/**
 * Nobody knows whether it was read, and its agent was stopped: ending it with the turn might lose it. So it
 * waits for the next conversation, which doesn't contain it.
 */
function isUnsaid(state: AgentState, { found, now }: Place): boolean {
  return found === 'unknown' && isEnded(state) && !isTold(state, now)
}

function isEnded({ agent }: AgentState): boolean {
  return agent.status === 'stopped' || agent.closedAt !== null
}

function isTold(state: AgentState, frame: Frame): boolean {
  if (frame.kind !== 'mail') return state.turn?.frame === frame.id
  return frame.how !== 'note' && openMessagesOf(state, frame).every((message) => message.state === 'read')
}

/** Groups frames that the transcript has in one turn: a steered one has the same end as the one before. */
function turnsOf(present: readonly Place[]): readonly (readonly Place[])[] {
  const turns: Place[][] = []
  for (const place of present) {
    const last = turns.at(-1)
    const before = last?.[0]
    const joins = place.now.how === 'steer' && before?.found === place.found && before.text === place.text
    if (last && joins) last.push(place)
    else turns.push([place])
  }
  return turns
}

function settleAbsent(step: Step, id: AgentId, frame: Frame): void {
  const state = step.get(id)
  if (frame.kind === 'nudge' || frame.kind === 'resume') {
    step.frame({ ...frame, phase: 'unfinished', broke: frame.broke ?? { why: 'died' } }, true)
    return
  }
  if (frame.kind === 'prompt')
    step.frame({ ...frame, messages: [], phase: 'unfinished', broke: { why: 'died' } }, true)
  else step.frame(frame, false)
  if (frame.kind === 'reminder') return
  for (const message of openMessagesOf(state, frame)) {
    if (holdUnread(step, message)) continue
    step.message({ ...inState(step, message, 'queued', { kind: 'diedUnread' }), turn: null }, true)
  }
}

function settlePresent(step: Step, id: AgentId, turn: readonly Place[]): void {
  const [first] = turn
  if (!first) return
  for (const { now } of turn) reach(step, id, now)
  step.agent(id, { conversed: true })
  if (first.found === 'finished') {
    finalText(step, id, first.text)
    closeTurn(step, id, { kind: 'completed', text: first.text })
  } else if (isEnded(step.get(id))) closeTurn(step, id, { kind: 'interrupted' })
  else closeTurn(step, id, null, { why: 'died' })
}

/** Marks a frame as read now, if the stream didn't report it before the crash. */
function reach(step: Step, id: AgentId, frame: Frame): void {
  const isRead = isTold(step.get(id), frame)
  step.frame({ ...frame, phase: isRead ? 'started' : 'accepted' }, true)
  if (!isRead) started(step, step.get(id), frame.id)
}

/** Gives up messages after too many crashes, so that the next ones get through. */
function giveUp(step: Step, id: AgentId): void {
  for (const message of step.get(id).mailbox.filter(({ deaths }) => deaths >= deathLimit)) {
    const reason = { kind: 'deaths', count: message.deaths } as const
    endMessage(step, message, 'undeliverable', reason)
    step.note(id, { kind: 'gaveUp', from: message.fromName, deaths: message.deaths })
  }
  const { frames, mailbox } = step.get(id)
  const known = new Set(mailbox.map((message) => message.id))
  for (const frame of frames) {
    const isEmpty = frame.messages.length > 0 && !frame.messages.some((message) => known.has(message))
    if (isEmpty && frame.phase === 'unfinished') step.frame(frame, false)
  }
}
