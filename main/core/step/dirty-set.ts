import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { Link, LinkId } from '../../contract/links/links.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'

interface LinkChange {
  readonly before: Link | undefined
  readonly now: Link
}

interface CircleChange {
  readonly before: Gathering | undefined
  readonly now: Gathering
}

/** What must be decided again at the end of a step. `Step` marks agents itself when it writes their state. */
export class DirtySet {
  /** In marking order; null where the agent was removed. */
  readonly #agents: (AgentId | null)[] = []
  readonly #isMarked = new Set<AgentId>()
  readonly #gatherings = new Set<GatheringId>()
  readonly #exchanging = new Set<AgentId>()
  readonly #machines = new Set<MachineName>()
  readonly #standings = new Map<MessageId, Message>()
  readonly #links = new Map<LinkId, LinkChange>()
  readonly #circles = new Map<GatheringId, CircleChange>()

  agent(id: AgentId): void {
    if (this.#isMarked.has(id)) return
    this.#isMarked.add(id)
    this.#agents.push(id)
  }

  gathering(id: GatheringId): void {
    this.#gatherings.add(id)
  }

  /** Something was opened or settled between this agent and another. */
  deals(id: AgentId): void {
    this.#exchanging.add(id)
  }

  machine(name: MachineName): void {
    this.#machines.add(name)
  }

  /** The state of this message from another machine must be reported back. */
  standing(message: Message): void {
    this.#standings.set(message.id, message)
  }

  /** A link with members on several machines changed; they may need an update. */
  link(now: Link, before: Link | undefined): void {
    this.#links.set(now.id, { before, now })
  }

  /** A gathering changed: something may be due, and remote users in it may need an update. */
  circle(now: Gathering, before: Gathering | undefined): void {
    this.gathering(now.id)
    this.#circles.set(now.id, { before, now })
  }

  circles(): readonly CircleChange[] {
    return [...this.#circles.values()]
  }

  links(): readonly LinkChange[] {
    return [...this.#links.values()]
  }

  machines(): readonly MachineName[] {
    return [...this.#machines]
  }

  standings(): readonly Message[] {
    return [...this.#standings.values()]
  }

  forget(id: AgentId): void {
    if (!this.#isMarked.delete(id)) return
    this.#agents[this.#agents.indexOf(id)] = null
  }

  agents(): readonly AgentId[] {
    return this.#agents.filter((id) => id !== null)
  }

  /** Also visits agents that `decide` marks. */
  eachAgent(decide: (id: AgentId) => void): void {
    for (let at = 0; at < this.#agents.length; at += 1) {
      const id = this.#agents[at] ?? null
      if (id !== null) decide(id)
    }
  }

  exchanging(): readonly AgentId[] {
    return [...this.#exchanging]
  }

  gatherings(): readonly GatheringId[] {
    return [...this.#gatherings]
  }
}
