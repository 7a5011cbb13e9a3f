import { iso } from '../../../contract/words/times.ts'

/** A row of an export: of which day it is, and its parts of the page, or its record. */
export interface ExportRow {
  /** ms. */
  readonly at: number
  readonly markdown: readonly string[]
  readonly json: object
}

/** A log that is taken along. */
export interface LogSource {
  /** In one line, as the page is headed. */
  readonly title: string
  /** What the JSON says about it. */
  readonly about: Readonly<Record<string, unknown>>
  /** Lines under the heading. */
  readonly head: readonly string[]
  readonly rows: (cursor: number) => ExportedRows
}

/** Rows from a place on, in order. */
export interface ExportedRows {
  readonly rows: readonly ExportRow[]
  /** When the row before them was, in ms; null: they are the first. */
  readonly before: number | null
  /** Where the next begin; null: there are none. */
  readonly next: number | null
}

/** Rows that are read together. */
export const exportPage = 200

/** `08:30`, in UTC; from ms. */
export const utcTime = (ms: number): string => iso(ms).slice(11, 16)
