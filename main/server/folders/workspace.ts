import type { Editors, FileCopies, Terminals, WorkingFiles } from '../../ports/changes.ts'
import type { BranchWatch, Git } from '../../ports/git.ts'
import type { WorktreeTools } from '../../ports/worktrees.ts'
import type { FolderProcess } from '../../ports/processes.ts'

/** Tools for the folders that agents work in. */
export interface Workspace {
  readonly git: Git
  readonly branches: BranchWatch
  readonly workingFiles: WorkingFiles
  readonly fileCopies: FileCopies
  readonly editors: Editors
  readonly terminals: Terminals
  /** Whether it is set in the user's environment. */
  hasVariable(name: string): boolean
  /** Processes of this user that work in a folder or below it. Never rejects. */
  processesIn(folder: string): Promise<readonly FolderProcess[]>
  readonly worktreeTools: WorktreeTools
  /** Parent folder of agents' worktrees, beside the state folder, which agents cannot access. */
  readonly worktrees: string
}
