import type { AgentId } from '../../contract/api/model.ts'
import { refusal } from './refusals.ts'

/** Times in ms. */
const minute = 60_000

/** How often one agent may ask in a minute, whichever way its requests come. */
export class AskingRate {
  readonly #perMinute: number
  readonly #now: () => number
  readonly #windows = new Map<AgentId, { readonly from: number; count: number }>()

  /** `now`: ms on a clock that nobody sets. */
  constructor(perMinute = 600, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Counts one request; throws a refusal where it is one too many. */
  count(agent: AgentId): void {
    const at = this.#now()
    let window = this.#windows.get(agent)
    if (window === undefined || at >= window.from + minute || at < window.from) {
      window = { from: at, count: 0 }
      this.#windows.set(agent, window)
    }
    if (window.count >= this.#perMinute) {
      const wait = Math.max(1, Math.ceil((window.from + minute - at) / 1000))
      const most = String(this.#perMinute)
      throw refusal('too_many', `At most ${most} requests a minute; wait ${String(wait)} s.`, wait)
    }
    window.count++
  }
}
