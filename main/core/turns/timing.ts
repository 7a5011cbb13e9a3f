import { isPeers } from '../../contract/mail/authors.ts'
import type { Policy } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { interrupts, priorities, type Priority } from '../../contract/mail/priorities.ts'
import { isAnchoring, isBusy, keyTime, isComposing } from '../step/status.ts'
import type { AgentState, Limits } from '../step/state.ts'
import { isAbsorbed } from '../mail/queue.ts'

/** ms until an unanswered card counts as *Later*. */
export const cardTime = 60_000
/** ms between two interjections at one agent. */
export const interjectionPause = 60_000

type Situation = 'idle' | 'composing' | 'working' | 'conversing' | 'asking'

/**
 * `absorb`: added to the next prompt. `turn`: starts one. `patience`: waits for the end of the turn, and is
 * steered in if that takes too long.
 */
export type Timing = 'absorb' | 'turn' | 'wait' | 'patience' | 'steer' | 'interject' | 'card'

export const timingTable: Readonly<Record<Situation, Readonly<Record<Priority, Timing>>>> = {
  idle: { low: 'absorb', normal: 'turn', high: 'turn', urgent: 'turn' },
  composing: { low: 'absorb', normal: 'wait', high: 'wait', urgent: 'card' },
  working: { low: 'absorb', normal: 'patience', high: 'steer', urgent: 'interject' },
  conversing: { low: 'absorb', normal: 'patience', high: 'steer', urgent: 'card' },
  asking: { low: 'absorb', normal: 'wait', high: 'wait', urgent: 'card' },
}

/**
 * Policy `interject`: peers' mail interrupts the current turn, no matter who started it. A question to the user
 * stays open, and nothing begins while they type.
 */
export const interjecting: Readonly<Record<Situation, Timing>> = {
  idle: 'turn',
  composing: 'card',
  working: 'interject',
  conversing: 'interject',
  asking: 'card',
}

export function situationOf(state: AgentState, now: number): Situation {
  if (state.cards.length > 0) return 'asking'
  if (!isBusy(state)) return isComposing(state, now) ? 'composing' : 'idle'
  const typed = state.typing !== null && now < state.typing.at + keyTime
  return typed || isUsers(state) ? 'conversing' : 'working'
}

function isUsers({ turn, frames, mailbox }: AgentState): boolean {
  if (turn) return turn.origin === 'user'
  return mailbox.some(
    ({ id, from, state }) =>
      from.kind === 'user' && state === 'written' && frames.some((frame) => frame.messages.includes(id)),
  )
}

/** `situation` is the same for all waiting messages of a mailbox, so callers may compute it once. */
export function timingOf(
  state: AgentState,
  message: Message,
  now: number,
  limits: Limits,
  situation: Situation = situationOf(state, now),
): Timing {
  const timing = wishedTiming(state, message, now, limits, situation)
  return timing === 'steer' && !state.abilities.steers ? 'wait' : timing
}

/** The timing for a process that can steer. */
export function wishedTiming(
  state: AgentState,
  message: Message,
  now: number,
  limits: Limits,
  situation: Situation,
): Timing {
  const rests = situation === 'idle' || situation === 'composing'
  const busy = !rests && state.turn?.frame === null
  // Nothing is steered into a turn that the process started itself.
  if (busy && message.from.kind !== 'user') return isAbsorbed(message) ? 'absorb' : 'wait'
  // Its anchor has led it back to its own work: peers wait until that is done.
  if (!message.now && message.from.kind !== 'user' && isAnchoring(state))
    return isAbsorbed(message) ? 'absorb' : 'wait'
  // A question from another machine's gathering gets a turn of its own.
  if (message.asks) return rests ? 'turn' : 'wait'
  if (state.gatheringId !== null && !message.now && message.from.kind !== 'user') return whileSitting(message)
  if (message.now) return rests ? 'turn' : situation === 'asking' ? 'wait' : byHand(state, message, now)
  if (message.from.kind === 'user') return rests ? 'turn' : 'wait'
  if (isAbsorbed(message)) return 'absorb'
  if (isAwaited(state, message) && !rests) return 'wait'
  const policy: Policy = isPeers(message.from) ? state.agent.policy : 'hybrid'
  if (policy === 'quiet') return situation === 'idle' ? 'turn' : 'wait'
  const timing = policy === 'interject' ? interjecting[situation] : timingTable[situation][message.priority]
  if (timing === 'patience') return now < message.acceptedAt + limits.patience ? 'wait' : 'steer'
  if (message.card?.later && !rests) return 'wait'
  if (timing === 'card' && message.card?.later) return 'wait'
  if (timing === 'interject' && !mayInterject(state, now)) return 'steer'
  return timing
}

/** During a gathering other mail waits; urgent mail asks the user. */
function whileSitting(message: Message): Timing {
  if (isAbsorbed(message)) return 'absorb'
  const asks = isPeers(message.from) && interrupts(message.priority) && !message.card?.later
  return asks ? 'card' : 'wait'
}

/**
 * The user delivers it now: urgent mail, or mail that would interrupt anyway, interrupts the turn; other mail
 * is steered in.
 */
function byHand(state: AgentState, message: Message, now: number): Timing {
  const { from, priority } = message
  const anyway = isPeers(from) && state.agent.policy === 'interject'
  const ends = interrupts(priority) || anyway
  return ends && from.kind !== 'user' && mayInterject(state, now) ? 'interject' : 'steer'
}

function mayInterject({ interjectedAt }: AgentState, now: number): boolean {
  return interjectedAt === null || now >= interjectedAt + interjectionPause
}

/** Whether a tool call waits for this reply, or was just given it. */
function isAwaited({ awaits }: AgentState, message: Message): boolean {
  return (
    message.isReply &&
    awaits.some(({ ticket, handed }) => ticket === message.replyTo || handed === message.id)
  )
}

/** Whether to show the typing user a banner about a message that waits or is being steered in. */
export function deservesBanner(state: AgentState, message: Message, now: number): boolean {
  const open = message.state === 'queued' || message.state === 'written'
  if (!open || message.from.kind === 'user' || priorities[message.priority].whileWorking !== 'steer')
    return false
  const situation = situationOf(state, now)
  return situation === 'composing' || situation === 'conversing' || situation === 'asking'
}
