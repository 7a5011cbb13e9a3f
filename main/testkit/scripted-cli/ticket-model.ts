import type { MessageId } from '../../contract/api/model.ts'
import type { TicketState } from '../../contract/mail/mail-views.ts'

/** Who takes part in a run: agents by their names, and the person. */
export type Who = 'Ann' | 'Bob' | 'Cat' | 'person'

/** A message as the rules of tickets see it. */
export interface Said {
  readonly id: MessageId
  readonly from: Who
  readonly to: Who
  readonly body: string
  readonly thread: MessageId
  readonly replyTo: MessageId | null
  readonly isReply: boolean
  /** Null: no reply is expected. */
  ticket: TicketState | null
  reply: string | null
}

/** What an answer comes to: the ticket's own, one more message to its asker, or a refusal. */
export type Verdict = 'reply' | 'follow' | 'same' | 'not_found' | 'wrong_state'

/** The rules of tickets in a few lines: what every read and every answer must come to. */
export class TicketModel {
  readonly said = new Map<MessageId, Said>()

  /** Keeps what was accepted. */
  add(said: Omit<Said, 'thread'> & { readonly on: Said | null }): void {
    const { on, ...rest } = said
    this.said.set(rest.id, { ...rest, thread: on?.thread ?? rest.id })
  }

  /** Only those who sent and got it may name a message, and the person may read everything. */
  mayRead(who: Who, id: MessageId): boolean {
    const said = this.said.get(id)
    return said !== undefined && (who === 'person' || said.from === who || said.to === who)
  }

  /** What comes of this agent's answer with these words. */
  judge(who: Who, id: MessageId, words: string): Verdict {
    const said = this.said.get(id)
    if (said === undefined || said.ticket === null || said.to !== who) return 'not_found'
    if (said.ticket === 'open') return 'reply'
    if (said.from !== 'person') return 'follow'
    return said.reply === words ? 'same' : 'wrong_state'
  }

  /** The answer was taken as judged; `message`: what brings it to an asker with a mailbox. */
  answered(id: MessageId, words: string, verdict: 'reply' | 'follow', message: MessageId): void {
    const ticket = this.said.get(id)
    if (!ticket) throw new Error(`${id} is no ticket of the model.`)
    if (verdict === 'reply') {
      ticket.ticket = 'answered'
      ticket.reply = words
    }
    if (ticket.from === 'person') return
    const { to: from, from: to } = ticket
    this.add({
      id: message,
      from,
      to,
      body: words,
      replyTo: id,
      isReply: true,
      ticket: null,
      reply: null,
      on: ticket,
    })
  }

  /** A day has gone by. */
  expire(): void {
    for (const said of this.said.values()) if (said.ticket === 'open') said.ticket = 'expired'
  }

  /** A conversation as one of them sees it, in order of acceptance. */
  thread(who: Who, thread: MessageId): MessageId[] {
    return [...this.said.values()]
      .filter((said) => said.thread === thread && this.mayRead(who, said.id))
      .map(({ id }) => id)
  }

  /** One's own tickets, newest first. */
  tickets(who: Who): MessageId[] {
    return [...this.said.values()]
      .filter((said) => said.ticket !== null && (said.from === who || said.to === who))
      .map(({ id }) => id)
      .reverse()
  }
}
