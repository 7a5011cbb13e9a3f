import { userKey } from '../../contract/mail/authors.ts'
import type { Heartbeat, HeartbeatId } from '../../contract/timers/heartbeats.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { isAbsorbed, timerOf, type TurnCause, type Commit, type Written } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { isRefused, isByUser } from './invariant-prompts.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { isOver } from './invariant-heartbeats.ts'

/** The most anchors in a row without a turn of the user or another agent. */
const inRow = 2

/** Agents with peer messages always have an anchor, which takes precedence and rests after two in a row. */
export class AnchorWatcher extends Watcher {
  /** Each agent's consecutive anchors, and the due time of the last. */
  readonly #row = new Map<AgentId, { readonly count: number; readonly dueAt: number }>()

  /** Forgets what was not saved; the saved state has the count. */
  override rebooted(): void {
    this.#row.clear()
  }

  committed(commit: Commit): void {
    const { before, after, rows } = commit
    for (const row of rows) {
      if (row.table !== 'turn' || !row.open) continue
      const began = this.ledger.triggers.of(row.row.frame)
      if (began === 'user' || began === 'peer' || began === 'command') this.#row.delete(row.row.agent)
      const is = after.agents.get(row.row.agent)
      const isNew = before.agents.get(row.row.agent)?.turn?.frame !== row.row.frame
      if ((began === 'peer' || began === 'user') && isNew && is)
        must(!is.heartbeats.some(isResting), 'a turn of words arms an anchor that rests, and is not of Janus')
      if (began === 'peer' && isNew && is) this.#anchored(is, "anyone who takes a peer's turn is anchored")
    }
    for (const row of rows) {
      if (row.table !== 'crossing' || row.row.kind !== 'said' || row.row.from === userKey) continue
      for (const id of [row.row.from, ...row.row.sent.map(({ to }) => to)]) {
        const is = after.agents.get(id)
        if (is) this.#anchored(is, 'anyone who deals with peers over a link is anchored')
      }
    }
    for (const [id, was] of before.agents) {
      const is = after.agents.get(id)
      if (is) this.#keeps(was, is, commit)
    }
    for (const written of this.ledger.written) this.#written(written, commit)
  }

  /** An agent with a task has an anchor. */
  #anchored(state: AgentState, promise: string): void {
    if (!hasTask(state)) return
    must(state.heartbeats.some(isAnchor), promise)
    this.ledger.count('anchored')
  }

  /** An anchor ends by an explicit action or by its replacement. */
  #keeps(was: AgentState, is: AgentState, { rows }: Commit): void {
    const anchor = was.heartbeats.find(isAnchor)
    if (!anchor || is.heartbeats.some(isAnchor)) return
    const isEnded = rows.some(
      (row) =>
        row.table === 'heartbeat' &&
        row.row.id === anchor.id &&
        (row.row.state === 'cancelled' || row.row.state === 'dropped'),
    )
    must(isEnded, 'nothing but a word, or a newer task, takes an anchor away')
  }

  /** Due time of the anchor that each agent got last. */
  readonly #put = new Map<AgentId, number>()

  #written(written: Written, { before: world, now }: Commit): void {
    const { frame, before, after, messages } = written
    const began = this.ledger.triggers.of(frame.id)
    if (frame.kind === 'prompt' && began === 'anchor') return this.#returns(written)
    if (frame.how === 'steer' || frame.how === 'interject') {
      const peers = messages.filter((message) => message.from.kind === 'agent' && !isByUser(message))
      const runs = this.#runs(before)
      must(runs !== 'anchor' || peers.length === 0, 'what peers send waits for the end of an anchor')
    }
    if (frame.kind !== 'mail' || frame.how !== 'begin' || world.limits.quiet || isRefused(after)) return
    const anchor = before.heartbeats.find(isAnchor)
    if (anchor?.state !== 'armed' || anchor.dueAt > now || messages.some(isByUser)) return
    if (!after.heartbeats.some((one) => one.id === anchor.id && one.dueAt <= now)) return
    must(began !== 'peer', "at an idle agent the anchor goes before peers' mail")
  }

  /** An anchor's turn is about its own work: messages over links are absorbed. */
  #returns({ frame, after }: Written): void {
    const id = after.agent.id
    const waits = after.mailbox.some(
      (message) =>
        message.state === 'queued' && message.crossed !== null && !isAbsorbed(message) && !message.now,
    )
    must(!waits, 'crossings that waited when the anchor came are absorbed')
    const dueAt = timerOf(frame)?.dueAt ?? 0
    const last = this.#row.get(id)
    // Written again, perhaps after another row began.
    if (last?.dueAt === dueAt || this.#put.get(id) === dueAt) return
    this.#put.set(id, dueAt)
    const isByHand = this.ledger.timed.has(id)
    this.ledger.timed.delete(id)
    const count = isByHand ? 1 : (last?.count ?? 0) + 1
    must(count <= inRow, 'after two anchors in a row the anchor rests')
    this.#row.set(id, { count, dueAt })
    if (count === inRow) this.ledger.count('two anchors in a row')
    if (after.mailbox.some(({ state, from }) => state === 'queued' && from.kind === 'agent'))
      this.ledger.count('anchor before mail')
  }

  #runs({ turn, frames }: AgentState): TurnCause {
    const frame = turn?.frame ?? frames.find(({ phase }) => phase === 'written' || phase === 'accepted')?.id
    return this.ledger.triggers.of(frame ?? null)
  }
}

/** Dropped anchors don't count. */
function isAnchor({ intent, state }: Heartbeat): boolean {
  return intent === 'anchor' && state !== 'dropped'
}

/** Janus's own anchors follow what is open between agents (`IntentWatcher`). */
function isResting({ intent, state, set }: Heartbeat): boolean {
  return intent === 'anchor' && state === 'resting' && set.by.kind !== 'system'
}

function hasTask(state: AgentState | undefined): boolean {
  return state !== undefined && state.agent.task !== ''
}

/** After a new task an agent's earlier timers fire only if kept; Janus's own anchor needs something open. */
export class IntentWatcher extends Watcher {
  /** Timers that an agent had set when the user's new task was written, and that nobody has kept since. */
  readonly #asked = new Set<HeartbeatId>()

  override rebooted(): void {
    for (const id of [...this.#asked]) if (this.ledger.kept.has(id)) this.#asked.delete(id)
  }

  /** Agents some of whose questioned timers were resumed. */
  readonly #released = new Set<AgentId>()
  /** The timers of each agent's last question, and its message. */
  readonly #questions = new Map<AgentId, { readonly about: string; readonly id: MessageId }>()

  committed(commit: Commit): void {
    for (const message of this.ledger.news) this.#question(message, commit)
    for (const written of this.ledger.written) {
      this.#fires(written)
      this.#tasked(written)
    }
    for (const row of commit.rows) if (row.table === 'heartbeat') this.#changed(row.row, commit)
    if (commit.rows.some(({ table }) => table === 'message' || table === 'heartbeat' || table === 'turn'))
      for (const state of commit.after.agents.values()) this.#anchor(state, commit.after)
  }

  /** A question that was not read yet is not asked again. */
  #question({ id, to, metadata, from, thread }: Message, { after }: Commit): void {
    if (from.kind !== 'system' || metadata['about'] !== 'timers') return
    // An old question that the user has retried.
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
    // A timer that was written before a crash and not read is written again.
    const isNew = frame.tries === 0 && beat.set.by.kind === 'agent' && this.#asked.has(beat.id)
    must(!isNew, "under a new task an agent's own timer fires only if it was kept")
  }

  /** A user's message that begins a turn questions the existing timers. */
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

/** Whether the message about it is in the conversation, or on its way. */
function isTold({ reason }: Heartbeat, mailbox: readonly Message[]): boolean {
  const question = reason?.kind === 'newTask' ? mailbox.find(({ id }) => id === reason.question) : undefined
  return question?.state === 'written'
}

const isUsers = ({ from, spoken }: Message): boolean => from.kind === 'user' && spoken === null

/** Whether a question, a link message or mail is open between an agent and another. */
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
