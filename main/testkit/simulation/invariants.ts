import type { GatheringId, SpeakingTurnId } from '../../contract/gatherings/gatherings.ts'
import type { FrameId } from '../../contract/api/model.ts'
import type { Row } from '../../core/step/effects.ts'
import type { State } from '../../core/step/state.ts'
import { nextWake } from '../../core/wake.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Store } from '../../ports/ports.ts'
import type { Transcripts } from '../memory/backend.ts'
import type { VirtualClock } from '../virtual-clock.ts'
import type { Tried } from './circles.ts'
import { Ledger, isAbsorbed, type Commit } from './ledger.ts'
import { must, Violation, type Watcher } from './invariant.ts'
import { checkByTheClock, checkMoved, MonotonicView } from './one-time.ts'
import { AnchorWatcher, IntentWatcher } from './invariant-anchors.ts'
import { BackupWatcher, RestartWatcher, checkStore } from './invariant-restarts.ts'
import { BudgetWatcher, CapWatcher } from './invariant-budget.ts'
import { BrokenWatcher, ResumeWatcher, FrameWatcher, WaitingWatcher } from './invariant-prompts.ts'
import {
  CardWatcher,
  NoticeWatcher,
  UnreadWatcher,
  PastWatcher,
  SilenceWatcher,
  SleepWatcher,
  StopWatcher,
} from './invariant-agents.ts'
import { DecisionWatcher } from './invariant-decisions.ts'
import { CircleWordWatcher } from './invariant-circle-words.ts'
import { ClosingWatcher } from './invariant-closing.ts'
import { ForkWatcher, ReplayWatcher, SeatWatcher, TimelineWatcher } from './invariant-seats.ts'
import { GuardWatcher, ManyWatcher, HandlerWatcher } from './invariant-guard.ts'
import { TriggerWatcher, HeartbeatWatcher } from './invariant-heartbeats.ts'
import { LinkWatcher, RulesWatcher } from './invariant-links.ts'
import { MentionWatcher } from './invariant-mentions.ts'
import { MailWatcher, OrderWatcher, RoomWatcher, AwaitWatcher, TicketWatcher } from './invariant-mail.ts'
import { PieceWatcher, RoundWatcher } from './invariant-turns.ts'
import { SubagentWatcher, AttachedWatcher, checkWords } from './invariant-conversations.ts'
import { CommentWatcher, TaskWatcher, EditWatcher } from './invariant-work.ts'
import type { Speech } from './speeches.ts'

/** The parts of a world that are watched. */
export interface Watched {
  readonly engine: Engine
  readonly store: Store
  readonly clock: VirtualClock
  readonly transcripts: Transcripts
  /** Results of tool calls, from the streams. */
  readonly results: readonly string[]
}

/** Milliseconds within which due events are checked. */
const lookAgain = 30_000

/** Watches one world, and throws at the step that breaks a promise. */
export class Watch {
  readonly ledger = new Ledger()
  readonly #world: Watched
  readonly #general: readonly Watcher[]
  readonly #ofGatherings: readonly Watcher[]
  readonly #attached: AttachedWatcher
  readonly #all: readonly Watcher[]
  readonly #closing: ClosingWatcher
  readonly #restart: RestartWatcher
  readonly #backup: BackupWatcher
  #crash: unknown = null
  readonly #time: MonotonicView
  /** Checks only promises about gatherings: for worlds with little else. */
  isNarrow = false
  /** Compares the store with the engine at every n-th check. */
  storeEvery = 1
  #checks = 0
  #changedSince = true
  #steps = 0

  constructor(world: Watched) {
    this.#world = world
    this.#time = new MonotonicView(world.clock)
    const { ledger } = this
    this.#attached = new AttachedWatcher(ledger)
    this.#closing = new ClosingWatcher(ledger)
    this.#restart = new RestartWatcher(ledger)
    this.#backup = new BackupWatcher(ledger)
    this.#general = [
      new MailWatcher(ledger),
      // Before the order check, since it excuses messages that others may pass.
      new CapWatcher(ledger),
      new OrderWatcher(ledger),
      new FrameWatcher(ledger),
      new WaitingWatcher(ledger),
      new CardWatcher(ledger),
      new TicketWatcher(ledger),
      new SilenceWatcher(ledger),
      new SleepWatcher(ledger),
      new UnreadWatcher(ledger),
      new GuardWatcher(ledger),
      new ManyWatcher(ledger),
      new ResumeWatcher(ledger),
      new BrokenWatcher(ledger),
      new PastWatcher(ledger),
      new AwaitWatcher(ledger),
      new LinkWatcher(ledger),
      new MentionWatcher(ledger),
      new BudgetWatcher(ledger),
      new RulesWatcher(ledger),
      new HeartbeatWatcher(ledger),
      new TriggerWatcher(ledger),
      new IntentWatcher(ledger),
      new StopWatcher(ledger),
      new AnchorWatcher(ledger),
      new HandlerWatcher(ledger),
      new RoomWatcher(ledger),
      new NoticeWatcher(ledger),
      new TaskWatcher(ledger),
      new CommentWatcher(ledger),
      new EditWatcher(ledger),
      new SubagentWatcher(ledger),
      this.#attached,
      this.#backup,
    ]
    this.#ofGatherings = [
      new PieceWatcher(ledger),
      new RoundWatcher(ledger),
      new CircleWordWatcher(ledger),
      new ForkWatcher(ledger),
      new ReplayWatcher(ledger),
      new SeatWatcher(ledger),
      new DecisionWatcher(ledger),
      new TimelineWatcher(ledger),
      this.#closing,
      this.#restart,
    ]
    this.#all = [...this.#general, ...this.#ofGatherings]
  }

  get #watchers(): readonly Watcher[] {
    return this.isNarrow ? this.#ofGatherings : this.#all
  }

  get counts(): Readonly<Record<string, number>> {
    return this.ledger.counts
  }

  read(frame: FrameId | null): void {
    this.ledger.count(frame === null ? 'own turns' : 'prompts read')
  }

  count(what: string): void {
    this.ledger.count(what)
  }

  /** Monotonic time, as if the clock had never been set back. */
  get now(): number {
    return this.#time.now
  }

  /** The world's clock was changed, or its computer slept. */
  leapt(by: number): void {
    this.#time.leapt(by)
    this.ledger.count(by < 0 ? 'clock set back' : 'clock set on')
    // No clock of a gathering runs meanwhile.
    if (by <= 0) return
    this.ledger.leaptAt = this.now
    this.stirred()
  }

  /** A clock change is not noticed or not saved yet. */
  get isJumping(): boolean {
    return this.#time.unnoticed !== null || !this.#world.engine.isSaved
  }

  /** Records when something was last done to an agent or a link. */
  note(what: 'handled' | 'addressed' | 'compacted' | 'extended', id: string): void {
    this.ledger[what].set(id, this.now)
  }

  mark(what: 'chosen' | 'closing' | 'timed' | 'kept', id: string): void {
    this.ledger[what].add(id)
  }

  stepped(): void {
    this.#steps++
  }

  /** Somebody is about to say this with the piece, or without having it. */
  speaks(speech: Speech): void {
    this.ledger.speeches.set(speech.text, speech)
  }

  /** Somebody is about to try to pass the piece. */
  tries(gathering: GatheringId, tried: Tried): void {
    this.ledger.circles.of(gathering).tries.push(tried)
  }

  hand(gathering: GatheringId, verb: string, pieceTurnId: SpeakingTurnId | null): void {
    this.ledger.circles.of(gathering).hands.push({ verb, at: this.now, pieceTurnId })
  }

  /** A user action, a fault or a restart gives what runs more time. */
  stirred(): void {
    this.#closing.stirred(this.now)
  }

  /** The engine ended with an internal error. */
  crashed(error: unknown): void {
    this.#crash ??= error
  }

  /** The app crashed: unsaved changes are undone. */
  rebooted(): void {
    this.ledger.reload(this.#world.store, this.#time)
    this.#restart.restarting(this.#world.store, this.now, this.#time)
    for (const watcher of this.#watchers) watcher.rebooted?.()
  }

  /** The app starts on a backup; this watch knows only its state, but the conversations have continued. */
  restored(): void {
    this.rebooted()
    this.#backup.restoring(this.#world.store)
  }

  committed(before: State, after: State, rows: readonly Row[]): void {
    this.#changedSince = true
    const was = this.#time.state(before)
    const wasSetBack = this.#time.noticed()
    const told = { before: was, after: this.#time.state(after), rows: this.#time.rows(rows) }
    if (wasSetBack) checkMoved(told.before, told.after)
    checkByTheClock(before, after)
    const commit: Commit = { ...told, now: this.now, steps: this.#steps }
    this.#steps = 0
    this.ledger.take(commit)
    for (const watcher of this.#watchers) watcher.committed(commit)
  }

  check(): void {
    if (this.#crash) throw this.#crash instanceof Violation ? this.#crash : new Violation(String(this.#crash))
    const { engine, store, clock } = this.#world
    const { unnoticed } = this.#time
    const isKnown = unnoticed === null || nextWake(engine.state) === null
    must(isKnown || unnoticed <= lookAgain, 'a jump of the clock is noticed within thirty seconds')
    // Until the change is noticed, the engine can't know what is due.
    const state = this.#time.state(engine.state)
    if (unnoticed === null) for (const watcher of this.#watchers) watcher.checked?.(state, this.now)
    if (!this.#changedSince || !engine.isSaved) return
    this.#changedSince = false
    this.#checks += 1
    if (this.#checks % this.storeEvery === 0) checkStore(engine, store, clock)
  }

  /** At the end nothing is open but tickets that visibly wait, and absorbed messages. */
  settled(): void {
    const { engine, transcripts, results } = this.#world
    for (const { agent, mailbox, frames, turn, cards, awaits } of engine.state.agents.values()) {
      must(agent.status === 'idle' || agent.status === 'asleep', `no agent is stuck (${agent.status})`)
      const stuck = mailbox.filter((message) => {
        const isOwed = message.state === 'read' && message.expectsReply && message.reply === null
        const isKept = message.hold === 'paused'
        return !isOwed && !isKept && !(message.state === 'queued' && isAbsorbed(message))
      })
      must(stuck.length === 0, `no message is stuck (${stuck.map((m) => `${m.id} ${m.state}`).join()})`)
      must(frames.length === 0 && turn === null && cards.length === 0, 'nothing is left open')
      must(awaits.length === 0, 'no tool call waits')
    }
    for (const watcher of this.#watchers) watcher.settled?.(this.#time.state(engine.state))
    checkWords(this.ledger, transcripts, results)
    this.#attached.look(transcripts)
  }
}
