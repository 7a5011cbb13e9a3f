import { isPeers, peerKeyOf, senderKey } from '../../contract/mail/authors.ts'
import type { Author } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { machineOfAuthor } from '../step/peer-ids.ts'
import { utf8Length } from '../words/text.ts'
import type { MailboxLimits, MailboxRoom } from '../step/state.ts'

export type FullRoom = 'user' | 'sender' | 'machine' | 'peers'

/** Returns the limit that one more message would exceed, or null. Janus's own messages always fit. */
export function findFullRoom(
  limits: MailboxLimits,
  waiting: readonly Message[],
  from: Author,
  body: string,
): FullRoom | null {
  const has = (room: MailboxRoom, which: (author: Author) => boolean): boolean =>
    fits(room, waiting, which, body)
  if (from.kind === 'user') return has(limits.user, ({ kind }) => kind === 'user') ? null : 'user'
  if (!isPeers(from)) return null
  const key = peerKeyOf(from)
  const isSender = (author: Author): boolean => senderKey(author) === key
  if (!has(limits.sender, isSender)) return 'sender'
  const machine = from.kind === 'agent' ? machineOfAuthor(from) : null
  const isOfMachine = (author: Author): boolean =>
    author.kind === 'agent' && machineOfAuthor(author) === machine
  if (machine !== null && !has(limits.machine, isOfMachine)) return 'machine'
  const isReserved = machine === null ? isSender : isOfMachine
  return has(limits.peers, isPeers) || has(limits.reserved, isReserved) ? null : 'peers'
}

function fits(
  room: MailboxRoom,
  waiting: readonly Message[],
  which: (author: Author) => boolean,
  body: string,
): boolean {
  let [count, bytes] = [1, utf8Length(body)]
  for (const message of waiting) {
    if (!which(message.from)) continue
    count += 1
    bytes += bytesOf(message)
  }
  return count <= room.count && bytes <= room.bytes
}

/** Cached per message, because every new message asks for the size of all waiting ones. */
const lengths = new WeakMap<Message, number>()

function bytesOf(message: Message): number {
  const known = lengths.get(message)
  if (known !== undefined) return known
  const bytes = utf8Length(message.body)
  lengths.set(message, bytes)
  return bytes
}
