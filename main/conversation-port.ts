import type { ConversationHead } from './contract/conversations.ts'
import type { TakenUp } from './core/agents/past.ts'
export type { Past, PastRow, TakenUp } from './core/agents/past.ts'

/** Why a conversation that a program keeps cannot be read; its message is for the person. */
export class ConversationError extends Error {
  override readonly name = 'ConversationError'
}

/** What a listing of conversations is asked for. */
export interface ShelfQuery {
  /** Those of this folder come first; absolute. */
  readonly folder: string
  /** Only those whose first words or folder have all of these words; empty: all. */
  readonly words: string
  readonly offset: number
  readonly limit: number
}

/** The conversations that a program keeps by itself, Janus's own among them. */
export interface Shelf {
  /** Of the folder first, then the others, newest first; `isMore`: there are more of them behind. Never rejects. */
  list(query: ShelfQuery): Promise<{ readonly items: readonly ConversationHead[]; readonly isMore: boolean }>
  /** Only its head; null: there is none of that id. */
  look(id: string): Promise<ConversationHead | null>
  /** Copies one and reads what was said. Rejects with a `ConversationError`. */
  takeUp(id: string): Promise<TakenUp>
}
