import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { worktreeFiles } from '../../contract/folders/worktree-runs.ts'
import type { WorktreeTools } from '../../ports/worktrees.ts'
import { folderCheck } from '../folder/folder-identity.ts'
import { readForeignFile, utf8Of } from '../folder/foreign-file.ts'
import { readJsonFile, withSaveErrors, writeJsonFile } from '../folder/json-file.ts'
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

/** Cap; for the oldest the user is asked again. */
const mostApprovals = 500

const hashes = z.array(z.string().regex(/^[0-9a-f]{64}$/))

type Approvals = Pick<WorktreeTools, 'isApproved' | 'approve'>

/**
 * Stores approved commands per repository in `worktree-commands.json`. A damaged file is set aside and
 * logged; then every command needs approval again.
 */
function openApprovals(stateFolder: string, log: (line: string) => void): Approvals {
  const path = join(stateFolder, 'worktree-commands.json')
  const { fields, notice } = readJsonFile(path)
  if (notice !== null) log(`worktrees: ${notice}`)
  let kept = hashes.safeParse(fields['approved']).data ?? []
  const mustBeThere = folderCheck(stateFolder)
  return {
    isApproved: (repository, command) => kept.includes(nameOf(repository, command)),
    approve: (repository, command) => {
      withSaveErrors(path, mustBeThere)
      const name = nameOf(repository, command)
      const approved = [...kept.filter((one) => one !== name), name].slice(-mostApprovals)
      writeJsonFile(path, { ...fields, approved })
      kept = approved
    },
  }
}

/** Only a hash is stored, since the command may contain a secret. */
const nameOf = (repository: string, command: string): string =>
  createHash('sha256')
    .update(JSON.stringify([repository, command]))
    .digest('hex')
