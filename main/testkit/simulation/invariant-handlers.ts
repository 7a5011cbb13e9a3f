import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { mostHandlers } from '../../contract/api/limits.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

const minute = 60_000

/** Handlers are the user's, meet direct words of peers once, and never keep each other going. */
export class HandlerWatcher extends Watcher {
  /** When a handler of an agent last wrote back to a peer that had asked nothing. */
  #wroteBack = new Map<string, number>()

  committed(commit: Commit): void {
    for (const row of commit.rows) {
      if (row.table === 'handler') must(row.row.madeBy.kind === 'user', 'no handler is made by an agent')
      if (row.table === 'message') this.#changed(row.row, commit)
    }
    for (const { handlers } of commit.after.agents.values()) {
      must(handlers.length <= mostHandlers, 'an agent has so many handlers at most')
      must(
        handlers.every(({ place }, at) => place === at),
        'handlers stand in the order of the user',
      )
      for (const { isOn, when } of handlers)
        must(!isOn || when.from.length > 0, 'a handler that is on is about somebody')
    }
  }

  override rebooted(): void {
    this.#wroteBack = new Map()
  }

  #changed(message: Message, commit: Commit): void {
    const known = this.ledger.known.get(message.id)
    if (message.byHandler && !known) this.#wrote(message, commit)
    const { handled } = message
    if (handled === null) return
    const { action, handedOverAt } = handled
    if (known?.handled?.action.kind !== action.kind) this.ledger.count(`handler: ${action.kind}`)
    if (handedOverAt !== null && !known?.handled?.handedOverAt) this.ledger.count('handed over')
    const { from, isReply, crossed, spoken, byHandler } = message
    const isDirect = from.kind === 'agent' && !isReply && !crossed && !spoken
    must(isDirect && !byHandler, 'handlers meet direct words of peers only, not those of handlers')
    if (handedOverAt !== null) return
    if (action.kind === 'answered') {
      must(
        message.state === 'answered' && message.turn === null,
        'what a handler answered is read by nobody before the user hands it over',
      )
      must(
        !message.expectsReply || message.reply !== null,
        'a question that a handler answered has its reply',
      )
    }
    const isOpen = ['queued', 'written', 'read'].includes(message.state)
    must(action.kind !== 'answering' || !isOpen, 'what is being answered is put before nobody')
  }

  /** A handler has written something. */
  #wrote(message: Message, { before, after, now }: Commit): void {
    this.ledger.count('a handler writes')
    const isStopped = before.limits.stopped !== null && after.limits.stopped !== null
    must(!isStopped, 'no handler answers while everything is stopped')
    const cause = this.ledger.messages.get(message.causes[0] ?? 'msg-none')
    must(cause !== undefined && message.causes.length === 1, 'a handler answers one message')
    must(cause.byHandler === null, 'handlers never answer each other')
    must(message.depth === cause.depth + 1, 'what a handler writes stands one deeper in the chain')
    if (message.isReply || message.from.kind !== 'agent') return
    const pair = pairOf(message.from.id, message.to)
    const last = this.#wroteBack.get(pair)
    must(last === undefined || now >= last + minute, 'a handler writes back once a minute at most')
    this.#wroteBack.set(pair, now)
  }
}

const pairOf = (from: AgentId, to: AgentId): string => `${from} ${to}`
