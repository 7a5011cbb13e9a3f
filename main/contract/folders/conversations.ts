import type { AgentId } from '../api/model.ts'

/** What a tab that is opened from a conversation goes on in: a copy of it, or the original itself. */
export type GoesOn = 'copy' | 'original'

/** A conversation that a program keeps, as its file's beginning and end, or the program, tell it; times in ms. */
export interface ConversationHead {
  /** As the program names it. */
  readonly id: string
  /** Where it was held; null where the file does not say. */
  readonly folder: string | null
  /** What the user said first, one line; its own title where it has one. */
  readonly title: string
  readonly changedAt: number
  /** How many turns; null: its file is too long to count them, or its program does not tell. */
  readonly turns: number | null
  /** How large its file is; null where its program does not tell. */
  readonly bytes: number | null
}

/** One that can be gone on from. */
export interface ConversationView extends Omit<ConversationHead, 'changedAt'> {
  /** ISO 8601 UTC. */
  readonly changedAt: string
  /** The tab that has it: this is shown instead. */
  readonly tab: { readonly agent: AgentId; readonly name: string; readonly closed: boolean } | null
}

/** A page of them; `why`: there are none, since agents of this kind keep no list that Janus can read, or do not answer. */
export interface ConversationPage {
  readonly items: readonly ConversationView[]
  /** Cursor of the next, or null. */
  readonly next: number | null
  readonly why: string | null
  /** Null: none can be gone on from. */
  readonly goesOn: GoesOn | null
  /** The folder that was asked about, spelled as those of the items are; null: there is no list. */
  readonly folder: string | null
}

/** What becomes of files when a tab's changes are taken back; paths are absolute. */
export interface FileUndo {
  /** They have been; else it was only looked. */
  readonly isDone: boolean
  readonly files: readonly string[]
  /** Lines that are put back and taken away by it; null where nobody counted them. */
  readonly lines: { readonly added: number; readonly removed: number } | null
}
