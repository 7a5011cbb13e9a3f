import type { Message } from '../../contract/model.ts'
import type { Frame, Turn } from '../../ports.ts'

/** A record of which some fields came with a later version of the format. */
type Older<T, Later extends keyof T> = Omit<T, Later> & Partial<Pick<T, Later>>

/** What holds for messages that were written before there were conversations and tickets. */
const before = {
  ...{ quoted: '', isReply: false, expectsReply: false, reply: null },
  ...{ now: false, card: null, ahead: null, reminded: false },
} as const

/** A message as any version has written it, whole. */
export function completeMessage(message: Older<Message, keyof typeof before | 'thread' | 'hold'>): Message {
  return { ...before, thread: message.id, hold: holdOf(message), ...message }
}

/** In earlier versions only the words said why a message was held. */
function holdOf({ state, reason }: Pick<Message, 'state' | 'reason'>): Message['hold'] {
  if (state !== 'held') return null
  return reason.startsWith('held by the loop guard') ? 'loop' : 'interrupted'
}

/** A frame as any version has written it, whole. */
export function completeFrame(frame: Older<Frame, 'how' | 'broke' | 'chain' | 'tries'>): Frame {
  const broke = frame.phase === 'unfinished' ? ({ why: 'died' } as const) : null
  return { how: 'begin', broke, chain: null, tries: 0, ...frame }
}

/** A turn as any version has written it, whole. */
export function completeTurn(turn: Older<Turn, 'begun' | 'senders' | 'from'>): Turn {
  return { begun: turn.causes, senders: [], from: [], ...turn }
}
