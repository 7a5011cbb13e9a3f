import type { AgentId } from '../contract/api/model.ts'

/** What there is to say before an edit. */
export interface EditAdvice {
  /** For the model, with the result of its call; empty: nothing. */
  readonly words: string
  /** Why the user is to be asked first; empty: they are not. */
  readonly ask: string
}

/** Asks about files, by their paths as the agent names them, before it edits them. Never rejects. */
export type BeforeEdit = (agent: AgentId, paths: readonly string[]) => Promise<EditAdvice>
