import type { Day } from '../../../contract/budget/budget.ts'

/** The sums of days, in memory, in their order. */
export class MemoryDays {
  #days: readonly Day[] = []

  get newest(): Day | null {
    return this.#days.at(-1) ?? null
  }

  /** One that lies further ahead was begun by a wrong clock. */
  put(day: Day): void {
    this.#days = [...this.#days.filter(({ date }) => date < day.date), day]
  }

  /** As `Store.days`. */
  before(date: string | null, limit: number): readonly Day[] {
    return this.#days
      .filter((day) => date === null || day.date < date)
      .toReversed()
      .slice(0, limit)
  }
}
