import { messageReasonWords } from '../../contract/mail/message-words.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { State } from '../../core/step/state.ts'
import { writtenIn, type Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** How long a ticket stays open, in ms. */
export const ticketTime = 24 * 60 * 60 * 1000

/** No ticket is ever in an unknown state, and its asker is never left without knowing. */
export class TicketWatcher extends Watcher {
  /** What Janus and the answers told an asker, by ticket. */
  readonly #told = new Map<string, Message[]>()

  committed(commit: Commit): void {
    const { after, rows, now } = commit
    for (const row of rows) {
      if (row.table !== 'message') continue
      this.#changed(row.row)
      if (isReadInVain(row.row, this.ledger.known.get(row.row.id))) this.#hears(row.row, commit)
    }
    for (const { frame, messages } of writtenIn(commit)) {
      if (frame.kind === 'reminder')
        must(!messages.some(({ reminded }) => reminded), 'a question is put once more, and no more than that')
    }
    for (const { mailbox, frames, turn } of after.agents.values()) {
      for (const message of mailbox) {
        // One that a handler had answered, and the user handed over since, is owed nothing.
        if (!message.expectsReply || message.reply !== null || now <= message.acceptedAt + ticketTime)
          continue
        const isWithCli = frames.some(({ messages }) => messages.includes(message.id))
        must(isWithCli || (turn !== null && message.turn === turn.id), 'an old ticket has expired')
      }
    }
  }

  #changed(message: Message): void {
    const known = this.ledger.known.get(message.id)
    if (!this.ledger.known.has(message.id)) this.#came(message)
    must(message.expectsReply || message.reply === null, 'only a ticket has an answer')
    must(!message.expectsReply || wakes(message.priority) || known !== undefined, 'no ticket begins as low')
    const { reply } = message
    if (reply && known?.reply) must(known.reply.text === reply.text, 'the first answer to a ticket stays')
    if (reply && !known?.reply) this.#answered(message)
    if (message.reminded && known?.reminded === false) this.ledger.count('ticket reminded')
    if (message.expectsReply && known?.state !== message.state) this.ledger.count(`ticket ${message.state}`)
  }

  /** Its asker is told in the same moment. */
  #hears({ id, from }: Message, { after, rows }: Commit): void {
    if (from.kind !== 'agent' || !after.agents.has(from.id)) return
    const told = rows.some(
      (row) => row.table === 'message' && row.row.replyTo === id && row.row.to === from.id,
    )
    must(told, 'an asker is told that its question was read and not answered')
  }

  #came(message: Message): void {
    if (message.replyTo === null) return
    const told = this.#told.get(message.replyTo) ?? []
    this.#told.set(message.replyTo, [...told, message])
    if (message.isReply) must(!message.expectsReply, 'an answer expects none')
  }

  #answered({ id, thread, from, reply }: Message): void {
    this.ledger.count(reply?.implicit === true ? 'implicit replies' : 'replies')
    if (from.kind !== 'agent' || !reply || reply.message === null) return
    const brought = this.ledger.messages.get(reply.message)
    must(brought !== undefined, 'an answer is brought by a message')
    must(brought.to === from.id && brought.isReply, 'an answer goes to its asker')
    // One final text may answer several questions of one asker.
    const own = brought.replyTo === id && brought.thread === thread
    must(own || reply.implicit, 'an answer stays in its thread')
  }

  override settled(state: State): void {
    for (const message of this.ledger.messages.values()) {
      if (!message.expectsReply) continue
      // One that was handed over comes to an end of its own.
      const isGiven = (message.handled?.handedOverAt ?? null) !== null
      if (message.reply) must(message.state === 'answered' || isGiven, 'a ticket with an answer is answered')
      else must(message.reason !== null, `a ticket without an answer says why (${message.state})`)
      if (message.from.kind === 'agent' && state.agents.has(message.from.id))
        this.#knows(message, message.from.id)
    }
  }

  /** The asker has a message about it, whatever became of it. */
  #knows(ticket: Message, asker: AgentId): void {
    const brought = ticket.reply?.message ? this.ledger.messages.get(ticket.reply.message) : undefined
    const about = [...(this.#told.get(ticket.id) ?? []), ...(brought ? [brought] : [])]
    const told = about.some((message) => message.to === asker)
    const waits = ticket.state === 'queued' || ticket.state === 'held' || ticket.state === 'written'
    must(
      told || waits,
      `the asker of a ticket knows what became of it (${ticket.state}: ${messageReasonWords(ticket.reason, 'user')})`,
    )
  }
}

function isReadInVain({ expectsReply, state, reason }: Message, known: Message | undefined): boolean {
  return expectsReply && state === 'read' && reason?.kind === 'unanswered' && known?.reason === null
}

const minute = 60_000

/** Nobody waits in vain: a call ends with the answer, or as soon as waiting on could be wrong. */
export class AwaitWatcher extends Watcher {
  committed(commit: Commit): void {
    const { after } = commit
    for (const { from, to, state, isReply, replyTo, crossed, spoken, priority } of this.ledger.news) {
      if (from.kind !== 'agent' || state === 'held' || spoken || (crossed && !wakes(priority))) continue
      const waits = after.agents.get(to)?.awaits.some((one) => {
        const isIt = isReply && replyTo === one.ticket
        return one.over === null && one.peer === from.id && !isIt
      })
      must(waits !== true, 'who is written to by the one it waits for waits no more')
    }
    for (const { frame, after: state } of writtenIn(commit)) {
      if (frame.how !== 'steer' && frame.how !== 'interject') continue
      must(!state.awaits.some(({ over }) => over === null), 'nobody waits while something comes in')
    }
    for (const { awaits } of after.agents.values()) {
      for (const { ticket, over } of awaits) {
        const state = this.ledger.messages.get(ticket)?.state
        const isOpen = state === 'queued' || state === 'held' || state === 'written' || state === 'read'
        must(over !== null || isOpen || state === undefined, 'nobody waits for what has ended')
      }
    }
  }

  override checked({ agents }: State, now: number): void {
    for (const { awaits } of agents.values())
      // Its minute is one of the steady clock.
      for (const { since } of awaits) {
        const from = Math.max(since, this.ledger.leaptAt)
        must(now <= from + minute + 1000, 'no call waits longer than a minute')
      }
  }
}
