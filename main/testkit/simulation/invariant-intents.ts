import type { Heartbeat, HeartbeatId } from '../../contract/timers/heartbeats.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { type Commit, type Written, isAbsorbed, timerOf, writtenIn } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { isOver } from './invariant-heartbeats.ts'

/** Under a new task of the user's nothing that an agent had set for itself before fires, unless somebody keeps it; Janus's own anchor runs only while something is open. */
export class IntentWatcher extends Watcher {
  /** Timers that an agent had set for itself when the user's words were put before it, and that nobody has kept since. */
  readonly #asked = new Set<HeartbeatId>()

  override rebooted(): void {
    for (const id of [...this.#asked]) if (this.ledger.kept.has(id)) this.#asked.delete(id)
  }

  /** Agents of whose timers in question one goes on since. */
  readonly #released = new Set<AgentId>()
  /** Which timers each agent was asked about last, and in which message. */
  readonly #questions = new Map<AgentId, { readonly about: string; readonly id: MessageId }>()

  committed(commit: Commit): void {
    for (const message of this.ledger.news) this.#question(message, commit)
    for (const written of writtenIn(commit)) {
      this.#fires(written)
      this.#tasked(written)
    }
    for (const row of commit.rows) if (row.table === 'heartbeat') this.#changed(row.row, commit)
    if (commit.rows.some(({ table }) => table === 'message' || table === 'heartbeat' || table === 'turn'))
      for (const state of commit.after.agents.values()) this.#anchor(state, commit.after)
  }

  /** What is asked about, and was not read yet, is not asked again. */
  #question({ id, to, metadata, from, thread }: Message, { after }: Commit): void {
    if (from.kind !== 'system' || metadata['about'] !== 'timers') return
    // An old question that the user has sent again.
    if (thread !== id) return
    const known = this.#questions.get(to)
    const stale = after.agents.get(to)?.heartbeats.filter(({ state }) => state === 'stale') ?? []
    const about = stale.map((one) => one.id).join()
    const isOpen = known !== undefined && this.ledger.messages.get(known.id)?.state === 'written'
    const wasOpen = isOpen && !this.#released.has(to)
    this.#released.delete(to)
    must(!wasOpen || known.about !== about, 'an agent is asked once which of its timers still hold')
    this.#questions.set(to, { about, id })
  }

  #fires({ frame }: Written): void {
    const beat = timerOf(frame)
    if (!beat) return
    // One that was put before, and died unread, is put again.
    const isNew = frame.tries === 0 && beat.set.by.kind === 'agent' && this.#asked.has(beat.id)
    must(!isNew, "under a new task an agent's own timer fires only if it was kept")
  }

  /** The user's words begin a turn: what is asked about is what there was. */
  #tasked({ frame, after, messages }: Written): void {
    const words = messages.find(({ from, spoken }) => from.kind === 'user' && spoken === null)
    if (frame.kind !== 'mail' || frame.how !== 'begin' || !words || words.body.trimStart().startsWith('/'))
      return
    if (after.agent.lastFinal?.asks === true && words.body.split(' ').length <= 3) return
    for (const one of after.heartbeats) {
      if (one.set.by.kind !== 'agent' || one.state === 'dropped') continue
      this.#asked.add(one.id)
      this.ledger.kept.delete(one.id)
      this.ledger.count('timer asked about')
      must(one.state === 'stale', "with a new task an agent's own timers wait for its word")
      must(isTold(one, after.mailbox), 'what is asked about is told with the new task')
    }
  }

  #changed(one: Heartbeat, { before, after }: Commit): void {
    const was = before.agents.get(one.agent)?.heartbeats.find(({ id }) => id === one.id)
    if (isOver(one)) this.#asked.delete(one.id)
    if (was?.state !== 'stale' && was?.state !== 'dropped') return
    if (one.state === 'stale' || isOver(one)) return
    if (one.state === 'dropped') {
      if (was.state === 'stale') this.ledger.count('timer dropped')
      return
    }
    const isTakenBack = !after.agents.get(one.agent)?.mailbox.some(isUsers)
    must(
      this.ledger.kept.has(one.id) || isTakenBack,
      'what was asked about goes on only if somebody keeps it',
    )
    this.#asked.delete(one.id)
    this.#released.add(one.agent)
    this.ledger.count('timer kept')
  }

  #anchor(state: AgentState, { agents }: State): void {
    const anchor = state.heartbeats.find(
      ({ intent, set, state: stands }) =>
        intent === 'anchor' && set.by.kind === 'system' && (stands === 'armed' || stands === 'resting'),
    )
    if (!anchor) return
    const isOpen = hasOpen(state.agent.id, agents)
    if (anchor.state === 'armed') must(isOpen, "Janus's own anchor is armed only while something is open")
    else if (isOpen)
      must(state.agent.anchorsInRow >= 2, "Janus's own anchor rests only while nothing is open")
    else this.ledger.count('anchor with nothing open')
  }

  override settled({ agents }: State): void {
    for (const { heartbeats } of agents.values())
      must(!heartbeats.some(({ state }) => state === 'stale'), 'no timer stays in question')
  }
}

/** The words that ask about it are in the conversation, or on their way there. */
function isTold({ reason }: Heartbeat, mailbox: readonly Message[]): boolean {
  const question = reason?.kind === 'newTask' ? mailbox.find(({ id }) => id === reason.question) : undefined
  return question?.state === 'written'
}

const isUsers = ({ from, spoken }: Message): boolean => from.kind === 'user' && spoken === null

/** Whether a question, a word over a link or mail is open between an agent and another. */
function hasOpen(id: AgentId, agents: State['agents']): boolean {
  return [...agents.values()].some(({ agent, mailbox }) =>
    mailbox.some((message) => {
      const { from, spoken, crossed, expectsReply, reply, state } = message
      if (from.kind !== 'agent' || spoken !== null || (agent.id !== id && from.id !== id)) return false
      if (from.id === id && expectsReply && reply === null) return true
      return (agent.id === id || crossed !== null) && state !== 'held' && !isAbsorbed(message)
    }),
  )
}
