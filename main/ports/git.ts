import type { ChangeKind, Worktree } from '../contract/folders/changes.ts'

/** Why git did not do something, in words for the user. */
export class GitError extends Error {
  override readonly name = 'GitError'
}

/** A repository and a folder of it, whatever a `.git` in that folder says. */
export interface GitPlace {
  readonly workTree: string
  readonly gitFolder: string
  readonly commonFolder: string
}

/** What git is asked: its arguments, where, and how much it may take. */
export interface GitAsk {
  readonly cwd: string
  /** Without it git finds the repository of the folder by itself. */
  readonly place?: GitPlace
  readonly patience?: number
  readonly most?: number
  /** Of an answer that is longer the beginning is enough. */
  readonly takesPart?: boolean
  /** Exit codes besides 0 that are an answer too. */
  readonly codes?: readonly number[]
}

/** What git answered. */
interface GitAnswer {
  readonly code: number
  readonly out: Buffer
  /** It had more to say. */
  readonly isPart: boolean
}

/** Runs git as it is told, and nothing else: no shell, no hook, no program that a repository names. Rejects with `GitError`. */
export type RunGit = (args: readonly string[], ask: GitAsk) => Promise<GitAnswer>

/** The repository that a folder lies in. */
export interface Repository {
  /** Its working folder, by its real path. */
  readonly top: string
  /** That of the repository itself, where this is a worktree of it; else the same. */
  readonly main: string
  /** The branch that is checked out; null: none is. */
  readonly branch: string | null
  /** The newest commit; null: there is none yet. */
  readonly commit: string | null
}

/** A file that differs from the last commit; paths are below the folder that was asked about, with `/`. */
export interface GitChange {
  readonly path: string
  readonly kind: ChangeKind
  readonly from: string | null
  /** Null for a binary file, and where git does not know the file yet. */
  readonly added: number | null
  readonly removed: number | null
  readonly isUntracked: boolean
}

/** A file as the last commit has it. `filtered`: git would pass it through a program of the repository's. */
export interface Committed {
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
  readonly isFiltered: boolean
}

/** How a branch stands to another commit. */
export interface BranchState {
  readonly files: readonly string[]
  readonly commits: readonly string[]
  readonly ahead: number
}

/** What a merge came to. `refused`: git's own reason; nothing was done. */
export type Merged =
  | { readonly state: 'done'; readonly commits: number }
  | { readonly state: 'conflicts'; readonly files: readonly string[] }

/**
 * Git, asked by its program. A repository may be hostile: nothing that its settings, hooks or attributes name is ever
 * run. All of it has time limits. Methods reject with `GitError` where nothing else is said.
 */
export interface Git {
  /** The repository of a folder; null: it is in none, or git is not there, with the reason to `why`. */
  repository(folder: string, why?: (words: string) => void): Promise<Repository | null>
  /** What differs from the last commit in that folder, below it; `isPart`: there is more. */
  changes(folder: string): Promise<{ readonly changes: readonly GitChange[]; readonly isPart: boolean }>
  /** A file of the last commit; null: it has none of this name that is a plain file. Longer than `most` bytes: only its length. */
  committed(
    folder: string,
    path: string,
    most: number,
  ): Promise<Committed | { readonly length: number } | null>
  /** Makes a branch from the present commit, checked out in a new folder. */
  addWorktree(folder: string, path: string, branch: string): Promise<Worktree>
  /** Untracked files that the `.worktreeinclude` of a repository's folder names and git ignores, by their paths below it. */
  included(folder: string): Promise<readonly string[]>
  /** A branch of that name is there. */
  hasBranch(folder: string, branch: string): Promise<boolean>
  /** Why git is asked nothing about a worktree: it leads to another repository than the one it was made from. Null: it is asked. */
  foreign(worktree: Worktree): Promise<string | null>
  /** What is not committed in a worktree, and the commits that its repository's branch does not have. */
  stateOf(worktree: Worktree): Promise<BranchState>
  /** Commits all that is not committed there. */
  commitAll(worktree: Worktree, words: string): Promise<void>
  /** Why it cannot be brought back now, as that its base is not checked out; null: it can. */
  notBringable(worktree: Worktree): Promise<string | null>
  /** Merges its branch into that from which it was made, where that is checked out. With conflicts nothing is done. */
  bringBack(worktree: Worktree): Promise<Merged>
  /** Removes the folder and the branch, whatever is in them. */
  removeWorktree(worktree: Worktree): Promise<void>
}

/** The branches that folders are on, told again when they change, without asking again and again. */
export interface BranchWatch {
  /** Watches these folders, and no others any more. */
  watch(folders: ReadonlySet<string>): void
  /** The branch of a watched folder; a commit's first seven digits where none is checked out; null: no repository. */
  branchOf(folder: string): string | null
  /** Calls this whenever one has changed. */
  connect(changed: (folder: string) => void): void
  close(): void
}
