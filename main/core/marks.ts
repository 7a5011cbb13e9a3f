import type { GatheringId } from '../contract/gatherings.ts'
import type { AgentId } from '../contract/model.ts'

/** About whom something is to be decided anew at the end of a step; what is written of them says so by itself. */
export class Marks {
  readonly #agents = new Set<AgentId>()
  readonly #gatherings = new Set<GatheringId>()
  readonly #dealing = new Set<AgentId>()

  agent(id: AgentId): void {
    this.#agents.add(id)
  }

  gathering(id: GatheringId): void {
    this.#gatherings.add(id)
  }

  /** Something was opened or settled between this agent and another. */
  deals(id: AgentId): void {
    this.#dealing.add(id)
  }

  /** It is gone: nothing is to be decided about it any more. */
  forget(id: AgentId): void {
    this.#agents.delete(id)
  }

  /** Agents about which something is to be decided, those included that are marked while one goes through them. */
  agents(): ReadonlySet<AgentId> {
    return this.#agents
  }

  /** Agents between whom this step may have opened or settled something. */
  dealing(): Iterable<AgentId> {
    return this.#dealing
  }

  /** Gatherings about which something is to be decided, by now. */
  gatherings(): readonly GatheringId[] {
    return [...this.#gatherings]
  }
}
