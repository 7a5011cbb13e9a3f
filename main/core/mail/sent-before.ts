import { senderKey } from '../../contract/mail/authors.ts'
import type { Author } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Answer } from '../step/events.ts'
import { mailboxes } from '../step/mail-for.ts'
import type { Step } from '../step/step.ts'
import { position, refuse } from './mailbox.ts'

/** The earlier message with the same key: from the store, else an open one. */
export function sentWithKey(
  step: Step,
  from: Author,
  { earlier, idempotencyKey }: Pick<Message, 'idempotencyKey'> & { readonly earlier: Message | null },
): Message | null {
  return earlier ?? openWithKey(step, from, idempotencyKey)
}

function openWithKey(step: Step, from: Author, key: string | null): Message | null {
  if (key === null) return null
  for (const mailbox of mailboxes(step)) {
    if (!keysOf(mailbox).has(key)) continue
    const same = mailbox.find((message) => message.idempotencyKey === key && isSameSender(message.from, from))
    if (same) return same
  }
  return null
}

/** Cached, since every message of an agent searches all mailboxes for its key. */
const keys = new WeakMap<readonly Message[], ReadonlySet<string | null>>()

function keysOf(mailbox: readonly Message[]): ReadonlySet<string | null> {
  const found = keys.get(mailbox) ?? new Set(mailbox.map((message) => message.idempotencyKey))
  keys.set(mailbox, found)
  return found
}

/** For keys, the user's window and tools are one sender. */
export function isSameSender(one: Author, other: Author): boolean {
  return senderKey(one) === senderKey(other)
}

/** The same key again returns the same message, or refuses if the content differs. */
export function repeat(
  step: Step,
  { to, body, metadata, attachments = [] }: Pick<Message, 'to' | 'body' | 'metadata' | 'attachments'>,
  earlier: Message,
): Answer {
  const { isReply: _isReply, replyTo: _replyTo, ...own } = earlier.metadata
  const said = earlier.isReply ? own : earlier.metadata
  const { attachments: before = [] } = earlier
  const isSame =
    earlier.to === to &&
    earlier.body === body &&
    JSON.stringify(said) === JSON.stringify(metadata) &&
    JSON.stringify(before.map(({ path }) => path)) === JSON.stringify(attachments.map(({ path }) => path))
  if (!isSame)
    return refuse('key_reused', 'This idempotency key was used for another message. Use a new one.')
  const open = step.find(earlier.to)?.mailbox.find((message) => message.id === earlier.id) ?? earlier
  return { kind: 'message', message: open, position: position(step, open) }
}
