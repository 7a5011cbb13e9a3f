import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'

/** A message that will be read, and its place among those that wait, from 1; null when it is on its way. */
export interface Queued {
  readonly message: PendingView
  readonly place: number | null
}

/** What waits at an agent, as it is shown: what the user must decide, what goes along, what is read in turn. */
interface Sections {
  readonly held: readonly PendingView[]
  /** A paused link keeps them back; they ask nobody. */
  readonly kept: readonly PendingView[]
  /** Absorbed: they wake nobody and go before the next prompt. */
  readonly notes: readonly PendingView[]
  readonly queue: readonly Queued[]
}

/** Sorts what waits; each part stays in the order of reading. */
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

/** A paused link keeps it back: it waits for the link, and not for a word on itself. */
export const isKept = ({ state, hold }: PendingView): boolean => state === 'held' && hold === 'paused'

/** Words of a circle of another machine, while the user has not said yet whether their agent sits there: that is asked above. */
const waitsForSeat = (one: PendingView): boolean => isKept(one) && one.crossed === null

/** Whether there is anything to show of what waits. */
export const hasMail = ({ pending, owed }: Pick<AgentView, 'pending' | 'owed'>): boolean =>
  owed.length > 0 || pending.some((one) => !waitsForSeat(one))

/** The newest message of the user's own that waits and can still be taken back. */
export const lastOwn = (pending: readonly PendingView[]): PendingView | undefined =>
  pending.findLast((one) => one.from.kind === 'user' && (one.state === 'queued' || one.state === 'held'))

/** A message whose card asks the user now. */
type Asking = PendingView & { readonly card: NonNullable<PendingView['card']> }

/** What asks the user now, in the order in which it came. */
export const askingOf = (pending: readonly PendingView[]): readonly Asking[] =>
  pending
    .filter((one): one is Asking => one.card !== null)
    .sort((a, b) => a.card.until - b.card.until || a.acceptedAt - b.acceptedAt)
