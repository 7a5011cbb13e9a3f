import type { MessageReason } from '../../contract/message-reasons.ts'
import type { Message } from '../../contract/model.ts'
import type { Crossing, Link } from '../../contract/ties.ts'
import type { Agent, Frame, Turn } from '../../ports.ts'

type Chain = NonNullable<Frame['chain']>
type Beat = NonNullable<Frame['beat']>
type Piece = NonNullable<Frame['piece']>

/** A record of which some fields came with a later version of the format. */
type Older<T, Later extends keyof T> = Omit<T, Later> & Partial<Pick<T, Later>>

/** An agent as any version has written it, whole. */
export function completeAgent(
  agent: Older<Agent, 'task' | 'lastFinal' | 'anchorsInRow' | 'beatsInRow'>,
): Agent {
  return { task: '', lastFinal: null, anchorsInRow: 0, beatsInRow: 0, ...agent }
}

/** What holds for messages that were written before there were conversations and tickets. */
const before = {
  quoted: '',
  isReply: false,
  expectsReply: false,
  reply: null,
  now: false,
  card: null,
  ahead: null,
  reminded: false,
  crossed: null,
  spoken: null,
} as const

/** A message as any version has written it; earlier ones kept words where there are facts now. */
type AnyMessage = Omit<Older<Message, keyof typeof before | 'thread' | 'hold'>, 'reason'> & {
  readonly reason: MessageReason | string | null
}

/** A message as any version has written it, whole. */
export function completeMessage(message: AnyMessage): Message {
  const reason = typeof message.reason === 'string' ? told(message.reason) : message.reason
  return { ...before, thread: message.id, hold: holdOf(message.state, reason), ...message, reason }
}

function told(words: string): MessageReason | null {
  return words === '' ? null : { kind: 'told', words }
}

/** In the earliest versions only the words said why a message was held. */
function holdOf(state: Message['state'], reason: MessageReason | null): Message['hold'] {
  if (state !== 'held') return null
  return reason?.kind === 'told' && reason.words.startsWith('held by the loop guard') ? 'loop' : 'interrupted'
}

/** Rows of a log that nobody numbered have their place among all crossings in its stead, which is below this. */
const unnumbered = 1_000_000_000

/** A link as any version has written it, whole. */
export function completeLink(link: Older<Link, 'rows'>): Link {
  return { rows: unnumbered, ...link }
}

/** What crossed a link, as any version has written it, whole; `place`: among all crossings. */
export function completeCrossing(crossing: Older<Crossing, 'n'>, place: number): Crossing {
  return { n: place, ...crossing }
}

/** A frame as any version has written it, whole. */
export function completeFrame(
  frame: Older<Omit<Frame, 'chain' | 'beat' | 'piece'>, 'how' | 'broke' | 'tries'> & {
    readonly chain?: Older<Chain, Occasional> | null
    readonly beat?: Older<Beat, 'head'> | null
    readonly piece?: Older<Piece, 'head'> | null
  },
): Frame {
  const broke = frame.phase === 'unfinished' ? ({ why: 'died' } as const) : null
  const chain = frame.chain ? { ...occasionOf(frame.chain), ...frame.chain } : null
  // Their words were kept with the line that names them.
  const beat = frame.beat ? { head: '', ...frame.beat } : null
  const piece = frame.piece ? { head: '', ...frame.piece } : null
  return { how: 'begin', broke, tries: 0, ...frame, chain, beat, piece }
}

/** A turn as any version has written it, whole. */
export function completeTurn(
  turn: Older<Turn, 'begun' | 'senders' | 'from' | 'tools' | 'saidAt' | Occasional>,
): Turn {
  return { begun: turn.causes, senders: [], from: [], tools: 0, saidAt: null, ...occasionOf(turn), ...turn }
}

type Occasional = 'occasion' | 'heartbeat' | 'piece'

/** Of what was broken off before links and gatherings: somebody's words, or nothing that crosses. */
function occasionOf({ origin }: Pick<Chain, 'origin'>): Pick<Chain, Occasional> {
  return { occasion: origin === 'system' ? 'own' : 'words', heartbeat: null, piece: null }
}
