import { moved } from '../core/clock-jump.ts'
import type { Row } from '../core/effects.ts'
import type { State } from '../core/state.ts'
import type { VirtualClock } from '../testing/virtual-clock.ts'

/**
 * What a world does, told as if its clock had never been set back: to whoever lives in it no time has gone by, so every
 * promise about spans and deadlines has to hold in this telling, as in a world whose clock nobody touches.
 */
export class OneTime {
  readonly #clock: VirtualClock
  /** By how much, in ms, the clock was set back in all; `#told`: as far as Janus knows. */
  #back = 0
  #told = 0
  /** When the clock last jumped, by the steady one, and Janus does not know it yet. */
  #since: number | null = null
  #moved = new WeakMap<object, object>()
  /** By how much what was settled is told later, by its id. */
  readonly #settled = new Map<string, number>()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  get now(): number {
    return this.#clock.now() + this.#back
  }

  /** How long Janus has not noticed that the clock has jumped, in ms of the steady clock; null: it knows. */
  get unnoticed(): number | null {
    return this.#since === null ? null : this.#clock.steady() - this.#since
  }

  /** The clock of the world has jumped. */
  leapt(by: number): void {
    if (by < 0) this.#back -= by
    this.#since ??= this.#clock.steady()
  }

  /** Janus has made a step, and so knows. */
  noticed(): void {
    this.#since = null
    if (this.#told === this.#back) return
    this.#told = this.#back
    this.#moved = new WeakMap()
  }

  /** A state as Janus has it. */
  state(state: State): State {
    if (this.#told === 0) return state
    const map = <K, V extends object>(all: ReadonlyMap<K, V>): ReadonlyMap<K, V> =>
      new Map([...all].map(([key, one]) => [key, this.#move(one)]))
    const { agents, links, gatherings, limits } = state
    const at = state.at + this.#told
    const stopped = limits.stopped === null ? null : limits.stopped + this.#told
    return {
      ...state,
      ...{ agents: map(agents), links: map(links), gatherings: map(gatherings), at },
      limits: stopped === null ? limits : { ...limits, stopped },
    }
  }

  /** Rows of a commit. A day of the calendar stays where it is. */
  rows(rows: readonly Row[]): readonly Row[] {
    return rows.map((row) => {
      if (!('row' in row) || row.table === 'day' || row.table === 'entry') return row
      const by = this.#of(row.row.id, 'open' in row ? row.open : row.table === 'agent')
      return by === 0 ? row : ({ ...row, row: this.#move(row.row, by) } as Row)
    })
  }

  /** A record that the store gives back. */
  kept<T extends { readonly id: string }>(record: T): T {
    const by = this.#settled.get(record.id) ?? this.#told
    return by === 0 ? record : this.#move(record, by)
  }

  /** How much later a record is told. What was settled before a jump stays in its own time, if it is written again too. */
  #of(id: string, isOpen: boolean): number {
    const known = this.#settled.get(id)
    if (isOpen) this.#settled.delete(id)
    else if (known === undefined) this.#settled.set(id, this.#told)
    return isOpen ? this.#told : (known ?? this.#told)
  }

  /** The same copy for the same record, as long as the clock stays. */
  #move<T extends object>(record: T, by = this.#told): T {
    const known = this.#moved.get(record) as T | undefined
    if (known) return known
    const copy = moved(record, by)
    this.#moved.set(record, copy)
    return copy
  }
}
