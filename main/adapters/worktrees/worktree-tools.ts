import { connect } from 'node:net'
import { join } from 'node:path'
import { worktreeFiles } from '../../contract/folders/worktree-runs.ts'
import type { WorktreeTools } from '../../ports/worktrees.ts'
import { readForeignFile, utf8Of } from '../folder/foreign-file.ts'
import { openApprovals } from './approvals.ts'
import type { CommandRunner } from './command-runner.ts'
import { copyFiles } from './copy-files.ts'

/** `stateFolder`: stores the approvals and is never copied from. */
export function openWorktreeTools(
  stateFolder: string,
  runner: Pick<CommandRunner, 'start'>,
  log: (line: string) => void,
): WorktreeTools {
  return {
    start: (run) => runner.start(run),
    copy: (from, to, paths) => copyFiles(stateFolder, from, to, paths),
    config,
    isPortFree,
    ...openApprovals(stateFolder, log),
  }
}

/** Bytes. */
const longest = 64 * 1024

function config(repository: string): string | null {
  const file = readForeignFile(join(repository, worktreeFiles.config), { most: longest, links: 'refuse' })
  if (file.state === 'missing') return null
  return file.state === 'read' ? (utf8Of(file.bytes) ?? '') : ''
}

/** Tries to connect. Listening instead would make two simultaneous checks see each other. */
async function isPortFree(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => isAnswered(host, port)))
  return !answers.includes(true)
}

function isAnswered(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
