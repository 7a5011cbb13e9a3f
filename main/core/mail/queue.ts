import type { Message } from '../../contract/mail/messages.ts'
import {
  interrupts,
  type Priority,
  priorityNames,
  rankOfPriority,
  usualPriority,
  wakes,
} from '../../contract/mail/priorities.ts'

/** Whether a message only joins the next prompt. */
export function isAbsorbed({ priority, from, now, spoken }: Message): boolean {
  return spoken !== null || (!wakes(priority) && from.kind !== 'user' && !now)
}

/** 0 and 1 are reserved; see `rankOf`. */
const rankBy = (priority: Priority): number => 2 + priorityNames.length - rankOfPriority(priority)

/** Smaller is read first: delivered by the user, postponed, the user's own, then by priority. */
export function rankOf({ now, card, from, priority }: Message): number {
  if (now) return 0
  const rank = rankBy(priority)
  if (from.kind === 'user') return rank <= rankBy(usualPriority.user) ? 2 : rank
  return card?.later && interrupts(priority) ? 1 : rank
}

/** Order within a rank: by acceptance, unless the user moved their own messages. */
export const queuePlaceOf = ({ place, seq }: Message): number => place ?? seq

/** Whether both are the user's, so that the user may reorder them. */
export const areOwn = (one: Message, other: Message): boolean =>
  one.from.kind === 'user' && other.from.kind === 'user' && rankOf(one) === rankOf(other)

/** Cached, since a step asks several times. */
const queues = new WeakMap<readonly Message[], readonly Message[]>()

/** Messages that wait for a prompt of their own, in reading order. */
export function queueOf(mailbox: readonly Message[]): readonly Message[] {
  const known = queues.get(mailbox)
  if (known !== undefined) return known
  const queue = mailbox
    .filter((message) => message.state === 'queued' && !isAbsorbed(message))
    .sort((a, b) => rankOf(a) - rankOf(b) || queuePlaceOf(a) - queuePlaceOf(b))
  queues.set(mailbox, queue)
  return queue
}

/** Messages that join the next prompt, oldest first. */
export function absorbedOf(mailbox: readonly Message[]): readonly Message[] {
  return mailbox.filter((message) => message.state === 'queued' && isAbsorbed(message))
}
