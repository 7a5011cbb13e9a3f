import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { FileClaim, SharedFile } from '../../contract/edits/edits.ts'

/** What agents do to files, as observed by the server; paths are real ones with `/`. */
export type EditCommand =
  /** An agent is about to edit; its tool call gets the answer. */
  | { readonly type: 'edit.begun'; readonly agent: AgentId; readonly paths: readonly string[] }
  /** Its calls have changed these. What it didn't learn in a call comes with its next prompt. */
  | { readonly type: 'files.edited'; readonly agent: AgentId; readonly paths: readonly string[] }
  | { readonly type: 'files.settled'; readonly agent: AgentId; readonly paths: readonly string[] }
  /** Claims files, or releases them; no `globs` and 0 `minutes` releases all. */
  | {
      readonly type: 'files.claimed'
      readonly agent: AgentId
      readonly folder: string
      readonly globs: readonly string[]
      /** 0: released. */
      readonly minutes: number
    }

/**
 * A file that two agents edit, from one agent's view. `notice`: the message about it; null: it learned of it
 * in its call.
 */
export interface KnownShared extends SharedFile {
  readonly notice: MessageId | null
}

export interface AgentFiles {
  /** Changed by its calls and not committed, the newest last. */
  readonly edited: readonly string[]
  readonly claims: readonly FileClaim[]
  readonly shared: readonly KnownShared[]
}
