import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { FileClaim, SharedFile } from '../../contract/edits/edits.ts'

/** What agents do to files, as the server has found it: paths are real ones with `/`. Each has an answer. */
export type EditCommand =
  /** An agent is about to edit these, and hears the answer in that very call. */
  | { readonly type: 'edit.begun'; readonly agent: AgentId; readonly paths: readonly string[] }
  /** Its calls have changed these. What it has not heard in a call it hears with its next prompt. */
  | { readonly type: 'files.edited'; readonly agent: AgentId; readonly paths: readonly string[] }
  /** Its changes of these are committed or reverted. */
  | { readonly type: 'files.settled'; readonly agent: AgentId; readonly paths: readonly string[] }
  /** It claims these, or gives them back; without any, with no `minutes`, all. */
  | {
      readonly type: 'files.claimed'
      readonly agent: AgentId
      readonly folder: string
      readonly globs: readonly string[]
      /** 0: they are given back. */
      readonly minutes: number
    }

/** A file that two agents edit, as one of them has it. `notice`: what tells it so; null: it heard in its call. */
export interface KnownShared extends SharedFile {
  readonly notice: MessageId | null
}

/** What is known of one agent's files. */
export interface AgentFiles {
  /** Changed by its calls and not committed, the newest last. */
  readonly edited: readonly string[]
  readonly claims: readonly FileClaim[]
  readonly shared: readonly KnownShared[]
}
