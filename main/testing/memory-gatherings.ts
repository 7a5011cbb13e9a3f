import type { Gathering, GatheringId, Utterance, UtteranceId } from '../contract/gatherings.ts'
import type { Author } from '../contract/model.ts'
import type { GatheringQuery, Row } from '../ports.ts'

/** Gatherings and what happened in them, in memory, held to the same rules as in the database. */
export class MemoryGatherings {
  readonly #all = new Map<GatheringId, { readonly row: Gathering; readonly open: boolean }>()
  readonly #keys = new Map<string, GatheringId>()
  /** By place, which is kept in order of first writing; pages are sorted. */
  readonly #rows = new Map<GatheringId, Map<number, Utterance>>()
  readonly #places = new Map<UtteranceId, string>()

  /** In order of convening. */
  open(): Gathering[] {
    return [...this.#all.values()].filter(({ open }) => open).map(({ row }) => row)
  }

  gathering(id: GatheringId): Gathering | null {
    return this.#all.get(id)?.row ?? null
  }

  byKey(by: Author, key: string): Gathering | null {
    const id = this.#keys.get(keyOf(by, key))
    return id === undefined ? null : this.gathering(id)
  }

  gatherings({ state, member }: GatheringQuery, offset: number, limit: number): Gathering[] {
    const wanted = (row: Gathering): boolean =>
      isOn(state, row) && (member === null || membersOf(row).includes(member))
    const all = Array.from(this.#all.values(), ({ row }) => row).filter(wanted)
    return all.reverse().slice(offset, offset + Math.max(0, limit))
  }

  utterances(gathering: GatheringId, before: number | null, limit: number): Utterance[] {
    const all = [...(this.#rows.get(gathering)?.values() ?? [])].sort((a, b) => a.n - b.n)
    const until = all.filter(({ n }) => before === null || n < before)
    return until.slice(Math.max(0, until.length - Math.max(0, limit)))
  }

  /** Throws, before anything is changed, where these rows would take another's place or key. */
  refuseTaken(rows: readonly Row[]): void {
    const taken = new Map<string, string>()
    const take = (what: string, holder: string | undefined, id: string): void => {
      if ((holder ?? taken.get(what) ?? id) !== id) throw new Error(`${what} of ${id} is taken`)
      taken.set(what, id)
    }
    for (const row of rows) {
      if (row.table === 'gathering') {
        const { id, convened, idempotencyKey } = row.row
        if (idempotencyKey === null) continue
        const key = keyOf(convened.by, idempotencyKey)
        take(`key ${key}`, this.#keys.get(key), id)
      }
      if (row.table === 'utterance') {
        const { id, gathering, n } = row.row
        const place = placeOf(row.row)
        take(`row ${place}`, this.#rows.get(gathering)?.get(n)?.id, id)
        take(`place of ${id}`, this.#places.get(id), place)
      }
    }
  }

  put(row: Gathering, open: boolean): void {
    this.#all.set(row.id, { row, open })
    if (row.idempotencyKey !== null) this.#keys.set(keyOf(row.convened.by, row.idempotencyKey), row.id)
  }

  say(row: Utterance): void {
    const rows = this.#rows.get(row.gathering) ?? new Map<number, Utterance>()
    this.#rows.set(row.gathering, rows.set(row.n, row))
    this.#places.set(row.id, placeOf(row))
  }
}

function isOn(state: GatheringQuery['state'], { stage, archived: shelved }: Gathering): boolean {
  switch (state) {
    case 'open':
      return stage !== 'closed'
    case 'closed':
      return stage === 'closed'
    case 'listed':
      return stage !== 'closed' || !shelved
    case 'all':
      return true
  }
}

const membersOf = ({ seats, harvester, convened: { by } }: Gathering): readonly (string | null)[] => [
  ...[...seats, harvester].map(({ agent }) => agent),
  by.kind === 'agent' ? by.id : null,
]

/** The person is one, at the window as at the API. */
const keyOf = (by: Author, key: string): string => `${by.kind === 'agent' ? by.id : by.kind} ${key}`

const placeOf = ({ gathering, n }: Utterance): string => `${gathering} ${n}`
