import type { Message } from '../../contract/mail/messages.ts'
import type { AgentState } from '../step/state.ts'
import type { Frame } from '../step/frames-and-turns.ts'

/**
 * A note that the process has taken, and that no prompt has brought before its model yet. Its frame stays until that turn
 * has ended: the process tells a note as taken before it stands in the conversation, and may die in between.
 */
export function isNoted(state: AgentState, frame: Frame): boolean {
  return frame.how === 'note' && frame.phase === 'started' && unreadOf(state, frame).length > 0
}

export function unreadOf(state: AgentState, frame: Frame): readonly Message[] {
  return openMessagesOf(state, frame).filter((message) => message.state !== 'read')
}

/** Where it stands is not known after its process's end, be it that it had told of it before. */
export function isUnsure({ phase }: Frame): boolean {
  return phase !== 'unfinished'
}

/** Was on its way into the process, or in a turn of it, when that ended: a note that was taken is no work. */
export function isLost({ phase, how }: Frame): boolean {
  if (phase === 'unfinished') return false
  return !(how === 'note' && phase === 'started')
}

/** Messages of a frame that are still open, in its order. */
export function openMessagesOf({ mailbox }: AgentState, { messages }: Frame): readonly Message[] {
  return messages.flatMap((id) => mailbox.find((message) => message.id === id) ?? [])
}
