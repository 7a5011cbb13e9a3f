import type { AgentId, Entry, FrameId } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Message, DeliveryMode } from '../../contract/mail/messages.ts'
import { callIn, type OwnPrompt, type Frame } from '../step/frames-and-turns.ts'
import { inState } from '../mail/mailbox.ts'
import { ownWordsOf } from '../words/prompts.ts'
import type { AgentState } from '../step/state.ts'
import { isUnread } from '../step/status.ts'
import type { Step } from '../step/step.ts'
import { isHaltedByJanus } from '../budget/turn-cap.ts'
import { postponeFrame } from '../step/stopped.ts'
import { settleRead } from './settle-messages.ts'
import { isAbsorbed } from '../mail/queue.ts'
import { beginTurn, joinTurn } from './turns.ts'
import { saidAtField } from '../step/transcript.ts'
import { openMessagesOf, isNoted, unreadOf, isUnsure, isLost } from './frame-messages.ts'

export function accepted(step: Step, state: AgentState, id: FrameId): void {
  const frame = find(state, id)
  if (frame?.phase !== 'written') return
  step.frame({ ...frame, phase: 'accepted' }, true)
  for (const message of openMessagesOf(state, frame)) {
    if (message.state === 'written') step.message({ ...message, inInput: true }, true)
  }
}

/**
 * The process has read the frame. During a turn it was steered in; otherwise it begins a turn, which also
 * reads the notes that the process has taken. A note alone is only in the conversation.
 */
export function started(step: Step, state: AgentState, id: FrameId): void {
  const frame = find(state, id)
  if (!frame || frame.phase === 'started' || frame.phase === 'unfinished') return
  if (frame.how === 'note') {
    step.frame({ ...frame, phase: 'started' }, true)
    for (const message of unreadOf(state, frame)) step.message({ ...message, inInput: true }, true)
    return
  }
  const { turn } = state
  if (turn && turn.frame !== null && turn.frame !== id) {
    const joined = joinTurn(step, turn, openMessagesOf(state, frame))
    step.frame({ ...frame, phase: 'started' }, true)
    markRead(step, frame, joined.id, 'steered')
    return
  }
  const began = beginTurn(step, frame.agent, frame)
  for (const note of state.frames) if (isNoted(state, note)) markRead(step, note, began.id, 'absorbed')
  const way = frame.how === 'interject' ? 'interjected' : 'began'
  step.frame({ ...frame, how: frame.how === 'steer' ? 'begin' : frame.how, phase: 'started' }, true)
  markRead(step, frame, began.id, way)
}

function markRead(step: Step, frame: Frame, turn: Message['turn'], way: DeliveryMode): void {
  const isMail = frame.kind === 'mail' || frame.kind === 'prompt'
  if (!isMail) {
    const text = ownWordsOf(step.get(frame.agent), frame)
    const by = { author: { kind: 'system' }, authorName: 'Janus' } as const
    const when = saidAtField(step, frame.writtenAt)
    step.entry(frame.agent, { kind: 'system', ...by, text, ...when, ...beginning(frame, way) })
  }
  for (const message of openMessagesOf(step.get(frame.agent), frame)) {
    const reminded = message.reminded || frame.kind === 'reminder'
    step.message({ ...inState(step, message, 'read', null), turn, reminded }, true)
    if (isMail) rowOf(step, message, isAbsorbed(message) ? 'absorbed' : way, beginning(frame, way))
    step.announce('message.read', { message, mode: way })
  }
  if (frame.prompt) promptRow(step, frame, frame.prompt, beginning(frame, way))
}

/** Rows that begin a turn name their frame: the conversation can be forked there. */
function beginning({ id }: Frame, way: DeliveryMode): Beginning {
  return way === 'began' || way === 'interjected' ? { frame: id } : {}
}

type Beginning = Pick<Entry, 'frame'>

function rowOf(step: Step, message: Message, way: DeliveryMode, began: Beginning): void {
  // The user's text in a gathering goes to all, like any seat's.
  const kinds = {
    user: message.spoken ? 'peer' : 'user',
    agent: 'peer',
    guest: 'peer',
    system: 'system',
  } as const
  const { from: author, fromName: authorName, body: text, metadata } = message
  const link = message.crossed ? { link: message.crossed.link } : {}
  const attachments = message.attachments ? { attachments: message.attachments } : {}
  const byHandler = message.byHandler ? { byHandler: message.byHandler.name } : {}
  const spoken = message.spoken ? { spoken: message.spoken } : {}
  const topic = message.spoken && metadata['topic'] !== undefined ? { topic: metadata['topic'] } : {}
  step.entry(message.to, {
    kind: kinds[author.kind],
    author,
    authorName,
    text,
    message: message.id,
    way,
    ...link,
    ...attachments,
    ...pick(message, ['comments']),
    ...byHandler,
    ...spoken,
    ...topic,
    ...saidAtField(step, message.acceptedAt),
    ...began,
  })
}

function promptRow(step: Step, { agent, writtenAt }: Frame, prompt: OwnPrompt, began: Beginning): void {
  const by = { author: { kind: 'system' }, authorName: 'Janus', text: prompt.text } as const
  const row = { ...by, ...saidAtField(step, writtenAt), ...began }
  if (prompt.by === 'gathering') step.entry(agent, { kind: 'piece', ...row, piece: prompt.call })
  else step.entry(agent, { kind: 'heartbeat', ...row, intent: prompt.intent })
}

/**
 * The process dropped the frame unread after an interrupt. Its messages are held for the user, unless they
 * would only be absorbed, or the interrupt wasn't the user's or made way for another message. What it would
 * have resumed ends with the user's interrupt.
 */
export function cancelled(step: Step, state: AgentState, id: FrameId): void {
  const frame = find(state, id)
  if (!frame || !isUnread(frame)) return
  const isJanuss = isHaltedByJanus(step, state)
  if (isJanuss && frame.chain) return step.frame(postponeFrame(step, frame), true)
  // A timer's prompt comes after *Stop all* is lifted; messages absorbed with it wait as mail.
  const isTimers = isJanuss && frame.prompt?.by === 'heartbeat'
  step.frame(isTimers ? { ...postponeFrame(step, frame), messages: [] } : frame, isTimers)
  if (frame.kind === 'nudge' || frame.kind === 'resume') {
    settleRead(step, frame.agent, new Set(frame.messages), frame.chain, { kind: 'interrupted' })
    return
  }
  for (const message of openMessagesOf(state, frame)) {
    if (frame.kind === 'reminder') step.message({ ...message, reminded: !isJanuss }, true)
    else if (isJanuss || isToWaitAgain(state, frame) || isAbsorbed(message))
      step.message(inState(step, message, 'queued', null), true)
    else {
      const reason = { kind: 'hand', act: 'interrupted' } as const
      step.message(inState(step, { ...message, hold: 'interrupted' }, 'held', reason), true)
    }
  }
  const call = callIn(frame.prompt)
  if (call) step.announce('call.dropped', { call })
}

/** Janus's own prompts, and what made way for another message, are sent again automatically. */
function isToWaitAgain({ interruptingMessage }: AgentState, { how, kind }: Frame): boolean {
  return how === 'note' || kind === 'prompt' || interruptingMessage !== null
}

/** Searches the transcript for the frames of a process that is gone. `blame`: it crashed. */
export function locateFrame(step: Step, id: AgentId, blame: boolean): void {
  const state = step.get(id)
  const lost = state.frames.filter(isUnsure)
  if (lost.length === 0) return
  for (const frame of lost) {
    if (blame && isLost(frame))
      for (const message of openMessagesOf(state, frame))
        step.message({ ...message, deaths: message.deaths + 1 }, true)
    step.frame({ ...frame, phase: 'locating' }, true)
  }
  const { kind, program, cwd, conversation } = state.agent
  const frames = lost.map((frame) => frame.id)
  step.emit({ do: 'transcript.locate', agent: id, kind, program, cwd, conversation, frames })
}

function find({ frames }: AgentState, id: FrameId): Frame | undefined {
  return frames.find((frame) => frame.id === id)
}
