import type { Message } from '../../contract/model.ts'
import type { Frame } from '../../ports.ts'

/** Fields that messages have had since the third version of the format. */
type Later = 'thread' | 'isReply' | 'expectsReply' | 'reply' | 'hold' | 'now' | 'card' | 'ahead' | 'reminded'

/** A message as any version has written it, whole. */
export function completeMessage(message: Omit<Message, Later> & Partial<Pick<Message, Later>>): Message {
  const absent = { isReply: false, expectsReply: false, reply: null, now: false, card: null } as const
  return { thread: message.id, hold: holdOf(message), ahead: null, reminded: false, ...absent, ...message }
}

/** In earlier versions only the words said why a message was held. */
function holdOf({ state, reason }: Pick<Message, 'state' | 'reason'>): Message['hold'] {
  if (state !== 'held') return null
  return reason.startsWith('held by the loop guard') ? 'loop' : 'interrupted'
}

/** A frame as any version has written it, whole. */
export function completeFrame(
  frame: Omit<Frame, 'how' | 'broke' | 'tries'> & Partial<Pick<Frame, 'how' | 'broke' | 'tries'>>,
): Frame {
  const broke = frame.phase === 'unfinished' ? ({ why: 'died' } as const) : null
  return { how: 'begin', broke, tries: 0, ...frame }
}
