import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { AgentState } from '../../core/step/state.ts'
import { type Began, type Commit, type Written, isAbsorbed, writtenIn, timerOf } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { isRefused } from './invariant-broken.ts'
import { isByUser } from './invariant-frames.ts'

/** Anchors that fire in a row without a turn of the user or a peer between them. */
const inRow = 2

/** Who deals with peers comes back to its own work: always anchored, the anchor wins, and rests. */
export class AnchorWatcher extends Watcher {
  /** Anchors in a row of each agent, and when the newest was to fire. */
  readonly #row = new Map<AgentId, { readonly count: number; readonly dueAt: number }>()

  /** How often it had fired is in the state that was saved; what was not saved is forgotten. */
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
      if (row.table !== 'crossing' || row.row.kind !== 'said') continue
      for (const id of [row.row.from, ...row.row.sent.map(({ to }) => to)]) {
        const is = after.agents.get(id)
        if (is) this.#anchored(is, 'anyone who deals with peers over a link is anchored')
      }
    }
    for (const [id, was] of before.agents) {
      const is = after.agents.get(id)
      if (is) this.#keeps(was, is, commit)
    }
    for (const written of writtenIn(commit)) this.#written(written, commit)
  }

  /** There is one where there is something to come back to. */
  #anchored(state: AgentState, promise: string): void {
    if (!hasTask(state)) return
    must(state.heartbeats.some(isAnchor), promise)
    this.ledger.count('anchored')
  }

  /** An anchor ends by a word, or when another takes its place. */
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

  /** When the anchor that each agent was given last had been due. */
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

  /** It goes back to its own work: whatever came over links is absorbed. */
  #returns({ frame, after }: Written): void {
    const id = after.agent.id
    const waits = after.mailbox.some(
      (message) =>
        message.state === 'queued' && message.crossed !== null && !isAbsorbed(message) && !message.now,
    )
    must(!waits, 'crossings that waited when the anchor came are absorbed')
    const dueAt = timerOf(frame)?.dueAt ?? 0
    const last = this.#row.get(id)
    // Put again, perhaps behind words that began another row.
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

  #runs({ turn, frames }: AgentState): Began {
    const frame = turn?.frame ?? frames.find(({ phase }) => phase === 'written' || phase === 'accepted')?.id
    return this.ledger.triggers.of(frame ?? null)
  }
}

/** One that was dropped leads nobody back. */
function isAnchor({ intent, state }: Heartbeat): boolean {
  return intent === 'anchor' && state !== 'dropped'
}

/** One of Janus's own follows what is open between agents (`invariant-intents`). */
function isResting({ intent, state, set }: Heartbeat): boolean {
  return intent === 'anchor' && state === 'resting' && set.by.kind !== 'system'
}

/** Whether there is something to come back to: what the user asked last. */
function hasTask(state: AgentState | undefined): boolean {
  return state !== undefined && state.agent.task !== ''
}
