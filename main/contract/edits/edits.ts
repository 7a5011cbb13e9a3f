import type { AgentId } from '../api/model.ts'

/**
 * Who edits which files. Types and limits only: the window takes these too. Times are milliseconds since 1970 UTC; paths
 * are real ones with `/`, so that every name of a file is the same and two worktrees never meet.
 */

/** Most claims of one agent, most characters of a path or glob, and how long a claim may last, in minutes. */
export const claimLimits = { count: 50, path: 200, minutes: { usual: 60, most: 480 } } as const
/** Most files that are known as changed by one agent, and most that it shares with others; the oldest are forgotten. */
export const fileCounts = { edited: 200, shared: 50 } as const

/** Files that an agent is about to change, until a time. It locks nothing. */
export interface FileClaim {
  /** Of the agent, when it claimed them; the glob is relative to it. */
  readonly folder: string
  readonly glob: string
  readonly until: number
}

/** Why an agent hears of another one's edit: the first has changed the file and not committed it, or has claimed it. */
export type SharedWhy = 'changed' | 'claimed'

/** A file that an agent edits and that concerns another one. Both have it. */
export interface SharedFile {
  readonly path: string
  readonly with: AgentId
  readonly why: SharedWhy
  /** This agent is the one that edits; else it has changed or claimed the file before. */
  readonly isSecond: boolean
}

/** The same as windows show it: each path as it is seen from the folder of the agent whose it is. */
export interface SharedFileView extends SharedFile {
  readonly theirPath: string
}

/** A file that an agent has changed and not committed, or has claimed, as the API shows it. */
export interface FileUseView {
  /** A real path; of a claim the glob below the agent's folder. */
  readonly path: string
  readonly agent: string
  readonly agentId: AgentId
  readonly state: SharedWhy
  /** ISO 8601 UTC; empty for a change. */
  readonly until: string
  /** Names of other agents that edit it too. */
  readonly sharedWith: readonly string[]
}

/** What an agent gets for its claim. */
export interface ClaimResult {
  /** Its claims now. */
  readonly claims: readonly { readonly path: string; readonly until: string }[]
  /** Files of it that others have changed or claimed. */
  readonly others: readonly FileUseView[]
}
