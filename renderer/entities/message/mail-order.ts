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

/** What a drop does: reorders a message of the user, or changes the priority of an agent's. */
export type Move =
  | { readonly kind: 'place'; readonly before: MessageId | null }
  | { readonly kind: 'priority'; readonly steps: number; readonly priority: Priority }

/** Where a dragged row lands. */
export interface Landing {
  readonly move: Move
  /** Its index, and the row after it (null at the end). */
  readonly place: number
  readonly before: MessageId | null
}

/**
 * Returns the result of dropping a row before another (null: at the end), or null if nothing would change.
 * The user's messages go where they are dropped among the user's own; an agent's message gets the priority
 * whose place is nearest.
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

/** The user's messages of the same rank, in reading order. */
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

/** Dragging never makes a message absorbed; one the user has hastened stays before every priority. */
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

/** Among messages of its own rank an agent's message can't be moved. */
function isAmongLike(others: readonly PendingView[], moved: PendingView, wanted: number): boolean {
  const first = others.filter((one) => one.rank < moved.rank).length
  const end = others.filter((one) => one.rank <= moved.rank).length
  return first <= wanted && wanted <= end
}

/** Its index among the others with this rank. */
const placeWith = (others: readonly PendingView[], moved: PendingView, rank: number): number =>
  others.filter((one) => {
    return one.rank < rank || (one.rank === rank && one.acceptedAt <= moved.acceptedAt)
  }).length

export type Way = 'edit' | 'read' | 'up' | 'down' | 'now' | 'withdraw'

/** Returns null if there is none; a message that expects a reply must start a turn. */
export function nextPriority({ priority, expectsReply }: PendingView, to: 'up' | 'down'): Priority | null {
  const next = priorityNextTo(priority, to)
  return next !== null && expectsReply && !wakes(next) ? null : next
}

/** Directions a message can move: the user's among their own, an agent's to another priority. */
export type MoveRoom = 'both' | 'up' | 'down' | 'none'

export function roomOf(message: PendingView, queue: readonly PendingView[]): MoveRoom {
  const own = ownLike(queue, message)
  const isOwn = message.from.kind === 'user'
  const up = isOwn ? own[0] !== message : nextPriority(message, 'up') !== null
  const down = isOwn ? own.at(-1) !== message : nextPriority(message, 'down') !== null
  return up && down ? 'both' : up ? 'up' : down ? 'down' : 'none'
}

/** A message being delivered can only be read. */
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

/** How a held message is released or ended. */
export interface HoldWays {
  readonly release: string
  readonly end: { readonly label: string; readonly by: 'messages.drop' | 'messages.withdraw' }
  readonly hasChain: boolean
}

/** `agent` is the receiver's name. */
export function holdWays(hold: Hold | null, from: string, agent: string): HoldWays {
  const deliver = {
    release: 'Deliver',
    end: { label: 'Discard', by: 'messages.drop' },
    hasChain: false,
  } as const
  switch (hold) {
    case 'loop':
      return { ...deliver, hasChain: true }
    case 'consent':
      return { ...deliver, release: `Allow ${from} to write to ${agent}` }
    case 'policy':
      return deliver
    case 'handler':
    case 'answering':
      return { ...deliver, release: 'Deliver anyway' }
    case 'interrupted':
      return { ...deliver, release: 'Send', end: { label: 'Withdraw', by: 'messages.withdraw' } }
    case 'paused':
    case 'restored':
    case null:
      return { ...deliver, release: 'Send again', end: { label: 'Discard', by: 'messages.withdraw' } }
  }
}
