import type { MessageReport, OwedView } from '../../main/contract/mail-views.ts'
import type { Because, MessageReason } from '../../main/contract/message-reasons.ts'
import { becauseWords } from '../../main/contract/message-words.ts'
import type { MessageId } from '../../main/contract/model.ts'
import { ago, by, idOf, minutes } from './make.ts'

/** The id of a message by its number. */
export const messageIdOf = (count: number): MessageId => `msg-${String(count).padStart(10, 'a')}`

/** So many minutes before the moment of the gallery, in ISO 8601. */
export const isoAgo = (count: number): string => new Date(ago(count)).toISOString()

/** Why a message stands as it does that waits for nothing. */
export const because = (reason: MessageReason | null): Because => ({ reason, waits: null })

/** A message as main reports it, accepted so many minutes ago. */
export function report(
  count: number,
  minutesAgo: number,
  { because: why = because(null), ...changes }: Partial<Omit<MessageReport, 'reason'>> = {},
): MessageReport {
  const id = messageIdOf(count)
  return {
    id,
    from: 'Mo',
    to: 'Builder',
    message: 'Then write the changelog line, one sentence.',
    offset: 0,
    next: null,
    state: 'answered',
    stateAt: isoAgo(minutesAgo - 1),
    reason: becauseWords(why, 'person'),
    because: why,
    inInput: false,
    acceptedAt: isoAgo(minutesAgo),
    priority: 'normal',
    thread: id,
    replyTo: null,
    isReply: false,
    expectsReply: false,
    turn: 12,
    ahead: null,
    depth: 0,
    crossed: null,
    metadata: {},
    ...changes,
  }
}

/** A ticket that was read and not answered yet. */
export function owed(count: number, changes: Partial<OwedView> = {}): OwedView {
  return {
    id: messageIdOf(count),
    from: by(idOf(0)),
    fromName: 'Scout',
    preview: 'Does the sandbox apply the grace window?',
    acceptedAt: ago(62),
    turn: 29,
    reason: null,
    reminded: false,
    expiresAt: ago(62) + minutes(24 * 60),
    ...changes,
  }
}
