import type { Delta } from '../contract/api/feed.ts'
import type { PlanLimit } from '../contract/budget/plan.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { BackendSink, BackendOffer, Fact } from '../ports/ports.ts'

export type FactType = Fact['type']
/** The fact of a type; some types share a shape. */
type FactOf<T extends FactType> = Fact extends infer F
  ? F extends { readonly type: FactType }
    ? T extends F['type']
      ? F
      : never
    : never
  : never

/** Records everything that a backend reports, and lets a test wait for it. */
export class Recorder implements BackendSink {
  readonly facts: Fact[] = []
  readonly deltas: Delta[] = []
  /** The offer of each agent's latest CLI. */
  readonly offers = new Map<AgentId, BackendOffer>()
  readonly limits: { readonly agent: AgentId; readonly limits: readonly PlanLimit[] }[] = []
  /** Per agent: facts before this index were already awaited. */
  readonly #seen = new Map<AgentId, number>()
  readonly #waiting = new Set<() => void>()
  readonly #step: (() => boolean) | null

  /** `step` advances virtual time to the next event; without it, time is real. */
  constructor(step: (() => boolean) | null = null) {
    this.#step = step
  }

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

  /** Resolves with the next fact of this type about the agent; earlier facts count as seen. */
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

  /** Resolves once a call of this agent runs: reported, but without a result. */
  calls(agent: AgentId): Promise<true> {
    return this.#find(() => {
      const blocks = this.facts.flatMap((fact) =>
        fact.agent === agent && fact.type === 'block.said' ? [fact.block] : [],
      )
      const results = new Set(blocks.flatMap((block) => (block.kind === 'result' ? [block.call] : [])))
      return blocks.some((block) => block.kind === 'tool' && !results.has(block.call)) || undefined
    }, 'call')
  }

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
