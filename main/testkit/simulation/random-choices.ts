import { usualLimits, type AgentState, type Limits } from '../../core/step/state.ts'
import { Random } from '../random.ts'
import { SimBase } from './sim-base.ts'

/** A simulation with random events, in which the app may crash at any time. The same seed gives the same run. */
export abstract class RandomChoices extends SimBase {
  /** A separate random stream for decisions, so that worlds without one stay unchanged. */
  readonly decides: Random
  readonly random: Random
  /** Faults and messages have stopped, before the end. */
  isCalm = false

  constructor(seed: number, traced: boolean) {
    super(seed, traced)
    this.random = new Random(seed)
    this.decides = new Random(~seed)
  }

  /** In some worlds the user is impatient, or allows few awake agents. */
  protected randomLimits(): Limits {
    const patience = this.random.pick([1000, 5000, usualLimits.patience]) ?? usualLimits.patience
    const awake = this.random.pick([1, 2, usualLimits.awake]) ?? usualLimits.awake
    const sleepAfter = this.random.pick([1000, 20_000, usualLimits.sleepAfter]) ?? usualLimits.sleepAfter
    const linkOnSend = this.random.chance(0.1)
    return { ...usualLimits, patience, awake, sleepAfter, linkOnSend }
  }

  prefer(limits: Partial<Limits>): void {
    this.limits = { ...this.limits, ...limits }
    this.command({ type: 'limits.changed', limits: this.limits })
  }

  /** `kill -9` of the app; its processes die, or finish their turn unobserved. It restarts after `away` ms. */
  crash(away = 0): void {
    this.note('the app is killed and starts again')
    this.end()
    if (away > 0) this.clock.advance(away)
    this.watch.rebooted()
    this.boot()
  }

  /** Drops the app with all its pending work. */
  protected end(): void {
    // A clock that is set back just at a crash has its own story, `clock-set`.
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

  some(): AgentState | undefined {
    return this.random.pick(this.agents())
  }

  /** A text that may have been used before. */
  oldWord(): string {
    return this.wordBefore(this.random.int(0, 5))
  }
}

export type RandomEvent<World extends RandomChoices = RandomChoices> = (world: World) => void

/** Repeats each event as often as its weight. */
export function weighted<World extends RandomChoices>(
  rows: readonly (readonly [weight: number, event: RandomEvent<World>])[],
): readonly RandomEvent<World>[] {
  return rows.flatMap(([weight, event]) => Array<RandomEvent<World>>(weight).fill(event))
}

/** An event that acts on a random agent. */
export function onSome<World extends RandomChoices = RandomChoices>(
  act: (world: World, state: AgentState) => void,
): RandomEvent<World> {
  return (world) => {
    const state = world.some()
    if (state) act(world, state)
  }
}
