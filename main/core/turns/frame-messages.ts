import type { Message } from '../../contract/mail/messages.ts'
import type { AgentState } from '../step/state.ts'
import type { Frame } from '../step/frames-and-turns.ts'

/**
 * A note that the process has taken, but that no prompt has shown to the model yet. Its frame stays until
 * that turn has ended: the process reports a note before it is in the conversation, and may die in between.
 */
export function isNoted(state: AgentState, frame: Frame): boolean {
  return frame.how === 'note' && frame.phase === 'started' && unreadOf(state, frame).length > 0
}

export function unreadOf(state: AgentState, frame: Frame): readonly Message[] {
  return openMessagesOf(state, frame).filter((message) => message.state !== 'read')
}

/** Its state is unknown after the process's end, even if it was reported before. */
export function isUnsure({ phase }: Frame): boolean {
  return phase !== 'unfinished'
}

/** It was entering the process, or in a turn, when the process ended; a note already taken is no work. */
export function isLost({ phase, how }: Frame): boolean {
  if (phase === 'unfinished') return false
  return !(how === 'note' && phase === 'started')
}

/** In the frame's order. */
export function openMessagesOf({ mailbox }: AgentState, { messages }: Frame): readonly Message[] {
  return messages.flatMap((id) => mailbox.find((message) => message.id === id) ?? [])
}
