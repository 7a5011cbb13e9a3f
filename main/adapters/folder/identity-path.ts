import { rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AgentId } from '../../contract/model.ts'
import { FolderError } from './errors.ts'
import { makeOwnFolder, removeOwnerOnly } from './owner-only.ts'

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
