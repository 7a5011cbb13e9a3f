import type { Message } from '../../contract/mail/messages.ts'

/** A list with one of them written in its place, at the end if it is new, or without it. */
export function withOne<T extends { readonly id: string }>(
  list: readonly T[],
  one: T,
  isIn: boolean,
): readonly T[] {
  const at = list.findIndex(({ id }) => id === one.id)
  if (at < 0) return isIn ? [...list, one] : list
  return [...list.slice(0, at), ...(isIn ? [one] : []), ...list.slice(at + 1)]
}

/** The same for a mailbox; one that comes back, older than the newest `seq`, has its place among the others, as after a restart. */
export function inOrder(
  mailbox: readonly Message[],
  message: Message,
  open: boolean,
  seq: number,
): readonly Message[] {
  const last = mailbox.at(-1)
  // A new one need not be looked for.
  if (open && message.seq > (last?.seq ?? 0)) return [...mailbox, message]
  const all = withOne(mailbox, message, open)
  const isBack = all.length > mailbox.length && message.seq < seq
  return isBack ? [...all].sort((a, b) => a.seq - b.seq) : all
}
