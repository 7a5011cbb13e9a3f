import type { Editors, FileCopies, Terminals, WorkingFiles } from '../../ports/changes.ts'
import type { BranchWatch, Git } from '../../ports/git.ts'
import type { WorktreeTools } from '../../ports/worktrees.ts'
import type { FolderProcess } from '../../ports/processes.ts'

/** What there is to deal with the folders that agents work in, and with what they change there. */
export interface Workspace {
  readonly git: Git
  readonly branches: BranchWatch
  readonly workingFiles: WorkingFiles
  readonly fileCopies: FileCopies
  readonly editors: Editors
  readonly terminals: Terminals
  /** Whether the user's environment has this variable. */
  hasVariable(name: string): boolean
  /** Processes of this user that work in a folder or below it. Never rejects. */
  processesIn(folder: string): Promise<readonly FolderProcess[]>
  /** What makes those ready. */
  readonly worktreeTools: WorktreeTools
  /** Where working copies for single agents are made: beside the state folder, which is closed to them. */
  readonly worktrees: string
}
