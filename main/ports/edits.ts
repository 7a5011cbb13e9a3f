import type { AgentId } from '../contract/api/model.ts'

export interface EditAdvice {
  /** Goes to the model with the tool result; may be empty. */
  readonly words: string
  /** Why the user must be asked first; empty: no need to ask. */
  readonly ask: string
}

/** Called before an agent edits files; paths are as the agent gave them. Never rejects. */
export type BeforeEdit = (agent: AgentId, paths: readonly string[]) => Promise<EditAdvice>
