import type { Gathering } from '../../contract/gatherings.ts'
import type { MessageReason } from '../../contract/message-reasons.ts'
import type { Message } from '../../contract/model.ts'
import type { Crossing, Heartbeat, Link } from '../../contract/ties.ts'
import type { Agent, Frame, Turn } from '../../ports.ts'

type Chain = NonNullable<Frame['chain']>
type Beat = NonNullable<Frame['beat']>
type Piece = NonNullable<Frame['piece']>

/** A record of which some fields came with a later version of the format. */
type Older<T, Later extends keyof T> = Omit<T, Later> & Partial<Pick<T, Later>>

/** A record that has kept words where there are facts now. */
type Worded<T extends { readonly reason: unknown }> = Omit<T, 'reason'> & {
  readonly reason: T['reason'] | string
}

/** An agent as any version has written it, whole. */
export function completeAgent(
  agent: Worded<Older<Agent, 'task' | 'lastFinal' | 'anchorsInRow' | 'beatsInRow'>>,
): Agent {
  const reason = factOf(agent.reason)
  return { task: '', lastFinal: null, anchorsInRow: 0, beatsInRow: 0, ...agent, reason }
}

/** A timer as any version has written it. */
export const completeHeartbeat = (heartbeat: Worded<Heartbeat>): Heartbeat => ({
  ...heartbeat,
  reason: factOf(heartbeat.reason),
})

type Seated = Gathering['missed'][number]

/** A gathering as any version has written it. */
export const completeGathering = (
  gathering: Omit<Gathering, 'missed'> & {
    readonly missed: readonly (Omit<Seated, 'why'> & { readonly why: Seated['why'] | string })[]
  },
): Gathering => ({
  ...gathering,
  missed: gathering.missed.map(({ number, why }) => ({
    number,
    why: typeof why === 'string' ? { kind: 'told', words: why } : why,
  })),
})

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

/** A message as any version has written it, whole. */
export function completeMessage(
  message: Worded<Older<Message, keyof typeof before | 'thread' | 'hold'>>,
): Message {
  const reason = factOf(message.reason)
  return { ...before, thread: message.id, hold: holdOf(message.state, reason), ...message, reason }
}

/** Words are shown as they are. */
function factOf<Fact>(
  reason: Fact | string,
): Fact | { readonly kind: 'told'; readonly words: string } | null {
  if (typeof reason !== 'string') return reason
  return reason === '' ? null : { kind: 'told', words: reason }
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
