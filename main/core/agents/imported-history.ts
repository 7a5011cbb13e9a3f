import type { FilePatch } from '../../contract/folders/changes.ts'
import type { Within } from '../../contract/agents/subagents.ts'
import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { Block } from '../step/events.ts'

/** One thing that stands in a conversation from before: words of the user, a block of an answer, a turn broken off. */
export interface ImportedRow {
  /** ms; 0: its program wrote no time. */
  readonly at: number
  /** Set where words of the user begin a turn: their id in the conversation. */
  readonly prompt: FrameId | null
  /** One of the agent's subagents said it; it stands behind the call that started that one. */
  readonly within?: Within
  readonly said: { readonly kind: 'user'; readonly text: string } | { readonly kind: 'interrupted' } | Block
}

/** What was said in a conversation, the newest of it. */
export interface ImportedHistory {
  readonly rows: readonly ImportedRow[]
  /** Turns in `rows`, and turns before them that are in `file` alone. */
  readonly turns: number
  readonly earlier: number
  /** Lines that could not be read. */
  readonly damaged: number
  /** Where the conversation is kept; empty: its program does not tell. */
  readonly file: string
}

/** A conversation of before, copied for a tab: the original is as it was. Or, where that cannot be, the original. */
export interface ImportedConversation {
  readonly conversation: string
  readonly isOriginal?: true
  readonly past: ImportedHistory
}

/** Changes to these files were taken back; `since`: those from this row on, all of them without; `patch`: one hunk alone. */
export interface FilesUndone {
  readonly type: 'files.undone'
  readonly agent: AgentId
  readonly files: readonly string[]
  readonly since?: number
  readonly patch?: FilePatch
}
