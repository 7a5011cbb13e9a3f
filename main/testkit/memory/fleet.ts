import type { House, Outgoing, Row } from '../../ports/ports.ts'
import { keep } from './store/tables.ts'

/** Other houses, and what they are told, in memory. */
export class MemoryFleet {
  readonly #houses = new Map<string, House>()
  readonly #outgoing = new Map<string, Outgoing>()

  put(row: Extract<Row, { table: 'house' | 'outgoing' }>): void {
    if (row.table === 'outgoing') return keep(this.#outgoing, row.row, row.open)
    this.#houses.set(row.row.id, row.row)
  }

  load(): { readonly houses: readonly House[]; readonly outgoing: readonly Outgoing[] } {
    return { houses: [...this.#houses.values()], outgoing: [...this.#outgoing.values()] }
  }
}
