import { dirname, join } from 'node:path'
import { rmdirSync } from 'node:fs'
import type { ApiFile } from '../../contract/api/agents-api.ts'
import { makeOwnFolder, readOwnerOnly, removeOwnerOnly, writeOwnerOnly } from './owner-only.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { FolderError } from './errors.ts'
import { parseObject } from '../processes/json.ts'

const pathOf = (folder: string): string => join(folder, 'api.json')

/** Publishes the API's address and token for the user's own tools. */
export function writeApiFile(folder: string, file: ApiFile): void {
  writeOwnerOnly(pathOf(folder), `${JSON.stringify(file, null, 2)}\n`)
}

/** Returns null when the file is missing or has another shape. */
export function readApiFile(folder: string): ApiFile | null {
  const { url, token, pid, startedAt = null } = parseObject(readOwnerOnly(pathOf(folder)) ?? '') ?? {}
  if (typeof url !== 'string' || typeof token !== 'string' || typeof pid !== 'number') return null
  if (startedAt !== null && typeof startedAt !== 'string') return null
  return { url, token, pid, startedAt }
}

export function removeApiFile(folder: string): void {
  removeOwnerOnly(pathOf(folder))
}

/** Throws when the text is not a well-formed agent id. */
export function identityPath(folder: string, agent: AgentId): string {
  // Names given by users are never used as file names, and neither is an id that could be a path.
  if (!/^agt-[0-9a-z]{10}$/.test(agent))
    throw new FolderError(`not the id of an agent: ${JSON.stringify(agent)}`)
  return join(folder, 'agents', agent, 'identity.json')
}

/** Creates the agent's owner-only folder and returns the path of its identity file. */
export function makeIdentityFolder(folder: string, agent: AgentId): string {
  const path = identityPath(folder, agent)
  makeOwnFolder(join(folder, 'agents'))
  makeOwnFolder(join(folder, 'agents', agent))
  return path
}

export function removeIdentity(folder: string, agent: AgentId): void {
  const path = identityPath(folder, agent)
  removeOwnerOnly(path)
  try {
    rmdirSync(dirname(path))
  } catch {
    // Already gone, or not empty: other files in it are not ours to delete.
  }
}
