import * as fs from 'node:fs'
import { join } from 'node:path'
import { openFileCopies } from '../adapters/changes/file-copies.ts'
import { openWorkingFiles } from '../adapters/changes/working-files.ts'
import { openGitPort } from '../adapters/git/git.ts'
import { processesIn } from '../adapters/processes/folder-processes.ts'
import type { Workspace } from '../server/folders/workspace.ts'
import { memoryWorkspace } from './memory/workspace.ts'

/** Real git and real files, with what Janus itself keeps in `home`; no editors, and no branch is watched. */
export function realWorkspace(home: string, environment: NodeJS.ProcessEnv, now: () => number): Workspace {
  const state = join(home, '.janus')
  fs.mkdirSync(state, { mode: 0o700 })
  return {
    ...memoryWorkspace(),
    git: openGitPort(environment),
    workingFiles: openWorkingFiles(state),
    fileCopies: openFileCopies(state, now),
    processesIn,
    worktrees: join(home, 'worktrees'),
  }
}
