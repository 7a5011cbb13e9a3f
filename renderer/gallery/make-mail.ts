import type { MessageView, OwedView, TicketView } from '../../main/contract/mail/mail-views.ts'
import type { MessageId } from '../../main/contract/api/model.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { ago, by, idOf, minutes } from './make.ts'
import { moment } from './still.ts'

/** The id of a message by its number. */
export const messageIdOf = (count: number): MessageId => `msg-${String(count).padStart(10, 'a')}`

/** Who wrote a message, and whom it is to, as its view names them. */
export const sentBy = ({ id, name }: Pick<AgentView, 'id' | 'name'>) => ({ from: by(id), fromName: name })
export const sentTo = ({ id, name }: Pick<AgentView, 'id' | 'name'>) => ({ to: id, toName: name })

/** A message, of the person where nothing else is said, accepted so many minutes ago. */
export function message(count: number, minutesAgo: number, changes: Partial<MessageView> = {}): MessageView {
  const id = messageIdOf(count)
  return {
    id,
    seq: count,
    from: { kind: 'human', via: 'window' },
    fromName: 'Mo',
    to: idOf(1),
    toName: 'Builder',
    text: 'Then write the changelog line, one sentence.',
    offset: 0,
    next: null,
    state: 'answered',
    stateAt: ago(minutesAgo - 1),
    reason: null,
    waits: null,
    inInput: false,
    acceptedAt: ago(minutesAgo),
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
    handled: null,
    byHandler: null,
    ...changes,
  }
}

/** How a message's ticket stands: open, or answered with these words. */
export function ticket(of: MessageView, reply: TicketView['reply'] = null): TicketView {
  const { id, from, fromName, to, toName, thread, acceptedAt, state } = of
  return {
    id,
    from,
    fromName,
    to,
    toName,
    thread,
    reason: null,
    reply,
    state: reply === null ? 'open' : 'answered',
    preview: of.text,
    askedAt: acceptedAt,
    expiresAt: moment + minutes(22 * 60 + 58),
    message: state,
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
