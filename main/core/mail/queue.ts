import type { Message } from '../../contract/mail/messages.ts'
import {
  interrupts,
  type Priority,
  priorityNames,
  rankOfPriority,
  usualPriority,
  wakes,
} from '../../contract/mail/priorities.ts'

/** Whether a message only goes along with what the agent is told next. */
export function isAbsorbed({ priority, from, now, spoken }: Message): boolean {
  return spoken !== null || (!wakes(priority) && from.kind !== 'user' && !now)
}

/** Priorities come after what is named in `rankOf`. */
const rankBy = (priority: Priority): number => 2 + priorityNames.length - rankOfPriority(priority)

/** Smaller is read first: by the user's hand, what was put off, the user's own words, then by priority. */
export function rankOf({ now, card, from, priority }: Message): number {
  if (now) return 0
  const rank = rankBy(priority)
  if (from.kind === 'user') return rank <= rankBy(usualPriority.user) ? 2 : rank
  return card?.later && interrupts(priority) ? 1 : rank
}

/** Where a message stands among those of its rank: in order of acceptance, until the user moves their own. */
export const queuePlaceOf = ({ place, seq }: Message): number => place ?? seq

/** Whether two messages are the user's own, so that the user says which is read first. */
export const areOwn = (one: Message, other: Message): boolean =>
  one.from.kind === 'user' && other.from.kind === 'user' && rankOf(one) === rankOf(other)

/** Made once for each mailbox: a step asks for it several times. */
const queues = new WeakMap<readonly Message[], readonly Message[]>()

/** Messages that wait for a prompt of their own, in the order in which they will be read. */
export function queueOf(mailbox: readonly Message[]): readonly Message[] {
  const known = queues.get(mailbox)
  if (known !== undefined) return known
  const queue = mailbox
    .filter((message) => message.state === 'queued' && !isAbsorbed(message))
    .sort((a, b) => rankOf(a) - rankOf(b) || queuePlaceOf(a) - queuePlaceOf(b))
  queues.set(mailbox, queue)
  return queue
}

/** Messages that go along with the next prompt, oldest first. */
export function absorbedOf(mailbox: readonly Message[]): readonly Message[] {
  return mailbox.filter((message) => message.state === 'queued' && isAbsorbed(message))
}
