import type { AgentId, FrameId, Message, TurnId } from '../contract/model.ts'
import type { Fact } from './events.ts'
import { nudgeText } from './prompts.ts'
import type { AgentState, Frame } from './state.ts'
import type { Step } from './step.ts'
import { beginTurn, endTurn, finalText } from './turns.ts'

/** After so many deaths of a CLI with one message in flight, that message is given up. */
export const deathLimit = 3

/** The CLI has the frame in its input. */
export function accepted(step: Step, state: AgentState, id: FrameId): void {
  const frame = current(state, id)
  if (frame?.phase !== 'written') return
  step.frame({ ...frame, phase: 'accepted' }, true)
  for (const message of messagesOf(state, frame)) {
    if (message.state === 'written') step.message({ ...message, inInput: true }, true)
  }
}

/** The CLI has read the frame: its messages are read, in the turn that it begins. */
export function started(step: Step, state: AgentState, id: FrameId): void {
  const frame = current(state, id)
  if (!frame || frame.phase === 'started') return
  const turn = beginTurn(step, state.agent.id, frame)
  step.frame({ ...frame, phase: 'started' }, true)
  markRead(step, state, frame, turn)
}

function markRead(step: Step, state: AgentState, frame: Frame, turn: TurnId): void {
  if (frame.kind === 'nudge') {
    step.entry(frame.agent, {
      kind: 'system',
      author: { kind: 'system' },
      authorName: 'Janus',
      text: nudgeText,
    })
  }
  for (const message of messagesOf(state, frame)) {
    const read: Message = { ...message, state: 'read', stateAt: step.now, reason: '', inInput: false, turn }
    step.message(read, true)
    if (frame.kind === 'nudge') continue
    const kind = message.from.kind === 'human' ? 'human' : 'peer'
    const { from: author, fromName: authorName, body: text } = message
    step.entry(frame.agent, { kind, author, authorName, text, message: message.id })
  }
}

/**
 * The CLI dropped the frame unread, after an interrupt: its messages wait for the person's word. Those of a nudge
 * were read before, so for them it is the interrupt of their turn.
 */
export function cancelled(step: Step, state: AgentState, id: FrameId): void {
  const frame = current(state, id)
  if (!frame || frame.phase === 'started') return
  if (frame.kind === 'nudge') {
    step.frame({ ...frame, phase: 'started' }, true)
    endTurn(step, frame.agent, { kind: 'interrupted' })
    return
  }
  step.frame(frame, false)
  const reason = 'you interrupted before it was read'
  for (const message of messagesOf(state, frame)) {
    step.message({ ...message, state: 'held', stateAt: step.now, reason, inInput: false }, true)
  }
}

/** Its CLI is gone: asks the transcript what became of the frame. `blame`: the death was not asked for. */
export function locate(step: Step, id: AgentId, blame: boolean): void {
  const state = step.get(id)
  const frame = state.frame
  if (!frame) return
  if (blame) {
    for (const message of messagesOf(state, frame))
      step.message({ ...message, deaths: message.deaths + 1 }, true)
  }
  step.frame({ ...frame, phase: 'locating' }, true)
  const { cwd, conversation } = state.agent
  step.emit({ do: 'transcript.locate', agent: id, cwd, conversation, frame: frame.id })
}

/** Settles a frame by what the transcript says: written again, nudged, or done (claude-cli, "Crashes"). */
export function located(step: Step, state: AgentState, fact: Extract<Fact, { type: 'frame.located' }>): void {
  const frame = current(state, fact.frame)
  if (frame?.phase !== 'locating') return
  if (fact.found === 'absent') settleAbsent(step, state, frame)
  else settlePresent(step, state, frame, fact.found === 'finished' ? fact.text : null)
  giveUp(step, state.agent.id)
  const { agent, frame: left, mailbox } = step.get(state.agent.id)
  const work = left !== null || mailbox.some((message) => message.state === 'queued')
  // After a death with nothing left to do it sleeps; a restart by the person clears the deaths, and starts it.
  if (!work && agent.deaths.length > 0) step.set(agent.id, { restartAt: null })
}

function settleAbsent(step: Step, state: AgentState, frame: Frame): void {
  endTurn(step, frame.agent, null)
  if (frame.kind === 'nudge') {
    step.frame({ ...frame, phase: 'unfinished' }, true)
    return
  }
  step.frame(frame, false)
  for (const message of messagesOf(state, frame)) {
    const reason = 'written before, but its agent died before reading it'
    step.message({ ...message, state: 'queued', stateAt: step.now, reason, inInput: false }, true)
  }
}

function settlePresent(step: Step, state: AgentState, frame: Frame, final: string | null): void {
  const id = state.agent.id
  if (messagesOf(state, frame).some((message) => message.state === 'written'))
    started(step, reach(step, id, frame), frame.id)
  step.agent(id, { conversed: true })
  const reached = { ...frame, phase: 'started' as const }
  if (final !== null) {
    step.frame(reached, true)
    finalText(step, id, final)
    endTurn(step, id, { kind: 'completed', text: final })
  } else if (state.agent.status === 'stopped' || state.agent.closedAt !== null) {
    step.frame(reached, true)
    endTurn(step, id, { kind: 'interrupted' })
  } else {
    endTurn(step, id, null)
    step.frame({ ...frame, phase: 'unfinished' }, true)
  }
}

/** The state with the frame as one that the CLI has accepted, so that it can be read. */
function reach(step: Step, id: AgentId, frame: Frame): AgentState {
  step.frame({ ...frame, phase: 'accepted' }, true)
  return step.get(id)
}

/** Gives up messages that their agent has died of too often; the next ones go on. */
function giveUp(step: Step, id: AgentId): void {
  const state = step.get(id)
  const lost = state.mailbox.filter((message) => message.deaths >= deathLimit)
  for (const message of lost) {
    const reason = `its agent died ${message.deaths} times over it`
    step.message({ ...message, state: 'undeliverable', stateAt: step.now, reason, inInput: false }, false)
    step.note(id, `A message from ${message.fromName} was given up: ${reason}.`, true)
  }
  const { frame, mailbox } = step.get(id)
  if (frame && lost.length > 0 && !mailbox.some((message) => frame.messages.includes(message.id)))
    step.frame(frame, false)
}

/** Messages of a frame that are still open. */
export function messagesOf(state: AgentState, frame: Frame): readonly Message[] {
  return state.mailbox.filter((message) => frame.messages.includes(message.id))
}

function current(state: AgentState, id: FrameId): Frame | null {
  return state.frame?.id === id ? state.frame : null
}
