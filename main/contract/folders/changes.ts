import type { AgentSummary } from '../agents/agent-summary.ts'
import type { WorktreeCommand, WorktreeRuns } from './worktree-runs.ts'

/** Lines that were changed together, with surrounding lines. */
export interface Hunk {
  /** First line number before and after, from 1; 0: unknown. */
  readonly oldStart: number
  readonly newStart: number
  /** Each begins with ` `, `-` or `+` and has no newline. */
  readonly lines: readonly string[]
}

/** What one tool call did to a file, as the agent's program reports it. */
export interface FilePatch {
  readonly path: string
  /** The call created the file. */
  readonly isNew: boolean
  /** Empty for a new file: the call has its whole text. */
  readonly hunks: readonly Hunk[]
}

/**
 * The changes since the last commit, in a conversation, or in one turn of it: the turn of row `n`, else the
 * newest.
 */
export type ChangeSpan =
  | { readonly of: 'commit' }
  | { readonly of: 'conversation' }
  | { readonly of: 'turn'; readonly n?: number | undefined }

export type ChangeKind = 'changed' | 'added' | 'deleted' | 'renamed'

export interface ChangedFile {
  /** Relative to the agent's folder, with `/`; absolute if it is elsewhere. */
  readonly path: string
  readonly kind: ChangeKind
  /** Path before a rename. */
  readonly from: string | null
  /** Numbers of lines; null where they cannot be counted: a binary file, or a very long one. */
  readonly added: number | null
  readonly removed: number | null
}

export interface ChangeList {
  readonly files: readonly ChangedFile[]
  readonly added: number
  readonly removed: number
  /** The list was cut. */
  readonly isPart: boolean
  /** The folder is in a git repository, so the span `commit` is available. */
  readonly hasGit: boolean
  /** A note about the list, one line for the user; may be empty. */
  readonly remark: string
}

/** One file of a span: its lines, or why they are missing, and whether it can be reverted. */
export interface FileChange extends ChangedFile {
  readonly hunks: readonly Hunk[]
  /** The hunks are separate edits in sequence, because the file has changed since. */
  readonly isInParts: boolean
  /** Shown instead of the lines or with them, as for a binary file; may be empty. */
  readonly remark: string
  /** `hash` identifies what was shown. */
  readonly revert:
    | { readonly can: true; readonly hash: string; readonly loses: string }
    | { readonly can: false; readonly why: string }
}

/** `copy`: the state just before the revert, which can be restored. */
export interface Reverted {
  readonly path: string
  readonly copy: string
}

/**
 * Result of opening a file in the user's editor. `asks`: it is outside the agent's folder, and the user has
 * to confirm.
 */
export type FileOpened =
  | { readonly state: 'opened'; readonly path: string }
  | { readonly state: 'asks'; readonly path: string }

/** An editor or terminal found on this machine. */
export interface ProgramOffer {
  readonly name: string
  /** Value for the setting `editor` or `terminal`. */
  readonly command: string
}

/** A worktree that was made for one agent. */
export interface Worktree extends WorktreeRuns {
  readonly path: string
  readonly branch: string
  /** The repository's own folder, and its branch at that time; null: none was checked out. */
  readonly repository: string
  readonly base: string | null
  /** The commit that it was created from. */
  readonly commit: string
  /** Absent for worktrees of older versions. */
  readonly git?: GitFolders
}

/**
 * Git's own folders of a worktree at its creation, kept because the agent may change what is in the worktree.
 */
export interface GitFolders {
  /** Of this worktree alone. */
  readonly own: string
  /** Shared by all worktrees of the repository. */
  readonly common: string
  /** Of the repository's own folder. */
  readonly main: string
}

/** Where a new agent's worktree would be. `folder`: the requested one, as resolved. */
export type WorktreePlan =
  | {
      readonly can: true
      readonly path: string
      readonly branch: string
      readonly base: string | null
      /** Uncommitted files in the folder; they stay there. */
      readonly uncommitted: number
      readonly folder: string
    }
  | { readonly can: false; readonly why: string; readonly folder: string }

/**
 * State of a worktree, for closing its tab. `gone`: the folder is missing. `foreign`: it now leads to another
 * repository, so git is not run in it; `problem` says to which.
 */
export interface WorktreeLook {
  readonly worktree: Worktree
  readonly state: 'there' | 'gone' | 'foreign'
  /** Number of uncommitted files; `files` has the first names. */
  readonly uncommitted: number
  readonly files: readonly string[]
  /** First lines of the commits that are only on its branch, newest first. */
  readonly commits: readonly string[]
  readonly ahead: number
  /** Names of other open tabs that work there. */
  readonly others: readonly string[]
  /** Why it cannot be merged back now; may be empty. */
  readonly problem: string
  /** Why it cannot be discarded now; may be empty. */
  readonly blocked: string
  /** Command that runs before it is removed, or null. */
  readonly cleanup: WorktreeCommand | null
  /** Identifies what was shown, for discarding it. */
  readonly hash: string
}

/** `conflicts`: files that both sides have changed; nothing was done. */
export type BroughtBack =
  | { readonly state: 'done'; readonly agent: AgentSummary; readonly commits: number }
  | { readonly state: 'conflicts'; readonly files: readonly string[] }
