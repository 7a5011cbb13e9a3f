import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ImportedRow } from '../../ports/conversations.ts'

/** What of a conversation a tab shows: the newest turns, so many, with so many rows and characters, at most. */
export const maxImportedRows = { turns: 200, rows: 3000, text: 4 * 1024 * 1024 }

/** What was said in the newest turns of a conversation that is read from its beginning: its memory is that of these. */
export class ImportedTurns<Row extends ImportedRow = ImportedRow> {
  /** The rows of each turn; the first may be what was said before any. */
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

  /** Turns of which nothing is kept. */
  get earlier(): number {
    return this.#earlier
  }

  /** A turn begins with the next row. */
  begin(): void {
    this.#turns.push({ isPrompted: true, rows: [] })
  }

  add(row: Row): void {
    if (this.#turns.length === 0) this.#turns.push({ isPrompted: false, rows: [] })
    this.#turns.at(-1)?.rows.push(row)
    this.#rows += 1
    this.#size += sizeOf(row)
  }

  /** Keeps only these rows: the others were taken back. */
  keep(isKept: (row: Row) => boolean): void {
    const kept = this.#turns.map((turn) => ({ ...turn, rows: turn.rows.filter(isKept) }))
    this.#turns = kept.filter(({ rows }) => rows.length > 0)
    const { rows } = this
    this.#rows = rows.length
    this.#size = rows.reduce((sum, row) => sum + sizeOf(row), 0)
  }

  /** What is too much goes from the front, by turns; of a single one by rows, but for its prompt. */
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

/** How many characters a row has. */
export function sizeOf({ said }: ImportedRow): number {
  if (said.kind === 'tool') return said.input.length
  return said.kind === 'interrupted' ? 0 : said.text.length
}

/** The lines of a file, from this byte on. */
export async function* fileLines(path: string, start = 0): AsyncGenerator<string> {
  const input = createReadStream(path, { start })
  try {
    yield* createInterface({ input, crlfDelay: Infinity })
  } finally {
    input.destroy()
  }
}
