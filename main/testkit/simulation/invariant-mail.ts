import { sendCommand } from '../factories/factories.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { depthCap } from '../../core/mail/loop-guard.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import type { Frame } from '../../core/step/frames-and-turns.ts'
import { isUnread, type Commit, type Written, isAbsorbed, writtenIn } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { rankOfPriority } from '../../contract/mail/priorities.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'
import { update } from '../../core/update.ts'

const user: Author = { kind: 'user', via: 'window' }

/** Every message is in exactly one state, and in the place that belongs to it. */
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

/** Whether nothing more becomes of a message. */
export function isFinal({ state }: Message): boolean {
  return state !== 'queued' && state !== 'held' && state !== 'written' && state !== 'read'
}

/** Mail goes in order of acceptance within one priority; anyone who goes ahead carries the reason. */
export class OrderWatcher extends Watcher {
  committed(commit: Commit): void {
    for (const written of writtenIn(commit)) {
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

/** Whether another could have come in the same way: not what asks or waits for the user, or for a turn's end. */
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

/** Nobody is refused by a mailbox because of what others sent: each state is asked what it would answer. */
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
