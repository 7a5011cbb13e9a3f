import { dirname, join } from 'node:path'
import { rmdirSync } from 'node:fs'
import type { ApiFile } from '../../contract/api/agents-api.ts'
import { makeOwnFolder, readOwnerOnly, removeOwnerOnly, writeOwnerOnly } from './owner-only.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { FolderError } from './errors.ts'
import { parseObject } from '../processes/json.ts'

const pathOf = (folder: string): string => join(folder, 'api.json')

/** Tells the user's own tools where the app listens and by which token it knows them. */
export function writeApiFile(folder: string, file: ApiFile): void {
  writeOwnerOnly(pathOf(folder), `${JSON.stringify(file, null, 2)}\n`)
}

/** What an app has written there; null when there is nothing, or nothing of that shape. */
export function readApiFile(folder: string): ApiFile | null {
  const { url, token, pid, startedAt = null } = parseObject(readOwnerOnly(pathOf(folder)) ?? '') ?? {}
  if (typeof url !== 'string' || typeof token !== 'string' || typeof pid !== 'number') return null
  if (startedAt !== null && typeof startedAt !== 'string') return null
  return { url, token, pid, startedAt }
}

/** Takes it back: nobody listens there any more. */
export function removeApiFile(folder: string): void {
  removeOwnerOnly(pathOf(folder))
}

/** Where the owner-only file of one tab lies. Throws on anything that has not the form of an agent's id. */
export function identityPath(folder: string, agent: AgentId): string {
  // Names given by people never become names of files; an id that came from elsewhere must not be one either.
  if (!/^agt-[0-9a-z]{10}$/.test(agent))
    throw new FolderError(`not the id of an agent: ${JSON.stringify(agent)}`)
  return join(folder, 'agents', agent, 'identity.json')
}

/** Makes the folder of one tab, for the owner only, and answers the path of its identity file. */
export function makeIdentityFolder(folder: string, agent: AgentId): string {
  const path = identityPath(folder, agent)
  makeOwnFolder(join(folder, 'agents'))
  makeOwnFolder(join(folder, 'agents', agent))
  return path
}

/** Removes the agent's identity file and its folder, where they are. */
export function removeIdentity(folder: string, agent: AgentId): void {
  const path = identityPath(folder, agent)
  removeOwnerOnly(path)
  try {
    rmdirSync(dirname(path))
  } catch {
    // Gone already, or not empty: then something is in it that is not ours to take.
  }
}
