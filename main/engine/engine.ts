import type { Command, Answer, Event, Stamp } from '../core/step/events.ts'
import type { Effect, Row } from '../core/step/effects.ts'
import { initialState, recover } from '../core/recover.ts'
import { usualLimits, type Limits, type State } from '../core/step/state.ts'
import { update, type Update } from '../core/update.ts'
import { nextWake } from '../core/wake.ts'
import { ClockWatch, jumpWords } from './clock-watch.ts'
import { EventQueue, factOf, readEvent, type Waiting } from './event-queue.ts'
import { isGathered, isReport, type Pace } from './pace.ts'
import type { Durability } from '../contract/app/disk.ts'
import { RefusedError } from '../contract/api/errors.ts'
import {
  StoreFullError,
  type AnswerFiles,
  type Backend,
  type Clock,
  type Identities,
  type Store,
} from '../ports/ports.ts'
import type { Archive } from '../ports/gatherings.ts'
import type { FleetTransport } from '../ports/transport.ts'

interface EngineParts {
  readonly clock: Clock
  readonly store: Store
  readonly backend: Backend
  readonly archive: Archive
  readonly answerFiles: Pick<AnswerFiles, 'perform'>
  /** Absent outside a fleet. */
  readonly transport?: Pick<FleetTransport, 'send'>
  readonly identities: Pick<Identities, 'revoke'>
  /** Returns 32 hexadecimal digits from the system's secure random source. */
  readonly randomSeed: () => string
  /** Default: `usualLimits`. */
  readonly limits?: Limits
  /** Groups commits; without it each event is saved at once. */
  readonly pace?: Pace
  /** Called after each commit with the states and the rows of the batch. */
  readonly published: (before: State, after: State, rows: readonly Row[]) => void
  /** Called with the duration in ms of each commit that waited for the disk. */
  readonly saved?: (took: number) => void
  readonly log: (line: string) => void
  /** Called once after a bug in Janus itself. The state can no longer be trusted: the app must exit. */
  readonly crashed: (error: unknown) => void
}

/** Milliseconds until facts that could not be saved are retried. */
const retryTime = 1000

/**
 * Longest wait in ms before due work is checked again: a timer pauses while the machine sleeps, and doesn't
 * follow changes of the wall clock.
 */
const lookAgain = 30_000

/**
 * The only loop: takes waiting events in order, updates, commits their rows in one transaction, runs the
 * effects, publishes, and arms one timer. Synchronous from event to effects; an event dispatched meanwhile
 * waits.
 */
export class Engine {
  readonly #parts: EngineParts
  #state: State
  readonly #queue = new EventQueue()
  /** Updates of facts that the store could not take. Facts can't be refused, so they are kept and retried. */
  #unsaved: Update[] = []
  #running = false
  #whyUnsaved = ''
  #cancelTimer: (() => void) | null = null
  #runsSoon = false
  readonly #clocks: ClockWatch

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.#clocks = new ClockWatch(parts.clock)
    this.#state = initialState(parts.store.load(), parts.limits ?? usualLimits)
  }

  /** The newest state; immutable. */
  get state(): State {
    return this.#state
  }

  /** False while the store can't write. */
  get isSaved(): boolean {
    return this.#unsaved.length === 0
  }

  /**
   * Settles what was in flight and resumes delivery. Call once after a load, when orphans are gone.
   * `restored`: time in ms of the backup that the store was restored from.
   */
  start(restored: number | null = null): void {
    this.#running = true
    const made = recover(this.#state, this.#stamp(), restored)
    if (!this.#take([made])) this.#keep(made)
    this.#running = false
    this.#run()
  }

  /**
   * Resolves after the command's commit; rejects with `RefusedError`. A function is called when its turn
   * comes, once everything before it is in the store.
   */
  command(event: Command | (() => Command)): Promise<Exclude<Answer, { kind: 'refused' }>> {
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer): void => {
        if (answer.kind === 'refused') reject(new RefusedError(answer.refusal))
        else resolve(answer)
      }
      const isRead = typeof event === 'function'
      const asked = isRead ? { event, looksUp: true, isGathered: false } : factOf(event, isGathered(event))
      this.#queue.push({ ...asked, settle, refuse: reject })
      if (asked.isGathered) this.#soon()
      else this.#run()
    })
  }

  /** Applies something that has happened; it can't be refused, even if it can't be saved yet. */
  fact(event: Event): void {
    const fact = factOf(event, isGathered(event))
    this.#queue.push(fact)
    if (fact.isGathered) this.#soon()
    else this.#run()
  }

  /** Handles everything queued or due now, for example after the machine slept. */
  look(): void {
    this.fact({ type: 'clock.ticked' })
  }

  /** Stops the timer; queued (see `look`) and later events are ignored. */
  stop(): void {
    this.#running = true
    this.#cancelTimer?.()
  }

  #soon(): void {
    const { pace } = this.#parts
    if (pace === undefined) return this.#run()
    if (this.#runsSoon) return
    this.#runsSoon = true
    pace(() => {
      this.#runsSoon = false
      this.#run()
    })
  }

  #run(): void {
    if (this.#running) return
    this.#running = true
    try {
      while (!this.#queue.isEmpty) {
        const jumped = this.#jumped()
        if (jumped.length > 0) this.#batch(jumped)
        this.#batch(this.#queue.next())
      }
    } catch (error) {
      this.#parts.crashed(error)
      return
    }
    this.#running = false
    this.#arm()
  }

  /** A clock jump is applied before the events that came with it, in a commit of its own. */
  #jumped(): readonly Waiting[] {
    const by = this.#clocks.jump()
    if (by === 0) return []
    this.#parts.log(`clock: ${jumpWords(by)}`)
    return [factOf({ type: 'clock.jumped', by })]
  }

  /** Saves a batch together; refused commands leave no trace. */
  #batch(batch: readonly Waiting[]): void {
    if (this.#unsaved.length > 0 && !this.#take([])) {
      this.#refuseCommands(batch)
      batch = batch.filter((one) => one.refuse === null)
    }
    let state = this.#state
    const updates: { made: Update; one: Waiting }[] = []
    let areReports = true
    for (const one of batch) {
      const event = readEvent(one)
      if (!event) continue
      areReports &&= isReport(event)
      const made = update(state, event, this.#stamp())
      state = made.state
      updates.push({ made, one })
    }
    const all = updates.map(({ made }) => made)
    // Effects can't be undone, so a power loss must not erase the rows that caused them.
    const isWaitedFor = !areReports || all.some(({ effects }) => effects.length > 0)
    if (this.#take(all, isWaitedFor ? 'synced' : 'written')) {
      for (const { made, one } of updates) if (made.answer) one.settle?.(made.answer)
      return
    }
    this.#keepFacts(batch)
  }

  /** After a failed commit: refuses the commands as if they had never come, and keeps the facts in memory. */
  #keepFacts(batch: readonly Waiting[]): void {
    this.#refuseCommands(batch)
    for (const one of batch) {
      if (one.refuse) continue
      this.#keep(update(this.#state, one.event(), this.#stamp()))
    }
  }

  #keep(made: Update): void {
    const before = this.#state
    this.#state = made.state
    this.#unsaved.push(made)
    this.#parts.published(before, made.state, made.rows)
  }

  #refuseCommands(batch: readonly Waiting[]): void {
    const refusal = {
      code: 'storage_full' as const,
      message: `${this.#whyUnsaved} Nothing was sent.`,
    }
    for (const one of batch) one.refuse?.(new RefusedError(refusal))
  }

  /**
   * Saves updates (older unsaved ones first), then runs their effects. Returns false, with nothing done, if
   * the store can't write.
   */
  #take(updates: readonly Update[], kept: Durability = 'synced'): boolean {
    const isLate = this.#unsaved.length > 0
    const all = [...this.#unsaved, ...updates]
    const rows = all.flatMap((made) => made.rows)
    try {
      if (rows.length > 0) this.#commit(rows, isLate ? 'synced' : kept)
    } catch (error) {
      if (!(error instanceof StoreFullError)) throw error
      this.#whyUnsaved = error.message
      this.#parts.log(`store: ${error.message}`)
      return false
    }
    const before = this.#state
    const after = updates.at(-1)?.state ?? before
    this.#unsaved = []
    this.#state = after
    for (const made of all) for (const effect of made.effects) this.#perform(effect)
    if (updates.length > 0)
      this.#parts.published(
        before,
        after,
        updates.flatMap((made) => made.rows),
      )
    return true
  }

  #commit(rows: readonly Row[], kept: Durability): void {
    const { clock, store, saved } = this.#parts
    const began = clock.steady()
    store.commit(rows, kept)
    if (kept === 'synced') saved?.(clock.steady() - began)
  }

  #perform(effect: Effect): void {
    if (effect.do === 'agent.forget') this.#parts.identities.revoke(effect.agent)
    else if (effect.do === 'gathering.seek' || effect.do === 'gathering.keep')
      this.#parts.archive.perform(effect)
    else if (effect.do === 'envelope.send') this.#parts.transport?.send(effect.machine, effect.envelopes)
    else if (effect.do === 'handler.readFile') this.#parts.answerFiles.perform(effect)
    else this.#parts.backend.perform(effect)
  }

  #stamp(): Required<Stamp> {
    const { clock, randomSeed } = this.#parts
    const now = clock.now()
    return { now, seed: randomSeed(), offset: clock.offset(now) }
  }

  #arm(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const { clock } = this.#parts
    const isUnsaved = this.#unsaved.length > 0
    const due = isUnsaved ? clock.now() + retryTime : nextWake(this.#state)
    if (due === null) return
    const wait = Math.min(Math.max(0, due - clock.now()), lookAgain)
    this.#cancelTimer = clock.after(wait, () => {
      if (isUnsaved || clock.now() >= due || this.#clocks.hasJumped) this.look()
      else this.#arm()
    })
  }
}
