import type { GatheringId } from '../contract/gatherings.ts'
import type { HouseName } from '../contract/houses.ts'
import type { Link, LinkId } from '../contract/links.ts'
import type { Message } from '../contract/messages.ts'
import type { AgentId, MessageId } from '../contract/model.ts'

/** A link as it was before this step, and as it is by now. */
interface LinkChange {
  readonly before: Link | undefined
  readonly now: Link
}

/** About whom something is to be decided anew at the end of a step; what is written of them says so by itself. */
export class Marks {
  readonly #agents = new Set<AgentId>()
  readonly #gatherings = new Set<GatheringId>()
  readonly #dealing = new Set<AgentId>()
  readonly #houses = new Set<HouseName>()
  readonly #standings = new Map<MessageId, Message>()
  readonly #links = new Map<LinkId, LinkChange>()

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

  /** Another house may have to be told something. */
  house(name: HouseName): void {
    this.#houses.add(name)
  }

  /** How this message of another house stands is to be told there. */
  standing(message: Message): void {
    this.#standings.set(message.id, message)
  }

  /** A link whose members live in several houses has changed: they may have to be told. */
  link(now: Link, before: Link | undefined): void {
    this.#links.set(now.id, { before, now })
  }

  links(): readonly LinkChange[] {
    return [...this.#links.values()]
  }

  houses(): readonly HouseName[] {
    return [...this.#houses]
  }

  standings(): readonly Message[] {
    return [...this.#standings.values()]
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
