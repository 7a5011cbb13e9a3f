import type { MessageId } from '../../../main/contract/api/model.ts'
import type { Hold } from '../../../main/contract/mail/messages.ts'
import {
  type Priority,
  priorityNames,
  priorityNextTo,
  rankOfPriority,
  wakes,
} from '../../../main/contract/mail/priorities.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'

/** What letting go of a dragged row does: the user's own gets another place, a peer's another priority. */
export type Move =
  | { readonly kind: 'place'; readonly before: MessageId | null }
  | { readonly kind: 'priority'; readonly steps: number; readonly priority: Priority }

/** Where a dragged row really goes. */
export interface Landing {
  readonly move: Move
  /** Its place from 0, and the row before which that is (null: the end). */
  readonly place: number
  readonly before: MessageId | null
}

/**
 * What comes of a row that is dragged before another (null: to the end); null where nothing would change. Among the
 * user's own words it goes where it is put; a peer's goes by its priority, to the place nearest to the hand.
 */
export function landingOf(
  queue: readonly PendingView[],
  id: MessageId,
  before: MessageId | null,
): Landing | null {
  const moved = queue.find((one) => one.id === id)
  if (!moved) return null
  const others = queue.filter((one) => one.id !== id)
  const at = others.findIndex((one) => one.id === before)
  const wanted = at < 0 ? others.length : at
  if (wanted === queue.indexOf(moved)) return null
  const found =
    moved.from.kind === 'user' ? among(queue, others, moved, wanted) : nearest(others, moved, wanted)
  return found && { ...found, before: others[found.place]?.id ?? null }
}

const areOwn = (one: PendingView, other: PendingView): boolean =>
  one.from.kind === 'user' && other.from.kind === 'user' && one.rank === other.rank

/** The user's own words that wait like one of them, itself among them, in the order of reading. */
const ownLike = (queue: readonly PendingView[], message: PendingView): readonly PendingView[] =>
  queue.filter((one) => areOwn(one, message))

type Found = Omit<Landing, 'before'>

function among(
  queue: readonly PendingView[],
  others: readonly PendingView[],
  moved: PendingView,
  wanted: number,
): Found | null {
  const own = ownLike(queue, moved)
  const next = others.slice(wanted).find((one) => areOwn(one, moved)) ?? null
  if (next === (own[own.indexOf(moved) + 1] ?? null)) return null
  const place = next ? others.indexOf(next) : others.findLastIndex((one) => areOwn(one, moved)) + 1
  return { move: { kind: 'place', before: next?.id ?? null }, place }
}

/** Nothing becomes a mere note by being dragged; what the user has sent on goes before every priority. */
function nearest(others: readonly PendingView[], moved: PendingView, wanted: number): Found | null {
  if (moved.now || isAmongLike(others, moved, wanted)) return null
  const own = rankOfPriority(moved.priority)
  const from = placeWith(others, moved, moved.rank)
  const reachable = priorityNames
    .filter((one) => wakes(one) && one !== moved.priority)
    .map((priority): Found & { readonly miss: number; readonly far: number } => {
      const steps = rankOfPriority(priority) - own
      const place = placeWith(others, moved, moved.ranks[priority])
      const move = { kind: 'priority', steps, priority } as const
      return { move, place, miss: Math.abs(place - wanted), far: Math.abs(steps) }
    })
    .filter(({ place }) => (wanted < from ? place < from : place > from))
    .sort((a, b) => a.miss - b.miss || a.far - b.far)
  const [best] = reachable
  return best ? { move: best.move, place: best.place } : null
}

/** Between those of its own rank a peer's message has no place but its own. */
function isAmongLike(others: readonly PendingView[], moved: PendingView, wanted: number): boolean {
  const first = others.filter((one) => one.rank < moved.rank).length
  const end = others.filter((one) => one.rank <= moved.rank).length
  return first <= wanted && wanted <= end
}

/** Where a message would stand among the others with this rank. */
const placeWith = (others: readonly PendingView[], moved: PendingView, rank: number): number =>
  others.filter((one) => {
    return one.rank < rank || (one.rank === rank && one.acceptedAt <= moved.acceptedAt)
  }).length

/** What the user can do with a message that waits. */
export type Way = 'edit' | 'read' | 'up' | 'down' | 'now' | 'withdraw'

/** The next priority up or down; null where there is none: a ticket wakes. */
export function nextPriority({ priority, expectsReply }: PendingView, to: 'up' | 'down'): Priority | null {
  const next = priorityNextTo(priority, to)
  return next !== null && expectsReply && !wakes(next) ? null : next
}

/** Which way a message can be moved: the user's own among their own, a peer's to another priority. */
export type MoveRoom = 'both' | 'up' | 'down' | 'none'

/** Where there is room for a message that waits in `queue`. */
export function roomOf(message: PendingView, queue: readonly PendingView[]): MoveRoom {
  const own = ownLike(queue, message)
  const isOwn = message.from.kind === 'user'
  const up = isOwn ? own[0] !== message : nextPriority(message, 'up') !== null
  const down = isOwn ? own.at(-1) !== message : nextPriority(message, 'down') !== null
  return up && down ? 'both' : up ? 'up' : down ? 'down' : 'none'
}

/** What can be done with it now. What is on its way can only be read. */
export function waysOf(message: PendingView, room: MoveRoom): readonly Way[] {
  const first: Way = message.from.kind === 'user' ? 'edit' : 'read'
  if (message.state !== 'queued') return ['read']
  const all: readonly (Way | false)[] = [
    first,
    (room === 'both' || room === 'up') && 'up',
    (room === 'both' || room === 'down') && 'down',
    !message.now && 'now',
    'withdraw',
  ]
  return all.filter((way) => way !== false)
}

/** How a held message goes on, or ends. */
export interface HoldWays {
  readonly release: string
  readonly end: { readonly label: string; readonly by: 'messages.drop' | 'messages.withdraw' }
  readonly hasChain: boolean
}

const discard = { label: 'Discard', by: 'messages.drop' } as const
const withdraw = { label: 'Withdraw', by: 'messages.withdraw' } as const
const discardUnread = { ...discard, by: 'messages.withdraw' } as const

/** The answers to a held message, by why it is held; `agent`: the receiver's name. */
export function holdWays(hold: Hold | null, from: string, agent: string): HoldWays {
  switch (hold) {
    case 'loop':
      return { release: 'Deliver', end: discard, hasChain: true }
    case 'consent':
      return { release: `Allow ${from} to write to ${agent}`, end: discard, hasChain: false }
    case 'policy':
      return { release: 'Deliver', end: discard, hasChain: false }
    case 'handler':
    case 'answering':
      return { release: 'Deliver anyway', end: discard, hasChain: false }
    case 'interrupted':
      return { release: 'Send', end: withdraw, hasChain: false }
    case 'paused':
    case 'restored':
    case null:
      return { release: 'Send again', end: discardUnread, hasChain: false }
  }
}
