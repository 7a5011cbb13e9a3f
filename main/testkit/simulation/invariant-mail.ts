import type { Message } from '../../contract/mail/messages.ts'
import { depthCap } from '../../core/mail/loop-guard.ts'
import type { AgentState } from '../../core/step/state.ts'
import type { Frame } from '../../core/step/frames-and-turns.ts'
import { isUnread, type Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

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
    if (message.card && !known?.card) this.ledger.count('mail asks the person')
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
