import type { AgentId } from '../api/model.ts'

/** Whether a resumed conversation continues in a copy or in the original. */
export type ResumeMode = 'copy' | 'original'

/**
 * A conversation stored by an agent's program, read from the beginning and end of its file or reported by the
 * program. Times in milliseconds.
 */
export interface ConversationHead {
  /** The program's own id. */
  readonly id: string
  /** Null if the file does not contain it. */
  readonly folder: string | null
  /** Its title, or the user's first message, on one line. */
  readonly title: string
  readonly changedAt: number
  /** Null: the file is too long to count them, or the program does not report it. */
  readonly turns: number | null
  /** File size; null if the program does not report it. */
  readonly bytes: number | null
  /** Its program deletes it on request. */
  readonly canDelete?: true
}

/** A conversation that can be resumed. */
export interface ConversationView extends Omit<ConversationHead, 'changedAt'> {
  /** ISO 8601 UTC. */
  readonly changedAt: string
  /** The tab that already has it and is opened instead. */
  readonly tab: { readonly agent: AgentId; readonly name: string; readonly closed: boolean } | null
}

/** `why`: why there are none: Janus cannot list this kind's conversations, or the program does not answer. */
export interface ConversationPage {
  readonly items: readonly ConversationView[]
  /** Cursor of the next page, or null. */
  readonly next: number | null
  readonly why: string | null
  /** Null: none can be resumed. */
  readonly resumeMode: ResumeMode | null
  /** The requested folder, spelled like those of the items; null: there is no list. */
  readonly folder: string | null
}

/** Files that are restored when a tab's changes are undone; absolute paths. */
export interface FileUndo {
  /** False: this was only a preview. */
  readonly isDone: boolean
  readonly files: readonly string[]
  /** Lines that it adds and removes; null if not counted. */
  readonly lines: { readonly added: number; readonly removed: number } | null
}
