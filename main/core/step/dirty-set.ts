import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { Link, LinkId } from '../../contract/links/links.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'

/** A link as it was before this step, and as it is by now. */
interface LinkChange {
  readonly before: Link | undefined
  readonly now: Link
}

/** A circle as it was before this step, and as it is by now. */
interface CircleChange {
  readonly before: Gathering | undefined
  readonly now: Gathering
}

/** About whom something is to be decided again at the end of a step; what is written of them says so by itself. */
export class DirtySet {
  /** In the order in which they were marked; a gap is one that is gone. */
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

  /** Another machine may have to be told something. */
  machine(name: MachineName): void {
    this.#machines.add(name)
  }

  /** How this message of another machine stands is to be told there. */
  standing(message: Message): void {
    this.#standings.set(message.id, message)
  }

  /** A link whose members live on several machines has changed: they may have to be told. */
  link(now: Link, before: Link | undefined): void {
    this.#links.set(now.id, { before, now })
  }

  /** A circle has changed: something may be due in it, and users of other machines who sit there may have to be told. */
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

  /** It is gone: nothing is to be decided about it any more. */
  forget(id: AgentId): void {
    if (!this.#isMarked.delete(id)) return
    this.#agents[this.#agents.indexOf(id)] = null
  }

  /** Agents about which something is to be decided, by now. */
  agents(): readonly AgentId[] {
    return this.#agents.filter((id) => id !== null)
  }

  /** A list of work: each agent about which something is to be decided, and behind them those that this marks. */
  eachAgent(decide: (id: AgentId) => void): void {
    for (let at = 0; at < this.#agents.length; at += 1) {
      const id = this.#agents[at] ?? null
      if (id !== null) decide(id)
    }
  }

  /** Agents between whom this step may have opened or settled something, by now. */
  exchanging(): readonly AgentId[] {
    return [...this.#exchanging]
  }

  /** Gatherings about which something is to be decided, by now. */
  gatherings(): readonly GatheringId[] {
    return [...this.#gatherings]
  }
}
