/**
 * What can be taken along as a file: an agent's conversation, what crossed a link, an exchange of messages, a circle of
 * another machine as the user heard it.
 */
export const exportedKinds = ['agent', 'link', 'thread', 'circle'] as const
/** One of them. */
export type ExportedKind = (typeof exportedKinds)[number]

/** Which version of the JSON form a file has; its fields stand in `docs/export.md`. */
export const exportVersion = 1

/** A part of a log as a file; all parts behind each other are the file. */
export interface LogChunk {
  /** What the file is called. */
  readonly name: string
  readonly text: string
  /** Rows of the log in this part. */
  readonly rows: number
  /** For the part behind this one; null: this was the last. */
  readonly next: number | null
}

/** What became of a file that was to be written; `path` null: the user chose none. */
export interface SavedFile {
  readonly path: string | null
}
