import { createServer } from 'node:net'
import { join } from 'node:path'
import { worktreeFiles } from '../../contract/folders/worktree-runs.ts'
import type { WorktreeTools } from '../../ports/worktrees.ts'
import { readForeignFile, utf8Of } from '../folder/foreign-file.ts'
import { openApprovals } from './approvals.ts'
import type { CommandRunner } from './command-runner.ts'
import { copyFiles } from './copy-files.ts'

/** Opens what worktrees need of the disk and the system; `stateFolder` keeps the approvals, and is never copied from. */
export function openWorktreeTools(
  stateFolder: string,
  runner: Pick<CommandRunner, 'start'>,
  log: (line: string) => void,
): WorktreeTools {
  const approvals = openApprovals(stateFolder, log)
  return {
    start: (run) => runner.start(run),
    copy: (from, to, paths) => copyFiles(stateFolder, from, to, paths),
    config,
    isPortFree,
    isApproved: approvals.has,
    approve: approvals.keep,
  }
}

/** Longest file that is read, in bytes. */
const longest = 64 * 1024

function config(repository: string): string | null {
  const file = readForeignFile(join(repository, worktreeFiles.config), { most: longest, links: 'refuse' })
  if (file.state === 'missing') return null
  return file.state === 'read' ? (utf8Of(file.bytes) ?? '') : ''
}

/** By listening for a moment, on this machine only. */
function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
