import type { Delta } from '../contract/api/feed.ts'
import type { PlanLimit } from '../contract/budget/plan.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { BackendSink, BackendOffer, Fact } from '../ports/ports.ts'

/** A kind of fact. */
export type FactType = Fact['type']
/** The fact of a kind; some kinds share a shape. */
type FactOf<T extends FactType> = Fact extends infer F
  ? F extends { readonly type: FactType }
    ? T extends F['type']
      ? F
      : never
    : never
  : never

/** Hears everything a backend tells, and lets a test wait for it. */
export class Recorder implements BackendSink {
  readonly facts: Fact[] = []
  readonly deltas: Delta[] = []
  /** What each agent's newest CLI offers. */
  readonly offers = new Map<AgentId, BackendOffer>()
  /** How plans stand, as they were told. */
  readonly limits: { readonly agent: AgentId; readonly limits: readonly PlanLimit[] }[] = []
  /** Per agent: the facts before this place have been waited for. */
  readonly #seen = new Map<AgentId, number>()
  readonly #waiting = new Set<() => void>()
  readonly #step: (() => boolean) | null

  /** `step` moves virtual time to the next thing that happens; without it, time moves by itself. */
  constructor(step: (() => boolean) | null = null) {
    this.#step = step
  }

  /** Everything so far, but for the offers, is as if it had not been told. */
  forget(): void {
    this.facts.length = 0
    this.deltas.length = 0
    this.#seen.clear()
  }

  fact(fact: Fact): void {
    this.facts.push(fact)
    for (const look of [...this.#waiting]) look()
  }

  limited(agent: AgentId, limits: readonly PlanLimit[]): void {
    this.limits.push({ agent, limits })
  }

  offered(agent: AgentId, offer: BackendOffer): void {
    this.offers.set(agent, offer)
  }

  delta(delta: Delta): void {
    this.deltas.push(delta)
  }

  /** The next fact of this kind about this agent; what came before it counts as seen. */
  next<T extends FactType>(
    agent: AgentId,
    type: T,
    wants: (fact: FactOf<T>) => boolean = () => true,
  ): Promise<FactOf<T>> {
    const find = (): FactOf<T> | undefined => {
      for (let at = this.#seen.get(agent) ?? 0; at < this.facts.length; at++) {
        const fact = this.facts[at]
        if (fact?.agent !== agent || fact.type !== type || !wants(fact as FactOf<T>)) continue
        this.#seen.set(agent, at + 1)
        return fact as FactOf<T>
      }
      return undefined
    }
    return this.#find(find, type)
  }

  /** Resolves once a call of this agent's runs: it was told, and no result of it. */
  calls(agent: AgentId): Promise<true> {
    return this.#find(() => {
      const blocks = this.facts.flatMap((fact) =>
        fact.agent === agent && fact.type === 'block.said' ? [fact.block] : [],
      )
      const results = new Set(blocks.flatMap((block) => (block.kind === 'result' ? [block.call] : [])))
      return blocks.some((block) => block.kind === 'tool' && !results.has(block.call)) || undefined
    }, 'call')
  }

  /** What has been told about an agent, as kinds. */
  types(agent: AgentId): FactType[] {
    return this.facts.filter((fact) => fact.agent === agent).map((fact) => fact.type)
  }

  #find<F>(find: () => F | undefined, wanted: string): Promise<F> {
    return this.#step === null ? this.#await(find) : Promise.resolve(this.#pump(find, this.#step, wanted))
  }

  #await<F>(find: () => F | undefined): Promise<F> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find()
        if (found === undefined) return
        this.#waiting.delete(look)
        resolve(found)
      }
      this.#waiting.add(look)
      look()
    })
  }

  #pump<F>(find: () => F | undefined, step: () => boolean, wanted: string): F {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (!step()) throw new Error(`nothing more happens, and there was no ${wanted}`)
    }
  }
}
