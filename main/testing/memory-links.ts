import type { Crossing, CrossingId, Link, LinkId } from '../contract/ties.ts'
import type { LinkQuery, PlacedCrossing, Row } from '../ports.ts'

/** Links and crossings in memory, held to the same rules as in the database. */
export class MemoryLinks {
  readonly #links = new Map<LinkId, { readonly row: Link; readonly open: boolean }>()
  readonly #crossings = new Map<CrossingId, PlacedCrossing>()
  readonly #byLink = new Map<LinkId, CrossingId[]>()
  /** Which crossing took a turn over a link, and which brought it to a receiver. */
  readonly #fence = new Map<string, CrossingId>()

  /** In order of opening. */
  open(): Link[] {
    return [...this.#links.values()].filter(({ open }) => open).map(({ row }) => row)
  }

  link(id: LinkId): Link | null {
    return this.#links.get(id)?.row ?? null
  }

  links({ state, member }: LinkQuery, offset: number, limit: number): Link[] {
    const wanted = ({ closed, members }: Link): boolean =>
      (state === 'all' || (state === 'closed') === (closed !== null)) &&
      (member === null || members.includes(member))
    const all = Array.from(this.#links.values(), ({ row }) => row).filter(wanted)
    return all.reverse().slice(offset, offset + Math.max(0, limit))
  }

  crossings(link: LinkId, before: number | null, limit: number): PlacedCrossing[] {
    const all = (this.#byLink.get(link) ?? []).flatMap((id) => this.#crossings.get(id) ?? [])
    const until = all.filter(({ place }) => before === null || place < before)
    return until.slice(Math.max(0, until.length - Math.max(0, limit)))
  }

  /** Throws, before anything is changed, where these rows would take a turn to a receiver, or over a link, again. */
  refuseTaken(rows: readonly Row[]): void {
    const taken = new Map<string, CrossingId>()
    for (const row of rows) {
      if (row.table !== 'crossing') continue
      for (const way of waysOf(row.row)) {
        const holder = this.#fence.get(way) ?? taken.get(way) ?? row.row.id
        if (holder !== row.row.id) throw new Error(`${way} was taken by ${holder}, not with ${row.row.id}`)
        taken.set(way, holder)
      }
    }
  }

  put(row: Link, open: boolean): void {
    this.#links.set(row.id, { row, open })
  }

  cross(row: Crossing): void {
    const known = this.#crossings.get(row.id)
    if (!known) this.#byLink.set(row.link, [...(this.#byLink.get(row.link) ?? []), row.id])
    this.#crossings.set(row.id, { ...row, place: known?.place ?? this.#crossings.size + 1 })
    for (const way of waysOf(row)) this.#fence.set(way, row.id)
  }
}

const waysOf = ({ turn, link, sent }: Crossing): string[] => [
  `${turn} over ${link}`,
  ...sent.map(({ to }) => `${turn} to ${to}`),
]
