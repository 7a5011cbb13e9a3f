import type { Hold, Priority } from '../../../main/contract/model.ts'
import type { PendingView } from '../../../main/contract/mail-views.ts'
import { ownLike, priorities } from './mail-order.ts'

/** What the person can do with a message that waits. */
export type Way = 'edit' | 'read' | 'up' | 'down' | 'now' | 'withdraw'

/** The next priority up or down; null where there is none: a ticket is never low. */
export function nextPriority({ priority, expectsReply }: PendingView, to: 'up' | 'down'): Priority | null {
  const next = priorities[priorities.indexOf(priority) + (to === 'up' ? 1 : -1)]
  if (next === undefined || (next === 'low' && expectsReply)) return null
  return next
}

/** Which way a message can be moved: the person's own among their own, a peer's to another priority. */
export type Room = 'both' | 'up' | 'down' | 'none'

/** Where there is room for a message that waits in `queue`. */
export function roomOf(message: PendingView, queue: readonly PendingView[]): Room {
  const own = ownLike(queue, message)
  const isOwn = message.from.kind === 'human'
  const up = isOwn ? own[0] !== message : nextPriority(message, 'up') !== null
  const down = isOwn ? own.at(-1) !== message : nextPriority(message, 'down') !== null
  return up && down ? 'both' : up ? 'up' : down ? 'down' : 'none'
}

/** What can be done with it now. What is on its way can only be read. */
export function waysOf(message: PendingView, room: Room): readonly Way[] {
  const first: Way = message.from.kind === 'human' ? 'edit' : 'read'
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
  /** The chain that led to it can be shown. */
  readonly hasChain: boolean
}

const close = { label: 'Close', by: 'messages.drop' } as const

/** The answers to a held message, by why it is held. `agent`: the receiver's name. */
export function holdWays(hold: Hold | null, from: string, agent: string): HoldWays {
  switch (hold) {
    case 'loop':
      return { release: 'Continue', end: close, hasChain: true }
    case 'consent':
      return { release: `Allow ${from} to write to ${agent}`, end: close, hasChain: false }
    case 'policy':
      return { release: 'Deliver', end: close, hasChain: false }
    case 'paused':
    case 'interrupted':
    case null:
      return {
        release: 'Send again',
        end: { label: 'Withdraw', by: 'messages.withdraw' },
        hasChain: false,
      }
  }
}
