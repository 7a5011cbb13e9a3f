import { iso } from '../../../contract/words/times.ts'

export interface ExportRow {
  /** Milliseconds. */
  readonly at: number
  readonly markdown: readonly string[]
  readonly json: object
}

export interface LogSource {
  /** One line. */
  readonly title: string
  /** Fields of the JSON head. */
  readonly about: Readonly<Record<string, unknown>>
  /** Lines below the title. */
  readonly head: readonly string[]
  readonly rows: (cursor: number) => ExportedRows
}

/** In order. */
export interface ExportedRows {
  readonly rows: readonly ExportRow[]
  /** Milliseconds of the row before; null: these are the first. */
  readonly before: number | null
  /** Cursor of the next rows, or null. */
  readonly next: number | null
}

export const exportPage = 200

/** `08:30`, in UTC. */
export const utcTime = (ms: number): string => iso(ms).slice(11, 16)
