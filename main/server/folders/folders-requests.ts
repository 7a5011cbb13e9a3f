import { mkdir, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { usualKind } from '../../contract/agents/kinds.ts'
import type { FolderReview } from '../../contract/api/views.ts'
import { readFolder, refused, type RequestContext, fromHome } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'

const mostOffers = 50

export function folderHandlers(parts: RequestContext) {
  return {
    'folders.look': (_, { folder, kind = usualKind }) => parts.trust.look(readFolder(folder), kind),
    'folders.decide': async (_, { folder, kind = usualKind, hash, decision }) => {
      const look = await parts.trust.decide(readFolder(folder), kind, hash, decision)
      if (look === null)
        throw refused('wrong_state', 'Something in this folder has changed meanwhile. Look at it again.')
      await tellAgents(parts, look)
      return look
    },
    'folders.list': async (_, { path }) => ({ folders: await foldersLike(path) }),
    'folders.make': async (_, { folder }) => ({ folder: await makeFolder(folder) }),
    'folders.choose': async () => {
      if (!parts.host.chooseFolder) throw refused('not_allowed', 'Write the path of the folder here.')
      return { folder: await parts.host.chooseFolder() }
    },
  } satisfies Partial<Handlers>
}

/** With default permissions, since it is the user's folder, not one of Janus's. */
async function makeFolder(written: string): Promise<string> {
  const path = fromHome(written)
  if (!isAbsolute(path))
    throw refused('bad_folder', 'Give the folder as a full path, like /home/you/project.')
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw refused('bad_folder', `The folder could not be created (${why}). Choose another.`)
  }
  return readFolder(path)
}

/** Informs all agents of that kind in the folder, whatever their path to it. */
async function tellAgents({ engine }: RequestContext, { folder, kind, trust }: FolderReview): Promise<void> {
  const agents = [...engine.state.agents.values()].filter(
    ({ agent }) => agent.kind === kind && isSameFolder(agent.cwd, folder),
  )
  const ids = agents.map(({ agent }) => agent.id)
  await engine.command({ type: 'folder.decided', agents: ids, trust })
}

/** Completes a path; hidden folders only when asked for. `~` is the user's home. */
async function foldersLike(written: string): Promise<readonly string[]> {
  const path = written === '~' || written.startsWith('~/') ? join(homedir(), written.slice(1), '/') : written
  if (!isAbsolute(path) || path.includes('\0')) return []
  const isWhole = path.endsWith('/') || path.endsWith('\\')
  const parent = isWhole ? path : dirname(path)
  const start = isWhole ? '' : basename(path).toLowerCase()
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .filter(
      (name) => name.toLowerCase().startsWith(start) && (start.startsWith('.') || !name.startsWith('.')),
    )
    .sort((a, b) => a.localeCompare(b))
    .slice(0, mostOffers)
    .map((name) => join(parent, name))
}
