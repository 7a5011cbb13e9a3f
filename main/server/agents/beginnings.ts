import type { AgentId } from '../../contract/api/model.ts'
import type { CallerSignal } from '../../contract/api/requests.ts'
import type { Clock, Fact } from '../../ports/ports.ts'

/** How long a process takes from the beginning of a turn until its model has been asked, in ms, measured with the CLI. */
export const headStart = 12

/** Tells when an agent is at work with what it was given: for anyone who waits only to let it go first (decision 48). */
export class Beginnings {
  readonly #clock: Pick<Clock, 'after'>
  readonly #waiting = new Map<AgentId, Set<() => void>>()

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Told by the processes. */
  fact(fact: Fact): void {
    if (fact.type !== 'turn.began') return
    for (const began of [...(this.#waiting.get(fact.agent) ?? [])]) began()
  }

  /**
   * Resolves `headStart` after the next beginning of a turn, at the latest after `ms`, or when the one who asked is gone.
   * Never rejects.
   */
  next(agent: AgentId, ms: number, gone?: CallerSignal): Promise<void> {
    if (gone?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const all = this.#waiting.get(agent) ?? new Set()
      this.#waiting.set(agent, all)
      const cancels: (() => void)[] = []
      const end = (): void => {
        for (const cancel of cancels) cancel()
        gone?.removeEventListener('abort', end)
        all.delete(began)
        if (all.size === 0) this.#waiting.delete(agent)
        resolve()
      }
      const began = (): void => {
        all.delete(began)
        cancels.push(this.#clock.after(headStart, end))
      }
      gone?.addEventListener('abort', end)
      cancels.push(this.#clock.after(ms, end))
      all.add(began)
    })
  }
}
