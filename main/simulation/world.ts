import type { AgentId, FrameId } from '../contract/model.ts'
import { usualLimits, type AgentState, type Limits } from '../core/state.ts'
import type { Act } from '../testing/memory-acts.ts'
import { Random } from '../testing/random.ts'
import { happenings } from './happenings.ts'
import { Models } from './models.ts'
import { comeToRest } from './rest.ts'
import { Town } from './town.ts'
import { copied } from './watch-words.ts'

/** Most agents in one world. */
const crowd = 4

const policies = ['hybrid', 'hybrid', 'hybrid', 'interject', 'quiet', 'ask'] as const

/**
 * One random week of Janus in virtual time: a person who writes, stops, closes and answers, models that write to
 * each other, and everything dying at any time. The same seed tells the same story.
 */
export class World extends Town {
  readonly random: Random
  readonly models: Models
  /** Faults and chatter have ended, since the world is to come to rest. */
  isCalm = false

  constructor(seed: number, traced = false) {
    super(seed, traced)
    this.random = new Random(seed)
    this.models = new Models(this)
    this.limits = this.#limits()
    this.boot()
    for (let count = this.random.int(0, 3); count > 0; count--) this.create()
  }

  /** In some worlds the person is impatient, or lets few be awake. */
  #limits(): Limits {
    const patience = this.random.pick([1000, 5000, usualLimits.patience]) ?? usualLimits.patience
    const awake = this.random.pick([1, 2, usualLimits.awake]) ?? usualLimits.awake
    const sleepAfter = this.random.pick([1000, 20_000, usualLimits.sleepAfter]) ?? usualLimits.sleepAfter
    const linkOnSend = this.random.chance(0.1)
    return { ...usualLimits, patience, awake, sleepAfter, linkOnSend }
  }

  /** The person wants some things otherwise from now on. */
  prefer(limits: Partial<Limits>): void {
    this.limits = { ...this.limits, ...limits }
    this.command({ type: 'limits.changed', limits: this.limits })
  }

  acts(agent: AgentId, prompt: string, frame: FrameId | null): readonly Act[] {
    return this.models.acts(agent, prompt, frame)
  }

  /** `kill -9` of the app; CLIs die too or finish their turn unheard. Then it starts again. */
  crash(): void {
    this.note('the app is killed and starts again')
    this.engine.stop()
    this.calls.crash()
    this.backend.crash(() => this.random.chance(0.5))
    this.watch.rebooted()
    this.boot()
  }

  /** Something happens, then time passes. */
  live(): void {
    this.random.pick(happenings)?.(this)
    this.watch.check()
    this.pass(this.random.chance(0.6) ? this.random.int(0, 30) : this.random.int(0, 5000))
  }

  /** No more faults, the person says yes to everything, and time passes until nothing is due. */
  rest(): void {
    this.isCalm = true
    comeToRest(this)
    this.watch.settled()
  }

  /** Some agent, or undefined. */
  some(): AgentState | undefined {
    return this.random.pick(this.agents())
  }

  /** Words that may have been said before. */
  oldWord(): string {
    return this.wordBefore(this.random.int(0, 5))
  }

  create(): void {
    if (this.engine.state.agents.size >= crowd) return
    const permissionMode = this.random.chance(0.1) ? 'plan' : 'default'
    const role = this.random.chance(0.5) ? 'Works on its task.' : ''
    this.open(permissionMode, this.random.pick(policies) ?? 'hybrid', role)
  }

  /** Opens a copy of an agent beside it, its conversation too. */
  duplicate({ agent }: AgentState): void {
    if (this.engine.state.agents.size >= crowd) return
    const lines = this.transcripts.get(agent.conversation)
    const conversation = lines ? `copy ${String(this.transcripts.size)}` : null
    const copies = (lines ?? []).map((line) => ({ ...line, frame: copied + line.frame }))
    if (conversation !== null) this.transcripts.set(conversation, copies)
    this.watch.count('copies')
    this.command({ type: 'agent.duplicated', agent: agent.id, name: this.name(), conversation })
  }
}
