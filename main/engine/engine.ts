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

/** What the engine is put together from. */
interface EngineParts {
  readonly clock: Clock
  readonly store: Store
  readonly backend: Backend
  readonly archive: Archive
  readonly answerFiles: Pick<AnswerFiles, 'perform'>
  /** What carries words to other machines; without it there are none. */
  readonly transport?: Pick<FleetTransport, 'send'>
  readonly identities: Pick<Identities, 'revoke'>
  /** 32 hexadecimal digits, new at each call, from the system's source of randomness. */
  readonly randomSeed: () => string
  /** What the user has set about delivery and sleep; the usual without it. */
  readonly limits?: Limits
  /** When what comes together is saved; without it everything is saved as it comes. */
  readonly pace?: Pace
  /** Told after each commit: the state before and after, and the rows of the batch. */
  readonly published: (before: State, after: State, rows: readonly Row[]) => void
  /** Told how long each commit took that waited for the disk, in ms. */
  readonly saved?: (took: number) => void
  readonly log: (line: string) => void
  /** Told once of a mistake in Janus itself. What it knows can no longer be trusted: the app must end. */
  readonly crashed: (error: unknown) => void
}

/** How long to wait, in ms, before facts that could not be saved are tried again. */
const retryTime = 1000

/** What falls due is looked at so often at least, in ms: a timer stands while the machine sleeps, and knows of no other clock. */
const lookAgain = 30_000

/**
 * The only loop: takes the waiting events in order, updates, commits their rows in one transaction, runs the effects,
 * publishes, and arms one timer. Synchronous from the event to the effects; an event dispatched meanwhile waits.
 */
export class Engine {
  readonly #parts: EngineParts
  #state: State
  readonly #queue = new EventQueue()
  /** Updates of facts that the store could not take; they are true, so they stay and are tried again. */
  #unsaved: Update[] = []
  #running = false
  /** What the store said last when it could not keep something. */
  #whyUnsaved = ''
  #cancelTimer: (() => void) | null = null
  #runsSoon = false
  readonly #clocks: ClockWatch

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.#clocks = new ClockWatch(parts.clock)
    this.#state = initialState(parts.store.load(), parts.limits ?? usualLimits)
  }

  /** The newest state. Never changed in place. */
  get state(): State {
    return this.#state
  }

  /** Whether the store holds everything that has happened; false while it cannot write. */
  get isSaved(): boolean {
    return this.#unsaved.length === 0
  }

  /**
   * Begins after a load: settles what was in flight, lets mail go on. Call once, when orphans are gone. `restored`: the
   * store is a backup of that time, in ms.
   */
  start(restored: number | null = null): void {
    this.#running = true
    const made = recover(this.#state, this.#stamp(), restored)
    if (!this.#take([made])) this.#keep(made)
    this.#running = false
    this.#run()
  }

  /**
   * Applies a command; resolves after its commit. Rejects with `RefusedError`. A function is called when its turn comes,
   * with all that came before in the store.
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

  /** Applies a fact: something that has happened, whether it can be saved or not. */
  fact(event: Event): void {
    const fact = factOf(event, isGathered(event))
    this.#queue.push(fact)
    if (fact.isGathered) this.#soon()
    else this.#run()
  }

  /** Does at once all that waits or has fallen due, as after a sleep of the machine. */
  look(): void {
    this.fact({ type: 'clock.ticked' })
  }

  /** Stops the timer; what still waits (see `look`) and what comes after this is ignored. */
  stop(): void {
    this.#running = true
    this.#cancelTimer?.()
  }

  /** What comes together is saved together. */
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

  /** That the clock was set, or the machine slept, comes before whatever came then, in a commit of its own. */
  #jumped(): readonly Waiting[] {
    const by = this.#clocks.jump()
    if (by === 0) return []
    this.#parts.log(`clock: ${jumpWords(by)}`)
    return [factOf({ type: 'clock.jumped', by })]
  }

  /** One batch: what is refused leaves no trace; everything else is saved together. */
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
    // What is done cannot be taken back: it must never have a reason that a loss of power has taken away.
    const isWaitedFor = !areReports || all.some(({ effects }) => effects.length > 0)
    if (this.#take(all, isWaitedFor ? 'synced' : 'written')) {
      for (const { made, one } of updates) if (made.answer) one.settle?.(made.answer)
      return
    }
    this.#keepFacts(batch)
  }

  /** The commit failed: commands are refused as if they had never come, facts are kept in memory. */
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

  /** Saves updates (older unsaved ones first), then runs their effects. False, and nothing done, if it cannot. */
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

  /** The one timer of the whole app's rules. */
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
