import type { AttemptRecord } from '../../../ports/attempts.ts'
import type { Attempt, AttemptLine } from '../../../contract/app/attempts.ts'
import type { Page } from '../../../contract/api/views.ts'
import type { Clock } from '../../../ports/ports.ts'

/** A record of refused attempts, in memory; it takes every one. */
export class MemoryAttempts implements AttemptRecord {
  readonly #lines: AttemptLine[] = []
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  note(attempt: Attempt): void {
    this.#lines.push({ n: this.#lines.length + 1, at: new Date(this.#clock.now()).toISOString(), ...attempt })
  }

  page(before: number | null, limit: number): Page<AttemptLine> {
    const fitting = this.#lines.filter(({ n }) => before === null || n < before).toReversed()
    const items = fitting.slice(0, limit)
    return { items, next: fitting.length > limit ? (items.at(-1)?.n ?? null) : null }
  }
}
