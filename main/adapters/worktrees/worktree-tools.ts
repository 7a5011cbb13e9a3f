import { createServer } from 'node:net'
import type { WorktreeTools } from '../../ports/worktrees.ts'
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
    isPortFree,
    isApproved: approvals.has,
    approve: approvals.keep,
  }
}

/** By listening for a moment, on this machine only. */
function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
