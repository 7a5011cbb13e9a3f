import type { AgentId } from '../../contract/api/model.ts'
import type { CallerSignal } from '../../contract/api/requests.ts'
import type { Clock, Fact } from '../../ports/ports.ts'

/** Milliseconds from the start of a turn until the process has called its model, as measured with the CLI. */
export const headStart = 12

/**
 * Reports when an agent has begun to work on its input, for callers that only wait for that (decision 48).
 */
export class Beginnings {
  readonly #clock: Pick<Clock, 'after'>
  readonly #waiting = new Map<AgentId, Set<() => void>>()

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  fact(fact: Fact): void {
    if (fact.type !== 'turn.began') return
    for (const began of [...(this.#waiting.get(fact.agent) ?? [])]) began()
  }

  /**
   * Resolves `headStart` after the next turn begins, at the latest after `ms`, or when the caller is gone.
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
