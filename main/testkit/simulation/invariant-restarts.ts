import { isDeepStrictEqual } from 'node:util'
import { initialState } from '../../core/recover.ts'
import { nextWake } from '../../core/wake.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Store } from '../../ports/ports.ts'
import type { VirtualClock } from '../virtual-clock.ts'
import { fail, must, Watcher } from './invariant.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import { isOverCap } from '../../core/gatherings/due-prompts.ts'
import { dayTime } from '../../core/gatherings/turn-clock.ts'
import { wordsOf, type Commit } from './ledger.ts'
import type { MonotonicView } from './one-time.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import { isBrief } from '../../core/links/briefing.ts'
import type { AgentState } from '../../core/step/state.ts'

/** Milliseconds until the engine compares its clocks again. */
const lookAgain = 30_000

/** The store alone restores what the engine knows, and what is due has a timer. */
export function checkStore(engine: Engine, store: Store, clock: VirtualClock): void {
  const restored = initialState(store.load())
  for (const [id, state] of engine.state.agents) {
    const kept = restored.agents.get(id) ?? fail(`${id} is not in the store`)
    must(isSame(kept.agent, state.agent), 'the store has the agent as it is')
    must(isSame(kept.mailbox, state.mailbox), 'the store has the mailbox as it is')
    must(isSame(kept.frames, state.frames), 'the store has the frames as they are')
    must(isSame(kept.turn, state.turn), 'the store has the turn as it is')
    must(isSame(kept.heartbeats, state.heartbeats), 'the store has the timers as they are')
    must(isSame(kept.handlers, state.handlers), 'the store has the handlers as they are')
    must(kept.gatheringId === state.gatheringId, 'the store says where an agent sits')
  }
  must(restored.agents.size === engine.state.agents.size, 'the store has no other agents')
  // One that is harvested after its close comes after those that began later.
  const gatherings = [...restored.gatherings.values()].sort(byId)
  must(
    isSame(gatherings, [...engine.state.gatherings.values()].sort(byId)),
    'the store has the gatherings as they are',
  )
  const links = [...restored.links.values()]
  must(isSame(links, [...engine.state.links.values()]), 'the store has the links as they are')
  const wake = nextWake(engine.state)
  // A due time is past only when the clock was advanced, which is noticed at the next comparison.
  const isBehind = wake !== null && wake < clock.now()
  const limit = isBehind ? clock.now() + lookAgain : Math.max(wake ?? 0, clock.now())
  const timed = clock.next !== null && clock.next <= limit
  must(wake === null || timed, 'a due time has a timer')
}

/** Field by field for speed: most are identical, and only the rest is compared deeply. */
function isSame(one: object | null, other: object | null): boolean {
  if (one === null || other === null || one === other) return one === other
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length &&
      one.every((each, i) => each === other[i] || isDeepStrictEqual(each, other[i]))
    )
  const [mine, theirs] = [one, other] as [Record<string, unknown>, Record<string, unknown>]
  const keys = Object.keys(mine)
  return (
    keys.length === Object.keys(theirs).length &&
    keys.every((key) => {
      if (!Object.hasOwn(theirs, key)) return false
      return mine[key] === theirs[key] || isDeepStrictEqual(mine[key], theirs[key])
    })
  )
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

/** A restart changes nothing of a gathering but its clock. */
export class RestartWatcher extends Watcher {
  #kept: ReadonlyMap<GatheringId, Gathering> | null = null
  #at = 0

  restarting(store: Store, now: number, time: MonotonicView): void {
    this.#kept = time.state(initialState(store.load())).gatherings
    this.#at = now
  }

  committed({ before, after, now }: Commit): void {
    const kept = this.#kept
    this.#kept = null
    if (!kept || now !== this.#at) return
    must(kept.size === before.gatherings.size, 'a restart brings back every gathering')
    for (const [id, was] of kept) {
      const is = after.gatherings.get(id)
      must(is !== undefined, 'a restart ends no gathering')
      if (is.stage !== was.stage && isForgotten(was, now)) {
        this.ledger.count('ended by a start')
        continue
      }
      if (was.stage === 'running') this.ledger.count('restarted with the piece')
      const expected = asksAboutCap(was, is) ? { ...was, paused: is.paused } : was
      must(
        isDeepStrictEqual(still(is), still(expected)),
        `a restart changes nothing but the clock (${differing(expected, is)})`,
      )
    }
  }
}

/** A backup may be older than the day for which a gathering waits for a user action. */
function isForgotten({ stage, stageAt, paused }: Gathering, now: number): boolean {
  if (stage === 'proposed') return now >= stageAt + dayTime
  return stage === 'running' && paused !== null && now >= paused.at + dayTime
}

/** A card is lost with its process; the question about the cap that it delayed is asked now. */
function asksAboutCap(was: Gathering, { paused }: Gathering): boolean {
  return was.paused === null && paused?.why === 'cap' && hadCard(was) && isOverCap(was)
}

const hadCard = ({ piece }: Gathering): boolean => piece?.stopped?.by.includes('card') ?? false

function still(g: Gathering): object {
  const { piece, harvesting, ...rest } = g
  const { id, number, beat, beats, held, passing, said } = piece ?? {}
  return { ...rest, turn: { id, number, beat, beats, held, passing, said }, closing: harvesting?.closing }
}

function differing(was: Gathering, is: Gathering): string {
  const [one, other] = [still(was), still(is)] as [Record<string, unknown>, Record<string, unknown>]
  return Object.keys(one)
    .filter((key) => !isDeepStrictEqual(one[key], other[key]))
    .join()
}

/** A restored backup is complete, and its pending messages are delivered only with the user's consent. */
export class BackupWatcher extends Watcher {
  /** The backup's contents, until the app has started on it. */
  #kept: ReadonlyMap<AgentId, AgentState> | null = null
  /** Pending messages of the backup that the user has not released. */
  readonly #waits = new Set<MessageId>()

  restoring(store: Store): void {
    this.ledger.chosen.clear()
    this.#kept = initialState(store.load()).agents
    this.ledger.count('restored')
  }

  committed(commit: Commit): void {
    if (this.#kept) this.#begins(this.#kept, commit)
    this.#kept = null
    for (const row of commit.rows) {
      if (row.table !== 'message' || !this.#waits.has(row.row.id)) continue
      const { id, state, body } = row.row
      // With a process until its conversation shows whether it was read, or with the user.
      if (state === 'held' || (state === 'written' && !this.ledger.chosen.has(id))) continue
      this.#waits.delete(id)
      if (!this.ledger.chosen.has(id)) {
        must(state !== 'queued', `what waited in a backup goes out by the user’s word only (${id})`)
        continue
      }
      this.ledger.count('sent again after a restore')
      // Another process may have read it since the backup, which is why the user was asked.
      for (const word of wordsOf(body)) this.ledger.blurred.add(word)
    }
    for (const { messages } of this.ledger.written)
      for (const { id } of messages)
        must(!this.#waits.has(id), `nothing that waited in a backup goes out by itself (${id})`)
  }

  #begins(kept: ReadonlyMap<AgentId, AgentState>, { after, rows }: Commit): void {
    // What has ended since, such as an expired question, is reported as ended.
    const ended = new Set<string>(
      rows.flatMap((row) => ('open' in row && !row.open && 'id' in row.row ? row.row.id : [])),
    )
    must(after.limits.stopped !== null, 'nothing begins by itself on a backup')
    for (const [id, was] of kept) {
      const is = after.agents.get(id) ?? fail(`a restore brings back every agent (${id})`)
      const ids = new Set(is.heartbeats.map((one) => one.id))
      const areThere = was.heartbeats.every((one) => ids.has(one.id) || ended.has(one.id))
      must(areThere, 'a restore brings back every timer')
      for (const message of was.mailbox) {
        const { state, hold } = message
        if (state !== 'queued' && state !== 'written' && hold !== 'paused' && hold !== 'answering') continue
        // A gathering's statements are written to its seats again, and a link's rules to its members.
        if (message.spoken !== null || isBrief(message) || ended.has(message.id)) continue
        this.#waits.add(message.id)
        if (state === 'written') continue
        const now = is.mailbox.find((one) => one.id === message.id)
        must(
          now?.state === 'held' && now.hold === 'restored',
          `what waited in a backup waits for the user (${message.id})`,
        )
        this.ledger.count('held by a restore')
      }
    }
  }
}
