import type { ChangeKind, Worktree } from '../contract/folders/changes.ts'

/** Its message is for the user. */
export class GitError extends Error {
  override readonly name = 'GitError'
}

/**
 * A repository and one of its folders, given explicitly so that a `.git` file in that folder is not believed.
 */
export interface GitPlace {
  readonly workTree: string
  readonly gitFolder: string
  readonly commonFolder: string
}

export interface GitAsk {
  readonly cwd: string
  /** Without it git finds the repository of `cwd` itself. */
  readonly place?: GitPlace
  readonly patience?: number
  readonly most?: number
  /** A longer answer is cut instead of rejected. */
  readonly takesPart?: boolean
  /** Exit codes besides 0 that count as success. */
  readonly codes?: readonly number[]
}

interface GitAnswer {
  readonly code: number
  readonly out: Buffer
  /** The answer was cut. */
  readonly isPart: boolean
}

/** Runs git without a shell, hooks or any program that a repository names. Rejects with `GitError`. */
export type RunGit = (args: readonly string[], ask: GitAsk) => Promise<GitAnswer>

export interface Repository {
  /** Real path of the working tree. */
  readonly top: string
  /** The main working tree, if this is a linked worktree; else the same as `top`. */
  readonly main: string
  /** Null with a detached HEAD. */
  readonly branch: string | null
  /** HEAD; null without commits. */
  readonly commit: string | null
}

/**
 * A file that differs from the last commit. Paths are relative to the folder that was asked about, with `/`.
 */
export interface GitChange {
  readonly path: string
  readonly kind: ChangeKind
  readonly from: string | null
  /** Null for binary and untracked files. */
  readonly added: number | null
  readonly removed: number | null
  readonly isUntracked: boolean
}

/**
 * A file in the last commit. `isFiltered`: git would run it through a filter program that the repository
 * configures.
 */
export interface Committed {
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
  readonly isFiltered: boolean
}

export interface BranchState {
  readonly files: readonly string[]
  readonly commits: readonly string[]
  readonly ahead: number
}

/** `conflicts`: nothing was changed. */
export type Merged =
  | { readonly state: 'done'; readonly commits: number }
  | { readonly state: 'conflicts'; readonly files: readonly string[] }

/**
 * A repository may be hostile: nothing that its settings, hooks or attributes name is ever run. Every call
 * has a time limit. Methods reject with `GitError` unless they say otherwise.
 */
export interface Git {
  /** Null outside a repository or without git; `why` gets the reason. */
  repository(folder: string, why?: (words: string) => void): Promise<Repository | null>
  /** What differs from the last commit, below this folder; `isPart`: the list was cut. */
  changes(folder: string): Promise<{ readonly changes: readonly GitChange[]; readonly isPart: boolean }>
  /** Null if the last commit has no regular file of this name; only the length if it exceeds `most` bytes. */
  committed(
    folder: string,
    path: string,
    most: number,
  ): Promise<Committed | { readonly length: number } | null>
  /** Creates a branch at HEAD and checks it out in a new folder. */
  addWorktree(folder: string, path: string, branch: string): Promise<Worktree>
  /** Untracked, ignored files that the repository's `.worktreeinclude` names, relative to its folder. */
  included(folder: string): Promise<readonly string[]>
  hasBranch(folder: string, branch: string): Promise<boolean>
  /**
   * Returns a reason if the worktree now points to another repository than the one it was made from; then no
   * git command may run there.
   */
  foreign(worktree: Worktree): Promise<string | null>
  /** Uncommitted files, and commits that the base branch lacks. */
  stateOf(worktree: Worktree): Promise<BranchState>
  commitAll(worktree: Worktree, words: string): Promise<void>
  /** Why it can't be merged now (for example, its base isn't checked out); null if it can. */
  notBringable(worktree: Worktree): Promise<string | null>
  /** Merges the branch into its base, where that is checked out. On conflicts nothing changes. */
  bringBack(worktree: Worktree): Promise<Merged>
  /** Removes folder and branch, including uncommitted work. */
  removeWorktree(worktree: Worktree): Promise<void>
}

/** Watches the current branches of folders, without polling. */
export interface BranchWatch {
  /** Replaces the set of watched folders. */
  watch(folders: ReadonlySet<string>): void
  /** With a detached HEAD the commit's first seven digits; null outside a repository. */
  branchOf(folder: string): string | null
  connect(changed: (folder: string) => void): void
  close(): void
}
