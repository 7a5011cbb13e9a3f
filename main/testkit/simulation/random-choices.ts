import { usualLimits, type AgentState, type Limits } from '../../core/step/state.ts'
import { Random } from '../random.ts'
import { SimBase } from './sim-base.ts'

/** A sim in which everything happens by chance, and the app may die at any time. The same seed tells the same story. */
export abstract class RandomChoices extends SimBase {
  /** Whether and how gatherings decide: a stream of its own, so that worlds without a decision stay as they were. */
  readonly decides: Random
  readonly random: Random
  /** Faults and chatter have ended, since the world is to come to rest. */
  isCalm = false

  constructor(seed: number, traced: boolean) {
    super(seed, traced)
    this.random = new Random(seed)
    this.decides = new Random(~seed)
  }

  /** In some worlds the user is impatient, or lets few be awake. */
  protected randomLimits(): Limits {
    const patience = this.random.pick([1000, 5000, usualLimits.patience]) ?? usualLimits.patience
    const awake = this.random.pick([1, 2, usualLimits.awake]) ?? usualLimits.awake
    const sleepAfter = this.random.pick([1000, 20_000, usualLimits.sleepAfter]) ?? usualLimits.sleepAfter
    const linkOnSend = this.random.chance(0.1)
    return { ...usualLimits, patience, awake, sleepAfter, linkOnSend }
  }

  /** The user wants some things otherwise from now on. */
  prefer(limits: Partial<Limits>): void {
    this.limits = { ...this.limits, ...limits }
    this.command({ type: 'limits.changed', limits: this.limits })
  }

  /** `kill -9` of the app; processes die too or finish their turn unheard. After a while it starts again. */
  crash(away = 0): void {
    this.note('the app is killed and starts again')
    this.end()
    if (away > 0) this.clock.advance(away)
    this.watch.rebooted()
    this.boot()
  }

  /** The app is gone with all that it had under way. */
  protected end(): void {
    // A clock that is set back in the very moment of a death is a story of its own: `clock-set`.
    if (this.watch.isJumping) {
      this.store.failNext(0)
      this.engine.look()
    }
    this.engine.stop()
    this.calls.crash()
    this.archive.crash()
    this.answerFiles.crash()
    this.backend.crash(() => this.random.chance(0.5))
  }

  /** Some agent, or undefined. */
  some(): AgentState | undefined {
    return this.random.pick(this.agents())
  }

  /** Words that may have been said before. */
  oldWord(): string {
    return this.wordBefore(this.random.int(0, 5))
  }
}

/** One kind of thing that may happen in a world. */
export type RandomEvent<World extends RandomChoices = RandomChoices> = (world: World) => void

/** One event of each such row, as often as its weight says. */
export function weighted<World extends RandomChoices>(
  rows: readonly (readonly [weight: number, event: RandomEvent<World>])[],
): readonly RandomEvent<World>[] {
  return rows.flatMap(([weight, event]) => Array<RandomEvent<World>>(weight).fill(event))
}

/** Does something to some agent, if there is one. */
export function onSome<World extends RandomChoices = RandomChoices>(
  act: (world: World, state: AgentState) => void,
): RandomEvent<World> {
  return (world) => {
    const state = world.some()
    if (state) act(world, state)
  }
}
