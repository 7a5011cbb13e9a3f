import type { DenialLog } from '../../../ports/denials.ts'
import type { DeniedRequest, DeniedRequestLine } from '../../../contract/app/denied-requests.ts'
import type { Page } from '../../../contract/api/views.ts'
import type { Clock } from '../../../ports/ports.ts'

/** A record of denied requests without a limit. */
export class MemoryDenials implements DenialLog {
  readonly #lines: DeniedRequestLine[] = []
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  note(denied: DeniedRequest): void {
    this.#lines.push({ n: this.#lines.length + 1, at: new Date(this.#clock.now()).toISOString(), ...denied })
  }

  page(before: number | null, limit: number): Page<DeniedRequestLine> {
    const fitting = this.#lines.filter(({ n }) => before === null || n < before).toReversed()
    const items = fitting.slice(0, limit)
    return { items, next: fitting.length > limit ? (items.at(-1)?.n ?? null) : null }
  }
}
