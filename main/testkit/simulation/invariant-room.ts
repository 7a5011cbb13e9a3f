import type { AgentId, Author } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { update } from '../../core/update.ts'
import { must, Watcher } from './invariant.ts'
import type { Commit } from './ledger.ts'

const user: Author = { kind: 'human', via: 'window' }

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
    const ofUser = waiting.filter(({ from }) => from.kind === 'human')
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
    {
      type: 'message.sent',
      from,
      fromName: 'probe',
      to,
      body: 'A probe.',
      priority: 'normal',
      expectsReply: false,
      replied: null,
      now: false,
      link: null,
      metadata: {},
      idempotencyKey: null,
      earlier: null,
    },
    { now, seed: '0'.repeat(32) },
  )
  return answer?.kind !== 'refused' || answer.refusal.code !== 'too_many'
}
