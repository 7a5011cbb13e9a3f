import type { AgentSummary } from '../agents/agent-summary.ts'
import type { WorktreeCommand, WorktreeRuns } from './worktree-runs.ts'

/** Lines of a file that were changed together, with the lines around them. */
export interface Hunk {
  /** Number of its first line before and after, from 1; 0: not known. */
  readonly oldStart: number
  readonly newStart: number
  /** Each begins with ` `, `-` or `+`; without the newline at its end. */
  readonly lines: readonly string[]
}

/** What one call did to a file, as the agent's program tells it. */
export interface FilePatch {
  readonly path: string
  /** The call has made the file. */
  readonly isNew: boolean
  /** None for a new file: the call says all of it. */
  readonly hunks: readonly Hunk[]
}

/** Since when changes are meant: since the last commit, in a conversation, or in one turn of it (the newest without `n`, else that of the row). */
export type ChangeSpan =
  | { readonly of: 'commit' }
  | { readonly of: 'conversation' }
  | { readonly of: 'turn'; readonly n?: number | undefined }

/** What became of a file. */
export type ChangeKind = 'changed' | 'added' | 'deleted' | 'renamed'

/** A file that was changed in a span. */
export interface ChangedFile {
  /** Below the agent's folder, with `/`; whole where it is elsewhere. */
  readonly path: string
  readonly kind: ChangeKind
  /** For a renamed one: its path before. */
  readonly from: string | null
  /** Lines that came and went; null where they cannot be counted: a binary file, or a very long one. */
  readonly added: number | null
  readonly removed: number | null
}

/** All that was changed in a span. */
export interface ChangeList {
  readonly files: readonly ChangedFile[]
  readonly added: number
  readonly removed: number
  /** There are more than these. */
  readonly isPart: boolean
  /** The folder is in a git repository: what has changed since the last commit can be asked. */
  readonly hasGit: boolean
  /** What there is to know of the list, in one line for the user; empty: nothing. */
  readonly remark: string
}

/** One file of a span: its lines, or why they are not shown, and whether it can be taken back. */
export interface FileChange extends ChangedFile {
  readonly hunks: readonly Hunk[]
  /** Hunks are edits one after another, each by itself: the file is another one by now. */
  readonly isInParts: boolean
  /** Said in place of the lines, or besides: that it is binary, and how long. Empty: nothing. */
  readonly remark: string
  /** The file can become again what it was. `hash` names what was shown. */
  readonly revert:
    | { readonly can: true; readonly hash: string; readonly loses: string }
    | { readonly can: false; readonly why: string }
}

/** A file was taken back. `copy`: what it was just before, which can be put back. */
export interface Reverted {
  readonly path: string
  readonly copy: string
}

/** What opening a file in the user's editor came to. `asks`: it lies outside the agent's folder, and the user has to say yes. */
export type FileOpened =
  | { readonly state: 'opened'; readonly path: string }
  | { readonly state: 'asks'; readonly path: string }

/** An editor or a terminal that was found on this machine. */
export interface ProgramOffer {
  readonly name: string
  /** For the setting `editor`, or `terminal`. */
  readonly command: string
}

/** A working copy of a repository that was made for one agent. */
export interface Worktree extends WorktreeRuns {
  /** Its folder, and the branch that is checked out in it. */
  readonly path: string
  readonly branch: string
  /** The repository's own folder, and the branch there when it was made; null: none was checked out. */
  readonly repository: string
  readonly base: string | null
  /** The commit from which it was made. */
  readonly commit: string
  /** Absent: it was made by a version that did not note them. */
  readonly git?: GitFolders
}

/** Git's own folders of a worktree, as they were when it was made: what lies in the worktree may be changed by its agent. */
export interface GitFolders {
  /** What belongs to this worktree alone. */
  readonly own: string
  /** What all worktrees of the repository share. */
  readonly common: string
  /** That of the repository's own folder. */
  readonly main: string
}

/** Where a worktree would be made, for who makes a new agent. `folder`: that which was asked about, as agents there have it. */
export type WorktreePlan =
  | {
      readonly can: true
      readonly path: string
      readonly branch: string
      readonly base: string | null
      /** Files that are changed and not committed in the folder: they stay there. */
      readonly uncommitted: number
      readonly folder: string
    }
  | { readonly can: false; readonly why: string; readonly folder: string }

/**
 * How a worktree stands, for who closes its tab. `gone`: there is no such folder any more. `foreign`: it leads to another
 * repository than the one it was made from, so git is not asked about it; `problem` says what does.
 */
export interface WorktreeLook {
  readonly worktree: Worktree
  readonly state: 'there' | 'gone' | 'foreign'
  /** Files that are changed and not committed, the first of them by name. */
  readonly uncommitted: number
  readonly files: readonly string[]
  /** Commits that are on its branch alone, the newest first, by their first lines. */
  readonly commits: readonly string[]
  readonly ahead: number
  /** Open tabs that work there too. */
  readonly others: readonly string[]
  /** Why it cannot be brought back now; empty: it can. */
  readonly problem: string
  /** Why it cannot be thrown away now; empty: it can. */
  readonly blocked: string
  /** What runs before it is removed; null: nothing. */
  readonly cleanup: WorktreeCommand | null
  /** Names what was shown, for throwing it away. */
  readonly hash: string
}

/** What bringing a worktree back came to. `conflicts`: files that both sides have changed; nothing was done. */
export type BroughtBack =
  | { readonly state: 'done'; readonly agent: AgentSummary; readonly commits: number }
  | { readonly state: 'conflicts'; readonly files: readonly string[] }
