import type { Crossing, LinkId } from '../../../contract/links/links.ts'
import type { AgentId, Author, TurnId } from '../../../contract/api/model.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import type { PlacedCrossing } from '../../../ports/ports.ts'

/** Rows by their ids, in order of first writing; some are open. */
export class Table<T extends { readonly id: string }> {
  readonly rows = new Map<string, T>()
  /** Their places in the order of first writing. */
  readonly #places = new Map<string, number>()
  readonly #open = new Set<string>()
  #next = 0

  put(row: T, open: boolean): void {
    if (!this.rows.has(row.id)) this.#places.set(row.id, this.#next++)
    this.rows.set(row.id, row)
    if (open) this.#open.add(row.id)
    else this.#open.delete(row.id)
  }

  delete(id: string): void {
    this.rows.delete(id)
    this.#open.delete(id)
  }

  open(): T[] {
    const open = [...this.#open].flatMap((id) => this.rows.get(id) ?? [])
    return open.sort((a, b) => (this.#places.get(a.id) ?? 0) - (this.#places.get(b.id) ?? 0))
  }
}

/** Rows under something that has a log, by their places. */
export class Log<T> {
  readonly rows = new Map<string, Map<number, T>>()

  put(of: string, place: number, row: T): void {
    const rows = this.rows.get(of) ?? new Map<number, T>()
    this.rows.set(of, rows.set(place, row))
  }

  /** Every row of every log. */
  all(): T[] {
    return [...this.rows.values()].flatMap((rows) => [...rows.values()])
  }

  /** The newest before a place, oldest first. */
  page(of: string, before: number | null, limit: number): T[] {
    const all = [...(this.rows.get(of) ?? [])].sort(([a], [b]) => a - b)
    const until = all.filter(([place]) => before === null || place < before)
    return until.slice(Math.max(0, until.length - Math.max(0, limit))).map(([, row]) => row)
  }
}

/** Keeps a row while it is open: of what is settled only turns are asked for, which are kept apart. */
export function keep<T extends { id: string }>(into: Map<string, T>, row: T, open: boolean): void {
  if (open) into.set(row.id, row)
  else into.delete(row.id)
}

/** `limit` rows at most, after the first `offset`. */
export function slice<T>(rows: readonly T[], offset: number, limit: number): readonly T[] {
  return rows.slice(offset, offset + Math.max(0, limit))
}

/** Messages to one agent, of those senders, accepted before a place. */
export const isTo =
  (receiver: AgentId, before: number | null, by: (from: Author) => boolean) =>
  ({ to, from, seq }: Message): boolean =>
    to === receiver && by(from) && (before === null || seq < before)

/** What of a turn crossed a link, without its place. */
export function crossingIn(all: Iterable<PlacedCrossing>, link: LinkId, turn: TurnId): Crossing | null {
  for (const { place: _, ...crossing } of all)
    if (crossing.link === link && crossing.turn === turn) return crossing
  return null
}
