import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { WorktreeTools } from '../../ports/worktrees.ts'
import { watchFolder } from '../folder/folder-identity.ts'
import { readJsonFile, saving, writeJsonFile } from '../folder/json-file.ts'

/** Cap; for the oldest the user is asked again. */
const most = 500

const list = z.array(z.string().regex(/^[0-9a-f]{64}$/))

type Approvals = Pick<WorktreeTools, 'isApproved' | 'approve'>

/**
 * Stores approved commands per repository in `worktree-commands.json`. A damaged file is set aside and
 * logged; then every command needs approval again.
 */
export function openApprovals(stateFolder: string, log: (line: string) => void): Approvals {
  const path = join(stateFolder, 'worktree-commands.json')
  const { fields, notice } = readJsonFile(path)
  if (notice !== null) log(`worktrees: ${notice}`)
  let kept = list.safeParse(fields['approved']).data ?? []
  const mustBeThere = watchFolder(stateFolder)
  return {
    isApproved: (repository, command) => kept.includes(nameOf(repository, command)),
    approve: (repository, command) => {
      saving(path, mustBeThere)
      const name = nameOf(repository, command)
      const approved = [...kept.filter((one) => one !== name), name].slice(-most)
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
