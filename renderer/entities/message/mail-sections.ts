import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'

/** `place` counts the waiting messages from 1; null while it is being delivered. */
export interface Queued {
  readonly message: PendingView
  readonly place: number | null
}

/** Waiting messages by how they are shown: to decide, held by a link, with the next prompt, in the queue. */
interface Sections {
  readonly held: readonly PendingView[]
  /** Held by a paused link; no decision is needed. */
  readonly kept: readonly PendingView[]
  /** Absorbed: they start no turn and go with the next prompt. */
  readonly notes: readonly PendingView[]
  readonly queue: readonly Queued[]
}

/** Each section stays in reading order. */
export function mailSections(pending: readonly PendingView[]): Sections {
  const kept = pending.filter((one) => isKept(one) && !waitsForSeat(one))
  const held = pending.filter((one) => one.state === 'held' && !isKept(one))
  const notes = pending.filter((one) => one.state === 'queued' && one.absorbed)
  let place = 0
  const queue = pending
    .filter((one) => one.state !== 'held' && !(one.state === 'queued' && one.absorbed))
    .map((message) => ({ message, place: message.state === 'queued' ? ++place : null }))
  return { held, kept, notes, queue }
}

/** A paused link holds it: it waits for the link, not for a decision. */
export const isKept = ({ state, hold }: PendingView): boolean => state === 'held' && hold === 'paused'

/** From a remote gathering that the agent has not joined yet; the invitation is shown above. */
const waitsForSeat = (one: PendingView): boolean => isKept(one) && one.crossed === null

export const hasMail = ({ pending, owed }: Pick<AgentView, 'pending' | 'owed'>): boolean =>
  owed.length > 0 || pending.some((one) => !waitsForSeat(one))

/** The user's newest waiting message that can still be withdrawn. */
export const lastOwn = (pending: readonly PendingView[]): PendingView | undefined =>
  pending.findLast((one) => one.from.kind === 'user' && (one.state === 'queued' || one.state === 'held'))

type Asking = PendingView & { readonly card: NonNullable<PendingView['card']> }

/** Messages that ask the user now, oldest first. */
export const askingOf = (pending: readonly PendingView[]): readonly Asking[] =>
  pending
    .filter((one): one is Asking => one.card !== null)
    .sort((a, b) => a.card.until - b.card.until || a.acceptedAt - b.acceptedAt)
