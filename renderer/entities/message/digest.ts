import { isPeers } from '../../../main/contract/mail/authors.ts'
import type { AgentId, Author, Entry, MessageId } from '../../../main/contract/api/model.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import { listed } from '../link/link-words.ts'
import type { MessageOutcome } from '../../state/logs.ts'
import type { ActionTaken } from '../../../main/contract/handlers/handlers.ts'
import { firstWords } from './mail-words.ts'

/** The newest row that the user has seen, and when. */
export interface ReadPosition {
  readonly n: number
  /** Milliseconds. */
  readonly at: number
}

/** A message of another agent that came unseen. */
export interface UnseenMessage {
  readonly message: MessageId | null
  /** Its row in the transcript; null if it is not read yet. */
  readonly n: number | null
  readonly from: Author
  readonly fromName: string
  readonly line: string
}

/** What a message rule did with an unseen message. */
export interface HandledItem {
  readonly message: MessageId
  /** Row of the note about it. */
  readonly n: number
  /** Name of the rule. */
  readonly name: string
  readonly fromName: string
  readonly line: string
  readonly action: ActionTaken
}

/** What other agents sent while the user was not looking. */
export interface Digest {
  readonly agent: AgentId
  /** `away`: since the user left. `turn`: during the user's turn that has just ended. */
  readonly kind: 'away' | 'turn'
  readonly since: number
  readonly until: number
  readonly items: readonly UnseenMessage[]
  readonly handled: readonly HandledItem[]
  /** False if there may be earlier messages in rows that are not loaded. */
  readonly isWhole: boolean
}

/** Characters kept of a message. */
const lineLength = 200

/** Messages after `seen`: first those that were read, then those that wait. */
export function missedAfter(
  seen: ReadPosition,
  entries: readonly Entry[],
  pending: readonly PendingView[],
): readonly UnseenMessage[] {
  const read = entries
    .filter(({ n, kind, author }) => n > seen.n && kind === 'peer' && isPeers(author))
    .map(({ message, n, author, authorName, text }) => ({
      message,
      n,
      from: author,
      fromName: authorName,
      line: lineOf(text),
    }))
  const known = new Set(read.map((one) => one.message))
  const waits = pending
    .filter(({ id, from, acceptedAt }) => isPeers(from) && acceptedAt > seen.at && !known.has(id))
    .map(({ id, from, fromName, preview }) => ({
      message: id,
      n: null,
      from,
      fromName,
      line: lineOf(preview),
    }))
  return [...read, ...waits]
}

/** What message rules did after `seen`. */
export const handledAfter = (seen: ReadPosition, entries: readonly Entry[]): readonly HandledItem[] =>
  entries.flatMap(({ n, note, message }) =>
    n > seen.n && note?.kind === 'handled' && message !== null
      ? [{ message, n, name: note.name, fromName: note.from, line: note.words, action: note.action }]
      : [],
  )

interface HandledState {
  readonly entries: readonly Entry[]
  readonly pending: readonly PendingView[]
}

/** Whether the user can still deliver a message that a rule answered or holds. */
export function canDeliverAnyway(
  message: MessageId,
  action: ActionTaken,
  { entries, pending }: HandledState,
): boolean {
  if (action.kind === 'held') return pending.some((one) => one.id === message && one.hold === 'handler')
  return (
    action.kind === 'answered' &&
    !entries.some((one) => one.message === message && one.note?.kind === 'handedOver')
  )
}

/** "2 messages handled by your rules"; empty for none. */
export const handledCount = (count: number): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'message' : 'messages'} handled by your rules`

const lineOf = (text: string) => firstWords(text.slice(0, lineLength))

/** The message's row in the transcript; null if it is not read yet. */
export const rowOfMessage = ({ message, n }: UnseenMessage, entries: readonly Entry[]): number | null =>
  n ??
  entries.find((one) => one.message !== null && one.message === message && one.kind === 'peer')?.n ??
  null

export type Outcome = 'read' | 'waits' | 'held' | 'ended'

interface Standings {
  readonly pending: readonly PendingView[]
  readonly fates: Readonly<Record<MessageId, MessageOutcome>>
  readonly entries: readonly Entry[]
}

/** Uses what main reported, else the transcript. */
export function outcomeOf(missed: UnseenMessage, { pending, fates, entries }: Standings): Outcome {
  const { message } = missed
  const waiting = pending.find((one) => one.id === message)
  if (waiting) return waiting.state === 'held' ? 'held' : 'waits'
  const fate = message === null ? undefined : fates[message]
  if (fate && fate.state !== 'read' && fate.state !== 'answered')
    return fate.state === 'queued' || fate.state === 'written' ? 'waits' : 'ended'
  return fate || rowOfMessage(missed, entries) !== null ? 'read' : 'ended'
}

const order: readonly Outcome[] = ['read', 'waits', 'held', 'ended']
const plural: Readonly<Record<Outcome, string>> = {
  read: 'read',
  waits: 'wait',
  held: 'held for you',
  ended: 'ended unread',
}

/** "2 read, 1 waits". */
export function countsOf(all: readonly Outcome[]): string {
  const parts = order.flatMap((kind) => {
    const count = all.filter((one) => one === kind).length
    if (count === 0) return []
    return [`${count} ${kind === 'waits' && count === 1 ? 'waits' : plural[kind]}`]
  })
  return parts.join(', ')
}

/** "3 messages from Scout and Critic". */
export function sendersOf(items: readonly UnseenMessage[], isWhole: boolean): string {
  const names = [...new Set(items.map((one) => one.fromName))]
  const few = names.slice(0, 2)
  const rest = names.length - few.length
  const all = rest > 0 ? [...few, rest === 1 ? 'another' : `${rest} others`] : few
  const count = `${isWhole ? '' : 'at least '}${items.length} ${items.length === 1 ? 'message' : 'messages'}`
  return `${count} from ${listed(all)}`
}
