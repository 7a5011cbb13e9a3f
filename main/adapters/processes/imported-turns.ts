import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ImportedRow } from '../../ports/conversations.ts'

/** Caps on what a tab imports of a conversation: newest turns, rows, characters. */
export const maxImportedRows = { turns: 200, rows: 3000, text: 4 * 1024 * 1024 }

/** Collects the newest turns of a conversation that is read from its start, in bounded memory. */
export class ImportedTurns<Row extends ImportedRow = ImportedRow> {
  /** The first may have no prompt: rows before any turn. */
  #turns: { readonly isPrompted: boolean; readonly rows: Row[] }[] = []
  #rows = 0
  #size = 0
  #earlier = 0

  get rows(): readonly Row[] {
    return this.#turns.flatMap(({ rows }) => rows)
  }

  get turns(): number {
    return this.#turns.filter(({ isPrompted }) => isPrompted).length
  }

  /** Number of turns dropped. */
  get earlier(): number {
    return this.#earlier
  }

  /** The next row starts a new turn. */
  begin(): void {
    this.#turns.push({ isPrompted: true, rows: [] })
  }

  add(row: Row): void {
    if (this.#turns.length === 0) this.#turns.push({ isPrompted: false, rows: [] })
    this.#turns.at(-1)?.rows.push(row)
    this.#rows += 1
    this.#size += sizeOf(row)
  }

  /** Drops rows that were rewound. */
  keep(isKept: (row: Row) => boolean): void {
    const kept = this.#turns.map((turn) => ({ ...turn, rows: turn.rows.filter(isKept) }))
    this.#turns = kept.filter(({ rows }) => rows.length > 0)
    const { rows } = this
    this.#rows = rows.length
    this.#size = rows.reduce((sum, row) => sum + sizeOf(row), 0)
  }

  /** Drops turns from the front; in a single turn, rows after its prompt. */
  trim(): void {
    while (this.#turns.length > 1 && (this.#turns.length > maxImportedRows.turns || this.#isMuch())) {
      const gone = this.#turns.shift()
      this.#forget(gone?.rows ?? [])
      if (gone?.isPrompted) this.#earlier += 1
    }
    const [only] = this.#turns
    while (only && only.rows.length > 2 && this.#isMuch()) this.#forget(only.rows.splice(1, 1))
  }

  #isMuch(): boolean {
    return this.#rows > maxImportedRows.rows || this.#size > maxImportedRows.text
  }

  #forget(rows: readonly Row[]): void {
    this.#rows -= rows.length
    this.#size -= rows.reduce((sum, row) => sum + sizeOf(row), 0)
  }
}

/** Characters. */
export function sizeOf({ said }: ImportedRow): number {
  if (said.kind === 'tool') return said.input.length
  return said.kind === 'interrupted' ? 0 : said.text.length
}

/** `start`: byte offset. */
export async function* fileLines(path: string, start = 0): AsyncGenerator<string> {
  const input = createReadStream(path, { start })
  try {
    yield* createInterface({ input, crlfDelay: Infinity })
  } finally {
    input.destroy()
  }
}
