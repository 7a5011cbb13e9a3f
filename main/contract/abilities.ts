import type { PermissionMode } from './model.ts'

/**
 * What an agent's process can do. Told when it is ready, since it may hang on its version; the core asks for nothing
 * else, and never for a kind of agent.
 */
export interface Abilities {
  /** Takes words into its conversation without a turn; they are read with the next prompt. */
  readonly notes: boolean
  /** Takes words into the turn that runs, at its next tool. */
  readonly folds: boolean
  /** A new process goes on with its conversation. */
  readonly resumes: boolean
  /** Permission modes to which a process that runs can be switched; into any other a new one is started. */
  readonly switchesTo: readonly PermissionMode[]
}

/** What is counted on before a process has told more. */
export const leastAbilities: Abilities = { notes: false, folds: false, resumes: false, switchesTo: [] }
