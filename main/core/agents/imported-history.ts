import type { FilePatch } from '../../contract/folders/changes.ts'
import type { Within } from '../../contract/agents/subagents.ts'
import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { Block } from '../step/events.ts'

/** An item of an imported conversation: a user's text, a block of an answer, or an interruption. */
export interface ImportedRow {
  /** ms; 0: its program recorded no time. */
  readonly at: number
  /** Set on a user's text that starts a turn: its id in the conversation. */
  readonly prompt: FrameId | null
  /** A subagent said it; it follows the call that started the subagent. */
  readonly within?: Within
  readonly said: { readonly kind: 'user'; readonly text: string } | { readonly kind: 'interrupted' } | Block
}

/** The newest part of a conversation. */
export interface ImportedHistory {
  readonly rows: readonly ImportedRow[]
  /** Turns in `rows`; `earlier`: turns before them that are only in `file`. */
  readonly turns: number
  readonly earlier: number
  readonly damaged: number
  /** Where the program stores the conversation; empty if unknown. */
  readonly file: string
}

/** An imported conversation: a copy made for the tab or, if `isOriginal`, the original itself. */
export interface ImportedConversation {
  readonly conversation: string
  readonly isOriginal?: true
  readonly past: ImportedHistory
}

/** Changes to these files were reverted; `since`: only those from this row on; `patch`: only this hunk. */
export interface FilesUndone {
  readonly type: 'files.undone'
  readonly agent: AgentId
  readonly files: readonly string[]
  readonly since?: number
  readonly patch?: FilePatch
}
