import type { ConversationHead, FileUndo, GoesOn } from '../contract/folders/conversations.ts'
import type { AgentKind, KindChoice } from '../contract/agents/kinds.ts'
import type { AgentId, FrameId } from '../contract/api/model.ts'
import type { ImportedConversation } from '../core/agents/imported-history.ts'
export type { ImportedHistory, ImportedRow, ImportedConversation } from '../core/agents/imported-history.ts'

/** Why a conversation that a program keeps cannot be read; its message is for the user. */
export class ConversationError extends Error {
  override readonly name = 'ConversationError'
}

/** What a listing of conversations is asked for. */
export interface SessionQuery {
  /** Those of this folder come first; absolute. */
  readonly folder: string
  /** Only those whose first words or folder have all of these words; empty: all. */
  readonly words: string
  readonly offset: number
  readonly limit: number
}

/** The conversations that a program keeps by itself, Janus's own among them. */
export interface SessionList {
  /** A tab goes on in a copy, and the original stays as it is; or in the original itself, where it cannot be copied. */
  readonly goesOn: GoesOn
  /**
   * Of the folder first, then the others, newest first; `isMore`: there are more of them behind. Rejects with a
   * `ConversationError` where the program that keeps them cannot be asked.
   */
  list(
    query: SessionQuery,
  ): Promise<{ readonly items: readonly ConversationHead[]; readonly isMore: boolean }>
  /** Only its head; null: there is none of that id. */
  look(id: string): Promise<ConversationHead | null>
  /** Copies one, where it can be copied, and reads what was said. Rejects with a `ConversationError`. */
  takeUp(id: string): Promise<ImportedConversation>
}

/** Whose conversation is copied, and up to where; without a place to its end. */
export interface ForkOf extends KindChoice {
  readonly agent: AgentId
  readonly cwd: string
  readonly conversation: string
  readonly place?: ForkPlace
}

/** A place in a conversation: before the first of some prompts, where another one stands before it. */
export interface ForkPlace {
  readonly after: FrameId | null
  /** Whichever of them comes first; none: to the end. */
  readonly before: readonly FrameId[]
}

/** What the agents' programs keep of what was said, and of files. */
export interface Conversations {
  /**
   * Copies a conversation as it stands; resolves with the copy's id, null where nothing was said before the place.
   * Rejects when there is nothing to copy, or that place is not in it.
   */
  fork(of: ForkOf): Promise<string | null>
  /** The conversations that programs of this kind keep; null: they keep none that can be read. */
  sessionList(kind: AgentKind): SessionList | null
  /**
   * Takes the files that the agent changed through its tools back to what they were before this prompt, or only looks
   * which these are. Rejects, in words for the user, where it cannot.
   */
  undoFiles(agent: AgentId, frame: FrameId, how: 'look' | 'do'): Promise<FileUndo>
}
