import type { ConversationHead, FileUndo, ResumeMode } from '../contract/folders/conversations.ts'
import type { AgentKind, KindChoice } from '../contract/agents/kinds.ts'
import type { AgentId, FrameId } from '../contract/api/model.ts'
import type { ImportedConversation } from '../core/agents/imported-history.ts'
export type { ImportedHistory, ImportedRow, ImportedConversation } from '../core/agents/imported-history.ts'

/** Its message is for the user. */
export class ConversationError extends Error {
  override readonly name = 'ConversationError'
}

export interface SessionQuery {
  /** Absolute; its conversations come first. */
  readonly folder: string
  /** Only conversations whose first text or folder contains all these words; empty: all. */
  readonly words: string
  readonly offset: number
  readonly limit: number
}

/** The conversations that an agent's program stores, including those that Janus began. */
export interface SessionList {
  /** Whether a tab continues in a copy, or in the original where the program can't copy. */
  readonly resumeMode: ResumeMode
  /**
   * The folder's conversations first, then the others, each newest first. Rejects with a `ConversationError`
   * if the program can't be asked.
   */
  list(
    query: SessionQuery,
  ): Promise<{ readonly items: readonly ConversationHead[]; readonly isMore: boolean }>
  /** Null if no conversation has this id. */
  look(id: string): Promise<ConversationHead | null>
  /**
   * Copies a conversation where the program can, and reads its content. Rejects with a `ConversationError`.
   */
  takeUp(id: string): Promise<ImportedConversation>
  /** Deletes one whose head says `canDelete`; nothing brings it back. Rejects with a `ConversationError`. */
  delete?(id: string): Promise<void>
}

/** The conversation to copy, up to `place` (default: its end). */
export interface ForkOf extends KindChoice {
  readonly agent: AgentId
  readonly cwd: string
  readonly conversation: string
  readonly place?: ForkPlace
}

/** A place in a conversation: after one prompt, and before the first of `before`. */
export interface ForkPlace {
  readonly after: FrameId | null
  /** Empty: to the end. */
  readonly before: readonly FrameId[]
}

/** The conversations and file checkpoints that the agents' programs store. */
export interface Conversations {
  /**
   * Resolves with the copy's id; null if nothing was said before the place. Rejects when there is nothing to
   * copy or the place isn't in the conversation.
   */
  fork(of: ForkOf): Promise<string | null>
  /** Null if programs of this kind store no readable conversations. */
  sessionList(kind: AgentKind): SessionList | null
  /**
   * Restores the files that the agent changed through its tools to their state before this prompt; `look`
   * only lists them. Rejects with a message for the user.
   */
  undoFiles(agent: AgentId, frame: FrameId, how: 'look' | 'do'): Promise<FileUndo>
}
