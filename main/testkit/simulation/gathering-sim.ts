import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { Act } from '../memory/acts.ts'
import { convening, faults, setTimer } from './gathering-events.ts'
import { RandomChoices } from './random-choices.ts'
import { callAt, randomBehavior, seatedActs, unaskedActs, type SpeakerBehavior } from './seated.ts'
import { harvestLater, letGo, steer, takeTurn } from './steering.ts'
import { wishOf, type Wish } from './convening.ts'
import { resolveAll } from './rest.ts'
import { isAbsorbed } from './ledger.ts'

/** One or two random gatherings and little else: cheap enough for a hundred thousand runs. */
export class GatheringSim extends RandomChoices {
  readonly #manners: SpeakerBehavior
  readonly wish: Wish
  /** Probabilities of a user action and of a fault at each moment. */
  readonly #busy: number
  readonly #rough: number

  constructor(seed: number, traced = false) {
    super(seed, traced)
    const { random } = this
    this.watch.storeEvery = 5
    this.watch.isNarrow = seed % 5 !== 0
    if (random.chance(0.3)) this.limits = this.randomLimits()
    if (random.chance(0.2)) this.limits = { ...this.limits, plainGrants: true }
    this.#manners = randomBehavior(this)
    this.#busy = random.pick([0, 0.12, 0.35]) ?? 0.12
    this.#rough = random.pick([0, 0.05, 0.2]) ?? 0.05
    this.boot()
    this.wish = wishOf(this)
    const spare = random.chance(0.2) ? random.int(1, 3) : 0
    for (let count = this.wish.size + 1 + spare; count > 0; count--) this.open('default', 'hybrid', '')
    if (random.chance(0.1)) for (const { agent } of this.agents()) setTimer(this, agent.id)
    const ids = this.agents().map(({ agent }) => agent.id)
    if (random.chance(0.1)) this.link(null, ids.slice(0, 3), 'converse', null)
    if (random.chance(0.1)) for (const { agent } of this.agents()) this.backend.deaf.add(agent.id)
  }

  acts(agent: AgentId, _prompt: string, frame: FrameId | null): readonly Act[] {
    this.watch.read(frame)
    const call = callAt(this, agent, frame)
    return call ? seatedActs(this, agent, call, this.#manners) : unaskedActs(this, agent, this.#manners)
  }

  /** Starts a gathering; later takes the user's turn, acts on it or injects a fault. Then lets time pass. */
  live(): void {
    const { random } = this
    const [g] = [...this.engine.state.gatherings.values()]
    if (!g) convening(this)
    else {
      takeTurn(this, g)
      if (random.chance(this.#busy)) steer(this, random.pick([...this.engine.state.gatherings.values()]) ?? g)
      if (random.chance(this.#rough)) {
        this.watch.stirred()
        random.pick(faults)?.(this)
      }
      if (random.chance(0.02)) convening(this)
      if (random.chance(0.02)) harvestLater(this)
    }
    this.watch.check()
    const { interval = 1000 } = g ?? {}
    this.pass(random.chance(0.5) ? random.int(0, 100) : random.int(0, interval * 2))
  }

  /** Stops all faults and resumes everything until the gathering is closed and all agents are idle. */
  rest(): void {
    this.isCalm = true
    this.backend.broken.clear()
    this.backend.deaf.clear()
    const leavesIt = this.random.chance(0.1)
    for (let hours = 0; this.engine.state.gatherings.size > 0; hours++) {
      if (hours > 200) break
      if (!leavesIt) for (const g of this.engine.state.gatherings.values()) letGo(this, g)
      if (!leavesIt) resolveAll(this, 1)
      this.pass(leavesIt ? 4 * 60 * 60_000 : 20 * 60_000)
      this.watch.check()
    }
    if (this.random.chance(0.3)) {
      harvestLater(this)
      resolveAll(this, 3)
    }
    resolveAll(this, 2)
    // An agent that does not receive interrupts works to its end.
    for (let minutes = 0; minutes < 60 && this.agents().some(({ turn }) => turn !== null); minutes++)
      resolveAll(this, 1)
    // Notes without a turn are read with the next prompt.
    for (const { agent, frames } of this.agents())
      if (frames.some(({ how }) => how === 'note')) this.send(null, agent.id)
    resolveAll(this, 2)
    if (this.random.chance(0.05)) this.#bringAll()
    this.watch.settled()
  }

  /** Prompts all agents, so that they read what they absorbed. */
  #bringAll(): void {
    for (const { agent, mailbox } of this.agents())
      if (mailbox.some((message) => isAbsorbed(message))) this.send(null, agent.id)
    resolveAll(this, 3)
  }
}
