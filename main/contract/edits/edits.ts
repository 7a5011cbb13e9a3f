import type { AgentId } from '../api/model.ts'

/**
 * Which agents edit which files. No schemas here: the window imports this file. Times are milliseconds since
 * 1970 UTC; paths are real paths with `/`, so that each file has one path and worktrees never collide.
 */

/** `count` per agent; `path` is in characters. */
export const claimLimits = { count: 50, path: 200, minutes: { usual: 60, most: 480 } } as const
/** Per agent; the oldest are dropped. */
export const fileCounts = { edited: 200, shared: 50 } as const

/** Files that an agent intends to change. It locks nothing. */
export interface FileClaim {
  /** The agent's folder at the time of the claim; `glob` is relative to it. */
  readonly folder: string
  readonly glob: string
  readonly until: number
}

/** The first agent has changed the file and not committed it, or has claimed it. */
export type SharedWhy = 'changed' | 'claimed'

/** A file that an agent edits and that concerns another agent; both have an entry. */
export interface SharedFile {
  readonly path: string
  readonly with: AgentId
  readonly why: SharedWhy
  /** This agent edits it now; else it had changed or claimed the file before. */
  readonly isSecond: boolean
}

/** Each path is relative to its agent's folder. */
export interface SharedFileView extends SharedFile {
  readonly theirPath: string
}

export interface FileUseView {
  /** A real path; for a claim, the glob below the agent's folder. */
  readonly path: string
  readonly agent: string
  readonly agentId: AgentId
  readonly state: SharedWhy
  /** ISO 8601 UTC; empty for a change. */
  readonly until: string
  /** Names of other agents that edit it too. */
  readonly sharedWith: readonly string[]
}

export interface ClaimResult {
  /** All its present claims. */
  readonly claims: readonly { readonly path: string; readonly until: string }[]
  /** The claimed files that others have changed or claimed. */
  readonly others: readonly FileUseView[]
}
