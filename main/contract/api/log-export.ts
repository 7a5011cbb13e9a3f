/**
 * What can be exported: an agent's conversation, a link's crossings, a thread of messages, or what the user
 * received of another machine's circle.
 */
export const exportedKinds = ['agent', 'link', 'thread', 'circle'] as const
export type ExportedKind = (typeof exportedKinds)[number]

/** Version of the JSON format; `docs/export.md` describes its fields. */
export const exportVersion = 1

/** A chunk of an exported file; all chunks concatenated are the file. */
export interface LogChunk {
  /** File name. */
  readonly name: string
  readonly text: string
  /** Rows of the log in this chunk. */
  readonly rows: number
  /** Cursor of the next chunk; null: this was the last. */
  readonly next: number | null
}

/** `path` null: the user cancelled. */
export interface SavedFile {
  readonly path: string | null
}
