import type { Crossing, LinkId, Link } from '../../../contract/links/links.ts'
import type { AgentId, Author, TurnId } from '../../../contract/api/model.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import type {
  PlacedCrossing,
  Machine,
  Outgoing,
  Row,
  GatheringQuery,
  LinkQuery,
} from '../../../ports/ports.ts'
import type { Day } from '../../../contract/budget/budget.ts'
import type { Gathering } from '../../../contract/gatherings/gatherings.ts'

/** Rows by id, in the order of their first write; some are open. */
export class Table<T extends { readonly id: string }> {
  readonly rows = new Map<string, T>()
  /** Places in the order of the first write. */
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

/** Numbered rows of several logs. */
export class Log<T> {
  readonly rows = new Map<string, Map<number, T>>()

  put(of: string, place: number, row: T): void {
    const rows = this.rows.get(of) ?? new Map<number, T>()
    this.rows.set(of, rows.set(place, row))
  }

  all(): T[] {
    return [...this.rows.values()].flatMap((rows) => [...rows.values()])
  }

  /** The latest before a place, oldest first. */
  page(of: string, before: number | null, limit: number): T[] {
    const all = [...(this.rows.get(of) ?? [])].sort(([a], [b]) => a - b)
    const until = all.filter(([place]) => before === null || place < before)
    return until.slice(Math.max(0, until.length - Math.max(0, limit))).map(([, row]) => row)
  }
}

/** Keeps a row while it is open: of settled rows only turns are read, which have their own table. */
export function keep<T extends { id: string }>(into: Map<string, T>, row: T, open: boolean): void {
  if (open) into.set(row.id, row)
  else into.delete(row.id)
}

/** At most `limit` rows after the first `offset`. */
export function slice<T>(rows: readonly T[], offset: number, limit: number): readonly T[] {
  return rows.slice(offset, offset + Math.max(0, limit))
}

/** Messages to an agent by these senders, accepted before a place. */
export const isTo =
  (receiver: AgentId, before: number | null, by: (from: Author) => boolean) =>
  ({ to, from, seq }: Message): boolean =>
    to === receiver && by(from) && (before === null || seq < before)

/** A turn's crossing of a link, without its place. */
export function crossingIn(all: Iterable<PlacedCrossing>, link: LinkId, turn: TurnId): Crossing | null {
  for (const { place: _, ...crossing } of all)
    if (crossing.link === link && crossing.turn === turn) return crossing
  return null
}

export class MemoryDays {
  #days: readonly Day[] = []

  get newest(): Day | null {
    return this.#days.at(-1) ?? null
  }

  /** A later day was begun by a wrong clock. */
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

/** Other machines, and their outgoing messages. */
export class MemoryFleet {
  readonly #machines = new Map<string, Machine>()
  readonly #outgoing = new Map<string, Outgoing>()

  put(row: Extract<Row, { table: 'machine' | 'outgoing' }>): void {
    if (row.table === 'outgoing') return keep(this.#outgoing, row.row, row.open)
    this.#machines.set(row.row.id, row.row)
  }

  load(): { readonly machines: readonly Machine[]; readonly outgoing: readonly Outgoing[] } {
    return { machines: [...this.#machines.values()], outgoing: [...this.#outgoing.values()] }
  }
}

/** Whether the gathering is listed in that state. */
export function isOn(state: GatheringQuery['state'], { stage, archived }: Gathering): boolean {
  switch (state) {
    case 'open':
      return stage !== 'closed'
    case 'closed':
      return stage === 'closed'
    case 'listed':
      return stage !== 'closed' || !archived
    case 'all':
      return true
  }
}

export const membersOf = ({ seats, harvester, convened: { by } }: Gathering): readonly (string | null)[] => [
  ...[...seats, harvester].map(({ agent }) => agent),
  by.kind === 'agent' ? by.id : null,
]

export function isWanted(
  { closed, members }: Link,
  state: LinkQuery['state'],
  member: LinkQuery['member'],
): boolean {
  const isState = state === 'all' || (state === 'closed') === (closed !== null)
  return isState && (member === null || members.includes(member))
}
