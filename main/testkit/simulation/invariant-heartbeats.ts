import type { Heartbeat, HeartbeatId } from '../../contract/timers/heartbeats.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { State } from '../../core/step/state.ts'
import { isWords, timerOf, type Commit, type Written } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Most heartbeats in a row without a message of the user or another agent. */
const chain = 12
/** Most heartbeats of an agent that the user has set; the same for its own. */
const most = 20

/** A heartbeat fires when it is due, once, and never when it must not. */
export class HeartbeatWatcher extends Watcher {
  readonly #fired = new Map<HeartbeatId, number>()
  readonly #known = new Map<HeartbeatId, Heartbeat>()
  readonly #row = new Map<AgentId, number>()

  /** Fired heartbeats that were not read yet. */
  readonly #owed = new Map<HeartbeatId, { readonly agent: AgentId; readonly at: number }>()

  /** The app crashed: what had fired may not be saved. */
  #isReborn = false

  override rebooted(): void {
    this.#known.clear()
    this.#fired.clear()
    this.#row.clear()
    this.#isReborn = true
  }

  committed(commit: Commit): void {
    const { before, after, rows } = commit
    this.#forgetUnsaved(before)
    for (const { heartbeats } of before.agents.values())
      for (const one of heartbeats) if (!this.#known.has(one.id)) this.#known.set(one.id, one)
    this.#words(commit)
    this.#letGo(commit)
    this.#read(commit)
    this.#overtaken(commit)
    for (const written of this.ledger.written) if (timerOf(written.frame)) this.#fires(written, commit)
    for (const row of rows) if (row.table === 'heartbeat') this.#changed(row.row, row.open, after)
    for (const [id, { heartbeats }] of before.agents) {
      const is = after.agents.get(id)
      if (!is) continue
      for (const one of heartbeats) {
        const isKept = is.heartbeats.some((other) => other.id === one.id)
        const hasEnded = this.#known.get(one.id)
        must(isKept || (hasEnded !== undefined && isOver(hasEnded)), 'no timer is lost')
      }
      const kept = is.heartbeats.filter(({ state }) => state !== 'dropped')
      // Janus's own anchor does not count.
      for (const kind of ['user', 'agent'] as const) {
        const set = kept.filter((one) => one.set.by.kind === kind)
        must(set.length <= most, 'an agent has twenty timers of its own at most, and twenty of the user')
      }
      const anchors = kept.filter(({ intent }) => intent === 'anchor')
      must(anchors.length <= 1, 'an agent has one anchor')
    }
  }

  /** A fired, unread heartbeat has an input in the same commit, or was not saved. */
  #forgetUnsaved({ agents }: State): void {
    if (!this.#isReborn) return
    this.#isReborn = false
    for (const [id, { agent }] of this.#owed) {
      const frames = agents.get(agent)?.frames ?? []
      if (!frames.some((frame) => timerOf(frame)?.id === id)) this.#owed.delete(id)
    }
  }

  /** A message of the user or another agent resets the count. */
  #words({ rows }: Commit): void {
    for (const row of rows) {
      if (row.table === 'turn' && row.open && isWords(this.ledger.triggers.of(row.row.frame)))
        this.#row.set(row.row.agent, 0)
      if (row.table !== 'message' || row.row.from.kind === 'system') continue
      const known = this.ledger.known.get(row.row.id)
      if (row.row.turn !== null && known?.turn !== row.row.turn) this.#row.set(row.row.to, 0)
    }
  }

  /**
   * Resuming a timer that was held for its count resets the count. A resumed anchor may fire at once and then
   * rest, a trigger may wait for its next event.
   */
  #letGo({ rows }: Commit): void {
    for (const row of rows) {
      if (row.table !== 'heartbeat' || this.#known.get(row.row.id)?.state !== 'held') continue
      const { state, agent } = row.row
      const goesOn = ['armed', 'fired', 'resting', 'waiting'].includes(state)
      if (goesOn && this.ledger.timed.has(agent)) this.#row.set(agent, 0)
    }
  }

  /** A fired heartbeat is read in a turn whose chain is at least as deep as its agent's. */
  #read({ before, rows }: Commit): void {
    for (const row of rows) {
      const read = row.table === 'frame' && row.row.phase === 'started' ? timerOf(row.row) : null
      if (read) this.#owed.delete(read.id)
      if (row.table !== 'turn' || row.row.promptedBy?.by !== 'heartbeat') continue
      this.#owed.delete(row.row.promptedBy.id)
      const was = before.agents.get(row.row.agent)
      const frame = was?.frames.find(({ id }) => id === row.row.frame)
      const isNew = was?.turn?.id !== row.row.id && frame !== undefined && timerOf(frame) !== null
      if (was && isNew) must(row.row.depth >= was.agent.depth, 'no timer leads out of a chain')
    }
  }

  /** An unread heartbeat is withdrawn for a new task of the user. */
  #overtaken(commit: Commit): void {
    for (const { frame, after, messages } of this.ledger.written) {
      if (frame.kind !== 'mail' || !messages.some(({ from }) => from.kind === 'user')) continue
      for (const { id } of commit.before.agents
        .get(frame.agent)
        ?.frames.flatMap((one) => timerOf(one) ?? []) ?? [])
        if (!after.frames.some((one) => timerOf(one)?.id === id) && !this.#isSet(commit, id))
          this.#owed.delete(id)
    }
  }

  /** It became a timer again. */
  #isSet({ rows }: Commit, id: HeartbeatId): boolean {
    return rows.some((row) => row.table === 'heartbeat' && row.row.id === id && row.row.state === 'stale')
  }

  #fires({ frame, after }: Written, { before: was, after: is, now }: Commit): void {
    const beat = timerOf(frame)
    must(beat !== null, 'what fires says what it is')
    must(frame.how === 'begin', 'a heartbeat begins a turn')
    const { id, intent, dueAt, about } = beat
    const known = this.#known.get(id)
    must(dueAt <= now, 'no heartbeat fires early')
    const last = this.#fired.get(id)
    // Written again after a crash that left no trace of it; the clock may have changed meanwhile.
    const put = was.agents.get(after.agent.id)?.frames.find((one) => timerOf(one)?.id === id)
    const isAgain =
      put !== undefined && put.phase === 'unfinished' && !after.frames.some(({ id: one }) => one === put.id)
    if (isAgain) this.#fired.set(id, dueAt)
    if (isAgain || last === dueAt) return
    must(last === undefined || (comesAgain(beat) && dueAt > last), 'a heartbeat fires once when it is due')
    this.#fired.set(id, dueAt)
    this.#owed.set(id, { agent: after.agent.id, at: now })
    this.ledger.count(`fired ${intent}`)
    if (now > dueAt + 60_000) this.ledger.count('fired late')
    // Other agents' actions arm a trigger in the same commit.
    const isTriggered = known?.state === 'waiting' && beat.trigger !== undefined
    const isByHand = this.ledger.timed.has(after.agent.id)
    must(
      known?.state === 'armed' || known === undefined || isByHand || isTriggered,
      `only an armed heartbeat fires (${known?.state})`,
    )
    must(!was.limits.quiet || !is.limits.quiet, 'when all is quiet nothing fires')
    const ticket = about?.startsWith('msg-') ? this.ledger.messages.get(about as `msg-${string}`) : undefined
    if (intent === 'wait' && ticket)
      must(ticket.reply === null && isWaiting(ticket.state), 'nobody is reminded of what has been settled')
    const isRoutine = beat.schedule !== null && beat.set.by.kind === 'user'
    if (beat.schedule !== null && !isRoutine) this.ledger.count('fired by the clock for an agent')
    if (beat.trigger) this.ledger.count('fired by an event')
    if (beat.trigger?.on.kind === 'webhook' && beat.set.by.kind === 'user') return
    // The user's daily timers need nobody's presence.
    if (isRoutine) return this.ledger.count('fired by the clock for the user')
    const row = (this.#row.get(after.agent.id) ?? 0) + 1
    must(row <= chain, 'no more than twelve heartbeats in a row')
    if (row === chain) this.ledger.count('twelve in a row')
    this.#row.set(after.agent.id, row)
  }

  #changed(heartbeat: Heartbeat, open: boolean, after: State): void {
    const { id, agent, state, reason, intent, fired } = heartbeat
    const known = this.#known.get(id)
    this.#known.set(id, heartbeat)
    must(open === !isOver(heartbeat), 'what has ended is not open')
    // It may have fired before a restart.
    const hasFired = known === undefined || known.state === 'fired' || comesAgain(heartbeat)
    const isTakenBack = hasFired && state === 'stale' && this.#owed.has(id)
    must(!known || !isOver(known) || known.state === state || isTakenBack, 'a timer that has ended stays so')
    if (isTakenBack) {
      this.#owed.delete(id)
      this.#fired.delete(id)
      this.ledger.count('timer taken back unread')
    }
    if (open && after.agents.has(agent)) {
      const is = after.agents.get(agent)?.heartbeats.some((one) => one.id === id)
      must(is === true, 'an open timer is with its agent')
    }
    if (known?.state !== state) this.ledger.count(`heartbeat ${state}`)
    if (!known) this.ledger.count(`set ${intent}`)
    if (state !== 'armed' && state !== 'fired' && known?.state !== state)
      must(reason !== null, `it is said why a timer does not run (${state})`)
    if (known) must(fired === known.fired || fired === known.fired + 1, 'each firing is counted')
  }

  /** At the end everything due has fired. */
  override settled({ agents, at }: State): void {
    for (const [id, { agent, at: firedAt }] of this.#owed) {
      const isByHand = (this.ledger.handled.get(agent) ?? 0) >= firedAt
      must(isByHand || !agents.has(agent), `what fired is read (${id})`)
    }
    for (const state of agents.values()) {
      for (const { id, state: is, dueAt } of state.heartbeats) {
        if (is !== 'armed') continue
        must(dueAt > at - 60_000, `no timer is stuck (${id}, ${String(at - dueAt)} ms late)`)
      }
    }
  }
}

export function isOver({ state }: Heartbeat): boolean {
  return state === 'fired' || state === 'discarded' || state === 'replaced' || state === 'cancelled'
}

const comesAgain = ({
  intent,
  schedule,
  trigger,
}: Pick<Heartbeat, 'intent' | 'schedule' | 'trigger'>): boolean =>
  trigger?.repeats === true || intent === 'anchor' || (schedule !== null && schedule.days.length > 0)

function isWaiting(state: string): boolean {
  return state === 'queued' || state === 'held' || state === 'written' || state === 'read'
}

const day = 86_400_000

/** A trigger fires for an event within its limits, and no agent opens one to the outside. */
export class TriggerWatcher extends Watcher {
  /** When each fired. Cleared when the clock is set back, since due times change. */
  readonly #fired = new Map<HeartbeatId, number[]>()
  #at = 0

  override rebooted(): void {
    this.#fired.clear()
  }

  committed({ before, rows, now }: Commit): void {
    if (now < this.#at) this.#fired.clear()
    this.#at = now
    for (const row of rows) {
      if (row.table !== 'heartbeat' || !row.row.trigger) continue
      const { id, agent, trigger, set, fired, state, reason } = row.row
      must(trigger.on.kind !== 'webhook' || set.by.kind === 'user', 'only the user opens a webhook')
      const was = before.agents.get(agent)?.heartbeats.find((one) => one.id === id)
      if (was?.state === 'waiting' && state === 'armed')
        must(reason?.kind === 'event', 'a trigger that waits is armed by an event, and says by which')
      if (!was || fired <= was.fired) continue
      const times = this.#fired.get(id) ?? []
      const last = times.at(-1)
      must(last === undefined || now - last >= trigger.interval, 'a trigger leaves its least interval')
      const first = times.at(-trigger.perDay)
      const isNewDay = trigger.day?.startedAt === now
      must(first === undefined || isNewDay || now - first >= day, 'a trigger fires so often a day at most')
      this.#fired.set(id, [...times, now])
    }
  }
}
