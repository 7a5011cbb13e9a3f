import { isDeepStrictEqual } from 'node:util'
import type { AgentId, FrameId, Message, MessageId } from '../contract/model.ts'
import type { Row } from '../core/effects.ts'
import { depthCap } from '../core/guard.ts'
import { load } from '../core/recover.ts'
import type { AgentState, State } from '../core/state.ts'
import { isFrameOut } from '../core/status.ts'
import { nextWake } from '../core/wake.ts'
import type { Engine } from '../engine.ts'
import type { Store } from '../ports.ts'
import type { Transcripts } from '../testing/memory-backend.ts'
import type { VirtualClock } from '../testing/virtual-clock.ts'

/** Thrown when Janus broke one of its promises; names the promise. */
export class Violation extends Error {}

/** Begins the frames of a copied conversation: what is in there is in the original already. */
export const copied = 'copied '

/** What is watched: the parts of a world in which a promise can be seen to be broken. */
export interface Watched {
  readonly engine: Engine
  readonly store: Store
  readonly clock: VirtualClock
  readonly transcripts: Transcripts
}

/** Watches one world, and throws at the step in which a promise is broken. */
export class Watch {
  readonly #world: Watched
  /** Every accepted message, in its newest form, as the commits showed it. */
  readonly #messages = new Map<string, Message>()
  /** Messages that waited by the person's or a fault's doing: they may come out of order. */
  readonly #excused = new Set<string>()
  readonly #lastRead = new Map<AgentId, number>()
  #crash: unknown = null
  /** Something was committed since the last check. */
  #changedSince = true
  readonly counts: Record<string, number> = {}

  constructor(world: Watched) {
    this.#world = world
  }

  sent(_body: string): void {
    this.count('sent')
  }

  read(_agent: AgentId, frame: FrameId | null): void {
    this.count(frame === null ? 'own turns' : 'prompts read')
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  /** The engine met an error of its own, and ended. */
  crashed(error: unknown): void {
    this.#crash ??= error
  }

  /** The app died: what it could not save in time has not happened. */
  rebooted(): void {
    for (const [id, { to, seq }] of this.#messages) {
      const kept = this.#world.store.message(id as MessageId)
      if (kept) this.#messages.set(id, kept)
      else this.#messages.delete(id)
      const isUnread = !kept || kept.state === 'queued' || kept.state === 'written'
      if (isUnread) this.#lastRead.set(to, Math.min(this.#lastRead.get(to) ?? 0, seq - 1))
    }
  }

  /** After each commit. */
  committed(before: State, after: State, rows: readonly Row[]): void {
    this.#changedSince = true
    for (const row of rows) {
      if (row.table === 'message') this.#changed(row.row, row.open)
      if (row.table === 'frame') this.count(`frame ${row.row.kind} ${row.row.phase}`)
    }
    for (const [id, state] of after.agents) {
      this.#agent(state)
      const was = before.agents.get(id)
      if (was?.outdated && was.process === 'on' && state.process === 'ending') this.count('process renewed')
    }
  }

  /** After each step: the store alone must bring back what the engine knows. */
  check(): void {
    if (this.#crash) throw this.#crash instanceof Violation ? this.#crash : new Violation(String(this.#crash))
    const { engine, store, clock } = this.#world
    if (!this.#changedSince || !engine.isSaved) return
    this.#changedSince = false
    const restored = load(store.load())
    for (const [id, state] of engine.state.agents) {
      const { agent, mailbox, frame, turn } = restored.agents.get(id) ?? fail(`${id} is not in the store`)
      must(isDeepStrictEqual(agent, state.agent), 'the store has the agent as it is')
      must(isDeepStrictEqual(mailbox, state.mailbox), 'the store has the mailbox as it is')
      must(isDeepStrictEqual(frame, state.frame), 'the store has the frame as it is')
      must(isDeepStrictEqual(turn, state.turn), 'the store has the turn as it is')
    }
    must(restored.agents.size === engine.state.agents.size, 'the store has no other agents')
    const wake = nextWake(engine.state)
    must(
      wake === null || (clock.next !== null && clock.next <= Math.max(wake, clock.now())),
      'a due time has a timer',
    )
  }

  /** After the world has come to rest. */
  settled(): void {
    for (const state of this.#world.engine.state.agents.values()) {
      must(
        state.agent.status === 'idle' || state.agent.status === 'asleep',
        `no agent is stuck (${state.agent.status})`,
      )
      must(state.mailbox.length === 0, `no message is stuck (${state.mailbox.map((m) => m.state).join()})`)
      must(state.frame === null && state.turn === null && state.cards.length === 0, 'nothing is left open')
    }
    for (const message of this.#messages.values()) this.#ended(message)
  }

  #changed(message: Message, open: boolean): void {
    const known = this.#messages.get(message.id)
    this.#messages.set(message.id, message)
    this.count(`message ${message.state}`)
    if (message.state === 'held' || message.deaths > 0 || known?.state === 'held')
      this.#excused.add(message.id)
    const still = message.state === 'queued' || message.state === 'held' || message.state === 'written'
    must(open || !still, 'a message that waits is open')
    must(!known || !isFinal(known), 'a message that has ended stays as it is')
    must(message.state !== 'written' || message.depth <= depthCap, 'a chain over the cap is held')
    if (message.state === 'read' && known?.state === 'written') this.#inOrder(message)
  }

  #inOrder(message: Message): void {
    const last = this.#lastRead.get(message.to) ?? 0
    if (this.#excused.has(message.id)) return
    must(message.seq > last, 'mail is read in order of acceptance')
    this.#lastRead.set(message.to, message.seq)
  }

  #agent(state: AgentState): void {
    const { mailbox, frame, agent } = state
    for (const message of mailbox) {
      const inFrame = frame?.messages.includes(message.id) ?? false
      must(message.to === agent.id, 'a mailbox holds its own mail')
      if (message.state === 'written') must(inFrame, 'what is written is in a frame')
      if (message.state === 'queued' || message.state === 'held') must(!inFrame, 'what waits is in no frame')
      if (message.state === 'read') must(inFrame, 'what is read and open belongs to the frame of its turn')
    }
    if (isFrameOut(state)) must(state.process !== 'off', 'a frame is out only at a living CLI')
    if (state.outdated && state.process === 'on')
      must(state.turn !== null || isFrameOut(state), 'an outdated process ends with its turn')
    if (state.process === 'off') must(!state.outdated, 'no process, nothing outdated')
    if (agent.status === 'idle') must(!state.turn && !isFrameOut(state), 'an idle agent has nothing running')
  }

  /** Every accepted text is once in its conversation, or ended with a reason. */
  #ended(message: Message): void {
    must(isFinal(message) || message.state === 'read', `every message ends (${message.state})`)
    const copies = this.#copies(message.body)
    must(copies <= 1, `nothing is in a conversation twice (${message.state})`)
    if (message.state === 'answered' || message.state === 'read') {
      must(copies === 1, 'what counts as read is in the conversation')
    } else {
      must(message.reason !== '', 'what ended unread has a reason')
    }
  }

  #copies(word: string): number {
    let copies = 0
    for (const lines of this.#world.transcripts.values()) {
      for (const { frame, text } of lines) {
        if (!frame.startsWith(copied)) copies += text.split(word).length - 1
      }
    }
    return copies
  }
}

function isFinal({ state }: Message): boolean {
  return state === 'answered' || state === 'withdrawn' || state === 'dropped' || state === 'undeliverable'
}

function must(so: boolean, promise: string): void {
  if (!so) fail(promise)
}

function fail(promise: string): never {
  throw new Violation(promise)
}
