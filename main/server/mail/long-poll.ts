import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { CallerSignal } from '../../contract/api/requests.ts'
import type { Row } from '../../core/step/effects.ts'
import type { State } from '../../core/step/state.ts'
import type { Clock } from '../../ports/ports.ts'

/** Lets a request wait for a change of a message or an agent. */
export class LongPoll {
  readonly #clock: Clock
  readonly #waiting = new Map<MessageId | AgentId, Set<() => void>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, looks) => sum + looks.size, 0)
  }

  /** Called by the engine after each commit. */
  published(before: State, after: State, rows: readonly Row[]): void {
    if (this.#waiting.size === 0) return
    const messages = new Set<string>(rows.flatMap((row) => (row.table === 'message' ? [row.row.id] : [])))
    for (const [of, looks] of [...this.#waiting]) {
      const agent = of as AgentId
      const changed = messages.has(of) || before.agents.get(agent) !== after.agents.get(agent)
      if (changed) for (const look of [...looks]) look()
    }
  }

  /**
   * Resolves with the result of `look`, now or after a change of `of`; null after `ms`, or when the caller is
   * gone. Never rejects.
   */
  until<T>(
    of: MessageId | AgentId,
    look: () => T | null,
    ms: number,
    gone?: CallerSignal,
  ): Promise<T | null> {
    const found = look()
    if (found !== null || ms <= 0 || gone?.aborted) return Promise.resolve(found)
    return new Promise((resolve) => {
      const looks = this.#waiting.get(of) ?? new Set()
      this.#waiting.set(of, looks)
      const end = (result: T | null): void => {
        cancel()
        gone?.removeEventListener('abort', leave)
        looks.delete(again)
        if (looks.size === 0) this.#waiting.delete(of)
        resolve(result)
      }
      const again = (): void => {
        const result = look()
        if (result !== null) end(result)
      }
      const leave = (): void => end(null)
      gone?.addEventListener('abort', leave)
      const cancel = this.#clock.after(ms, () => end(null))
      looks.add(again)
    })
  }
}
