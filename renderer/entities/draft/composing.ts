import type { AgentId } from '../../../main/contract/api/model.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { ask } from '../../state/connection.ts'

/** Milliseconds between reports while the user types. */
const every = 5_000

/** What is reported; tests pass their own. */
interface Told {
  readonly tell: (agent: AgentId, draft: boolean) => void
  readonly tellLeft: (agent: AgentId) => void
  readonly tellBegins: (agent: AgentId) => void
  /** Milliseconds. */
  readonly now: () => number
}

/**
 * Reports that the user writes to an agent: at the first key, then every five seconds while keys come, and
 * when the draft becomes empty or not empty. There is no timer: without keys nothing is reported.
 */
export class Composing {
  readonly #outside: Told
  readonly #last = new Map<AgentId, { readonly at: number; readonly draft: boolean }>()

  constructor(outside: Told) {
    this.#outside = outside
  }

  /** `draft`: the field is not empty now. */
  typed(agent: AgentId, draft: boolean): void {
    const last = this.#last.get(agent)
    const at = this.#outside.now()
    if (last?.draft === draft && at - last.at < every) return
    this.#last.set(agent, { at, draft })
    this.#outside.tell(agent, draft)
  }

  /** A press in the field wakes the agent, in case the user pastes and sends at once. */
  begins(agent: AgentId): void {
    const last = this.#last.get(agent)
    if (last === undefined || this.#outside.now() - last.at >= every) this.#outside.tellBegins(agent)
  }

  /** The draft is for another agent now; reported only if typing was. */
  left(agent: AgentId): void {
    if (this.#last.delete(agent)) this.#outside.tellLeft(agent)
  }

  /** Main knows that a message was sent; a report would mean that the user is still writing. */
  sent(agent: AgentId): void {
    this.#last.delete(agent)
  }
}

const tell = (what: RequestInput<'agents.composing'>) =>
  void ask('agents.composing', what).catch(() => undefined)

/** Errors are ignored: the reports only save time. */
export const composing = new Composing({
  tell: (agent, draft) => tell({ agent, draft }),
  tellLeft: (agent) => tell({ agent, draft: false, left: true }),
  tellBegins: (agent) => tell({ agent, draft: false, begins: true }),
  now: () => performance.now(),
})
