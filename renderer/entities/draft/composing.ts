import type { AgentId } from '../../../main/contract/api/model.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { ask } from '../../state/connection.ts'

/** While keys come, main is told so often at most, in ms. */
const every = 5_000

/** What of the user's writing goes out; tests pass their own. */
interface Told {
  readonly tell: (agent: AgentId, draft: boolean) => void
  readonly tellLeft: (agent: AgentId) => void
  readonly tellBegins: (agent: AgentId) => void
  /** ms. */
  readonly now: () => number
}

/**
 * Tells main that the user writes to an agent: at the first key, then every five seconds while keys come, and
 * when there is something unsent or nothing any more. It has no timer: where no keys come, nothing is told.
 */
export class Composing {
  readonly #outside: Told
  readonly #last = new Map<AgentId, { readonly at: number; readonly draft: boolean }>()

  constructor(outside: Told) {
    this.#outside = outside
  }

  /** The user pressed a key or changed the words; `draft`: something stands there now. */
  typed(agent: AgentId, draft: boolean): void {
    const last = this.#last.get(agent)
    const at = this.#outside.now()
    if (last?.draft === draft && at - last.at < every) return
    this.#last.set(agent, { at, draft })
    this.#outside.tell(agent, draft)
  }

  /** The user has pressed where they write: what they paste and send at once finds the agent awake. */
  begins(agent: AgentId): void {
    const last = this.#last.get(agent)
    if (last === undefined || this.#outside.now() - last.at >= every) this.#outside.tellBegins(agent)
  }

  /** The words are for somebody else now; nothing is told of an agent of whom nothing was. */
  left(agent: AgentId): void {
    if (this.#last.delete(agent)) this.#outside.tellLeft(agent)
  }

  /** The words were sent, as main knows by itself: told of it, it would take the user to be writing still. */
  sent(agent: AgentId): void {
    this.#last.delete(agent)
  }
}

const tell = (what: RequestInput<'agents.composing'>) =>
  void ask('agents.composing', what).catch(() => undefined)

/** This window's own. Main may not hear it; nobody waits for that. */
export const composing = new Composing({
  tell: (agent, draft) => tell({ agent, draft }),
  tellLeft: (agent) => tell({ agent, draft: false, left: true }),
  tellBegins: (agent) => tell({ agent, draft: false, begins: true }),
  now: () => performance.now(),
})
