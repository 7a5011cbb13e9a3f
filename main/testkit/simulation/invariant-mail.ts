import { sendCommand } from '../factories/factories.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { depthCap } from '../../core/mail/loop-guard.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import type { Frame } from '../../core/step/frames-and-turns.ts'
import { isUnread, isAbsorbed, type Commit, type Written } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { rankOfPriority, wakes } from '../../contract/mail/priorities.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'
import { update } from '../../core/update.ts'
import { messageReasonWords } from '../../contract/mail/message-words.ts'

const user: Author = { kind: 'user', via: 'window' }

/** Every message is in exactly one state, and in the matching place. */
export class MailWatcher extends Watcher {
  committed({ after, rows }: Commit): void {
    for (const row of rows) {
      if (row.table === 'message') this.#changed(row.row, row.open)
      if (row.table === 'frame') this.#frame(row.row, row.open)
      if (row.table === 'entry' && row.row.way) this.ledger.count(`way ${row.row.way}`)
    }
    for (const state of after.agents.values()) this.#agent(state)
  }

  #frame({ kind, phase, broke, tries }: Frame, open: boolean): void {
    if (!open) return
    this.ledger.count(`frame ${kind} ${phase}`)
    if (phase === 'unfinished' && broke) this.ledger.count(`broken off: ${broke.why}`)
    if (phase === 'written' && tries > 0) this.ledger.count('tried again')
  }

  #changed(message: Message, open: boolean): void {
    const known = this.ledger.known.get(message.id)
    if (known?.state !== message.state) this.ledger.count(`message ${message.state}`)
    if (message.hold !== null && known?.hold !== message.hold) this.ledger.count(`held for ${message.hold}`)
    if (message.card && !known?.card) this.ledger.count('mail asks the user')
    if (message.card?.later === true && known?.card?.later !== true) this.ledger.count('mail is put off')
    const still = message.state === 'queued' || message.state === 'held' || message.state === 'written'
    must(open || !still, 'a message that waits is open')
    const isGiven = (message.handled?.handedOverAt ?? null) !== null && known?.handled?.handedOverAt === null
    const again = known?.state === 'undeliverable' && message.state === 'queued'
    must(
      !known || !isFinal(known) || again || isGiven || known.state === message.state,
      'what has ended stays as it is',
    )
    must(
      (message.state === 'held') === (message.hold !== null),
      'what is held says why, and nothing else does',
    )
    const isDeep = message.depth > depthCap && message.from.kind === 'agent'
    must(message.state !== 'written' || !isDeep, 'a chain over the cap is held')
    if (again) this.ledger.count('undeliverable retried')
  }

  #agent(state: AgentState): void {
    const { mailbox, frames, agent } = state
    for (const message of mailbox) {
      const within = frames.filter(({ messages }) => messages.includes(message.id)).length
      must(message.to === agent.id, 'a mailbox holds its own mail')
      must(!isFinal(message), `a mailbox holds what is open (${message.state})`)
      if (message.state === 'written') must(within === 1, 'what is written is in one frame')
      if (message.state === 'queued' || message.state === 'held')
        must(within === 0, 'what waits is in no frame')
      if (message.state === 'read' && !message.expectsReply && !isWithCall(state, message))
        must(
          within > 0 || message.turn === state.turn?.id,
          'what is read and open belongs to a frame of its turn',
        )
    }
    const out = frames.filter(
      (frame) => isUnread(frame) || (frame.phase === 'started' && frame.how !== 'note'),
    )
    if (out.length > 0) must(state.process !== 'off', 'a frame is out only at a living process')
    if (state.needsRestart && state.process === 'on')
      must(state.turn !== null || out.length > 0, 'an outdated process ends with its turn')
    if (state.process === 'off') must(!state.needsRestart, 'no process, nothing outdated')
    if (agent.status === 'idle') must(!state.turn && out.length === 0, 'an idle agent has nothing running')
    if (state.process !== 'on') must(state.cards.length === 0, 'without a process nothing asks')
  }
}

function isWithCall({ awaits }: AgentState, { id }: Message): boolean {
  return awaits.some(({ handed }) => handed === id)
}

export function isFinal({ state }: Message): boolean {
  return state !== 'queued' && state !== 'held' && state !== 'written' && state !== 'read'
}

/** Mail is delivered in acceptance order within a priority; a message that goes ahead has the reason. */
export class OrderWatcher extends Watcher {
  committed(): void {
    for (const written of this.ledger.written) {
      if (written.frame.kind !== 'mail') continue
      for (const message of written.messages) this.#goes(message, written)
    }
  }

  #goes(message: Message, written: Written): void {
    const { after, messages } = written
    if (isAbsorbed(message) || this.ledger.excused.has(message.id)) return
    const left = after.mailbox.filter((other) => other.state === 'queued' && other.seq < message.seq)
    for (const other of left) {
      if (isAbsorbed(other) || this.ledger.excused.has(other.id)) continue
      must(message.ahead !== null, 'what goes ahead carries the reason')
      const isHigher =
        rankOfPriority(message.priority) > rankOfPriority(other.priority) || message.card?.later === true
      must(
        message.ahead === 'hand' || isHigher || !couldGo(other, written),
        `within one priority in order of acceptance (${other.id}, ${message.id})`,
      )
      this.ledger.count(`ahead by ${message.ahead}`)
    }
    if (messages.length > 1) this.ledger.count('batched')
  }
}

/** Whether another could have been delivered too: not if it asks or waits for the user or a turn's end. */
function couldGo(other: Message, { frame, before, after, messages }: Written): boolean {
  if (other.card !== null && (!other.card.later || frame.how !== 'begin')) return false
  if (frame.how === 'interject' && other.from.kind === 'user') return false
  if (frame.how !== 'begin' && after.agent.policy === 'interject' && other.from.kind !== 'agent') return false
  if (frame.how !== 'begin' && after.agent.policy === 'quiet' && other.from.kind === 'agent') return false
  if (frame.how === 'begin') return messages[0]?.from.kind !== 'user' || other.from.kind === 'user'
  const isAwaited = before.awaits.some(
    ({ ticket, handed }) => ticket === other.replyTo || handed === other.id,
  )
  return !isAwaited && (other.from.kind !== 'user' || other.now)
}

/** No sender is refused because of another's mail: checks the answer of each mailbox state. */
export class RoomWatcher extends Watcher {
  committed({ before, after, now }: Commit): void {
    // Only worlds with small mailboxes fill them.
    if (after.limits.mailbox.user.count > 100) return
    for (const state of after.agents.values())
      if (before.agents.get(state.agent.id)?.mailbox !== state.mailbox) this.#looksAt(after, state, now)
  }

  #looksAt(after: State, { agent, mailbox }: AgentState, now: number): void {
    const { user: users, peers, sender, reserved } = after.limits.mailbox
    const waiting = mailbox.filter(({ state, spoken }) => state !== 'read' && spoken === null)
    const ofUser = waiting.filter(({ from }) => from.kind === 'user')
    const ofPeers = waiting.filter(({ from }) => from.kind === 'agent')
    if (ofPeers.length < sender.count) return
    if (ofPeers.length >= peers.count) this.ledger.count('mailbox full with messages of peers')
    const mayUser = ofUser.length < users.count
    must(!mayUser || isTaken(after, user, agent.id, now), 'the user is never refused because of others’ mail')
    for (const { agent: other } of after.agents.values()) {
      if (other.id === agent.id) continue
      const own = countOf(waiting, other.id)
      if (own >= reserved.count && own < sender.count) continue
      const mayWrite = isTaken(after, { kind: 'agent', id: other.id }, agent.id, now)
      must(own >= sender.count || mayWrite, 'a flood of some does not refuse another')
      must(own < sender.count || !mayWrite, 'no sender takes more than its share of a mailbox')
    }
  }
}

const countOf = (waiting: readonly Message[], from: AgentId): number =>
  waiting.filter((one) => one.from.kind === 'agent' && one.from.id === from).length

function isTaken(state: State, from: Author, to: AgentId, now: number): boolean {
  const { answer } = update(
    state,
    sendCommand({ from, fromName: 'probe', to, body: 'A probe.', priority: 'normal' }),
    { now, seed: '0'.repeat(32) },
  )
  return answer?.kind !== 'refused' || answer.refusal.code !== 'too_many'
}

/** Milliseconds that a ticket stays open. */
export const ticketTime = 24 * 60 * 60 * 1000

/** A ticket's state is always known, and its asker is always informed. */
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
    for (const { frame, messages } of this.ledger.written) {
      if (frame.kind === 'reminder')
        must(!messages.some(({ reminded }) => reminded), 'a question is put once more, and no more than that')
    }
    for (const { mailbox, frames, turn } of after.agents.values()) {
      for (const message of mailbox) {
        // A message that a handler answered and the user forwarded later needs no reply.
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

  /** The asker is informed in the same commit. */
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
    // A final text may answer several questions of one asker.
    const own = brought.replyTo === id && brought.thread === thread
    must(own || reply.implicit, 'an answer stays in its thread')
  }

  override settled(state: State): void {
    for (const message of this.ledger.messages.values()) {
      if (!message.expectsReply) continue
      // A forwarded message ends by itself.
      const isGiven = (message.handled?.handedOverAt ?? null) !== null
      if (message.reply) must(message.state === 'answered' || isGiven, 'a ticket with an answer is answered')
      else must(message.reason !== null, `a ticket without an answer says why (${message.state})`)
      if (message.from.kind === 'agent' && state.agents.has(message.from.id))
        this.#knows(message, message.from.id)
    }
  }

  /** The asker got a message about it, whatever its state. */
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

/** No call waits in vain: it ends with the answer, or as soon as waiting could be useless. */
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
    for (const { frame, after: state } of this.ledger.written) {
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
      // The minute is one of the monotonic clock.
      for (const { since } of awaits) {
        const from = Math.max(since, this.ledger.leaptAt)
        must(now <= from + minute + 1000, 'no call waits longer than a minute')
      }
  }
}
