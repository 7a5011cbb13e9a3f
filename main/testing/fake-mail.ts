import type { MessageReport, ThreadReport, TicketReport } from '../contract/reports.ts'
import { wakes } from '../contract/priorities.ts'
import type { AgentId, MessageId } from '../contract/model.ts'
import type { ReplyReport, SendResult } from '../contract/mail-views.ts'
import { RefusedError } from '../contract/errors.ts'
import type { Caller, RequestInput } from '../contract/requests.ts'

/** A message as the fake keeps it; `to`: an agent, or the person. */
export interface FakeMessage {
  readonly from: Caller
  readonly to: AgentId | 'human'
  readonly key: string | null
  readonly info: MessageReport
}

const at = '2026-01-01T00:00:00.000Z'

/** Messages, tickets and conversations without any delivery: every send is written, every reply is stored. */
export class FakeMail {
  readonly messages: FakeMessage[] = []
  /** Questions for a reply that wait; each is let go on its own. */
  readonly polls: { readonly ticket: string; readonly end: () => void }[] = []
  #watchers: { readonly count: number; readonly tell: () => void }[] = []
  readonly #replies = new Map<MessageId, NonNullable<ReplyReport['reply']>>()

  /** Keeps one; `names`: of both, as they are shown. */
  send(
    caller: Caller,
    to: AgentId,
    names: { readonly from: string; readonly to: string },
    input: RequestInput<'messages.send'>,
  ): SendResult {
    const key = input.idempotencyKey ?? null
    const earlier = this.messages.find(
      (sent) => key !== null && sent.key === key && isSame(sent.from, caller),
    )
    if (earlier !== undefined && earlier.info.message !== input.message) {
      throw new RefusedError({ code: 'key_reused', message: 'That key was used for another message.' })
    }
    const asks = input.expectReply === true || (input.awaitMs ?? 0) > 0
    if (asks && input.priority !== undefined && !wakes(input.priority)) {
      throw new RefusedError({ code: 'low_ticket', message: 'What expects a reply is never low.' })
    }
    const on = input.replyTo === undefined ? null : this.read(caller, input.replyTo)
    const words = { message: input.message, metadata: input.metadata ?? {}, expectsReply: asks }
    const info = earlier?.info ?? this.#keep(caller, to, names, words, on, key)
    return {
      delivered: true,
      state: info.state,
      messageId: info.id,
      ...(asks ? { ticketId: info.id } : {}),
    }
  }

  /** What one sent or got; the person, everything. */
  read(caller: Caller, id: string): MessageReport {
    const found = this.messages.find(({ info }) => info.id === id)
    if (found === undefined || !mayRead(caller, found)) throw missing('message')
    return found.info
  }

  tickets(caller: Caller): TicketReport[] {
    return this.messages
      .filter((message) => message.info.expectsReply && mayRead(caller, message))
      .map(({ info }) => this.#report(info))
      .reverse()
  }

  ticket(caller: Caller, id: string): TicketReport {
    return this.#report(this.#ticket(caller, id).info)
  }

  reply(caller: Caller, input: RequestInput<'replies.send'>): SendResult {
    const { from, to, info } = this.#ticket(caller, input.ticketId)
    if (caller.kind !== 'agent' || to !== caller.id) throw missing('ticket')
    const names = { from: info.to, to: info.from }
    const words = { message: input.payload, metadata: input.metadata ?? {}, expectsReply: false }
    const back = from.kind === 'agent' ? from.id : 'human'
    const reply = this.#keep(caller, back, names, words, info, input.idempotencyKey ?? null)
    const text = { messageId: reply.id, text: input.payload, implicit: false, at, metadata: words.metadata }
    if (!this.#replies.has(info.id)) this.#replies.set(info.id, text)
    this.endPolls(info.id)
    return { delivered: true, state: reply.state, messageId: reply.id }
  }

  /** Waits, if there is no reply yet, until there is one or `endPolls` is called. */
  async replyTo(caller: Caller, { id, waitMs }: RequestInput<'replies.get'>): Promise<ReplyReport> {
    const { info } = this.#ticket(caller, id)
    if (waitMs !== undefined && waitMs > 0 && !this.#replies.has(info.id)) {
      await new Promise<void>((resolve) => {
        this.polls.push({ ticket: info.id, end: resolve })
        for (const { count, tell } of this.#watchers) if (this.polls.length >= count) tell()
      })
    }
    const { state, reply } = this.#report(info)
    return { ticketId: info.id, state, reply, reason: reply === null ? 'There is no reply yet.' : '' }
  }

  /** Resolves once so many questions wait. */
  waiting(count: number): Promise<void> {
    if (this.polls.length >= count) return Promise.resolve()
    return new Promise((tell) => this.#watchers.push({ count, tell }))
  }

  /** Lets those that wait for this ticket's reply (for any, without it) go on. */
  endPolls(ticket?: string): void {
    for (const poll of this.polls.splice(0)) {
      if (ticket === undefined || poll.ticket === ticket) poll.end()
      else this.polls.push(poll)
    }
  }

  thread(caller: Caller, id: string): ThreadReport {
    const { thread } = this.read(caller, id)
    const members = this.messages.filter((message) => message.info.thread === thread)
    const messages = members.filter((message) => mayRead(caller, message)).map(({ info }) => info)
    return { thread, messages, next: null }
  }

  #keep(
    from: Caller,
    to: FakeMessage['to'],
    names: { readonly from: string; readonly to: string },
    words: Pick<MessageReport, 'message' | 'metadata' | 'expectsReply'>,
    on: MessageReport | null,
    key: string | null,
  ): MessageReport {
    const id: MessageId = `msg-${String(this.messages.length + 1).padStart(10, '0')}`
    const info: MessageReport = {
      id,
      ...names,
      ...words,
      offset: 0,
      next: null,
      depth: 0,
      priority: 'normal',
      turn: null,
      crossed: null,
      state: 'written',
      stateAt: at,
      reason: '',
      because: { reason: null, waits: null },
      inInput: false,
      acceptedAt: at,
      ahead: null,
      thread: on?.thread ?? id,
      replyTo: on?.id ?? null,
      isReply: on !== null && on.expectsReply,
    }
    this.messages.push({ from, to, key, info })
    return info
  }

  #ticket(caller: Caller, id: string): FakeMessage {
    const found = this.messages.find(({ info }) => info.id === id && info.expectsReply)
    if (found === undefined || !mayRead(caller, found)) throw missing('ticket')
    return found
  }

  #report(info: MessageReport): TicketReport {
    const reply = this.#replies.get(info.id) ?? null
    const { id, from, to, thread, reason } = info
    const state = reply === null ? 'open' : 'answered'
    const times = { askedAt: at, expiresAt: '2026-01-02T00:00:00.000Z' }
    return {
      id,
      state,
      from,
      to,
      preview: info.message,
      thread,
      ...times,
      message: info.state,
      reason,
      reply,
    }
  }
}

function mayRead(caller: Caller, { from, to }: FakeMessage): boolean {
  return caller.kind !== 'agent' || to === caller.id || (from.kind === 'agent' && from.id === caller.id)
}

function isSame(a: Caller, b: Caller): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function missing(what: string): RefusedError {
  return new RefusedError({ code: 'not_found', message: `There is no such ${what} that you may read.` })
}
