import { logPart, logParts } from './log-export/log-export.ts'
import { type RequestContext, refused } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { open, rename, rm } from 'node:fs/promises'
import type { SavedFile } from '../../contract/api/log-export.ts'
import type { Host } from '../app/host.ts'

/** Logs as files. */
export function exportHandlers(parts: RequestContext) {
  return {
    'log.export': (caller, { cursor = 0, ...exported }) => logPart(parts, caller, exported, cursor),
    'log.save': (caller, exported) => {
      const { name } = logPart(parts, caller, exported, 0)
      return saveFile(parts.host, name, logParts(parts, caller, exported))
    },
    'files.save': (_, { name, text }) => saveFile(parts.host, name, [text]),
  } satisfies Partial<Handlers>
}

/**
 * Writes a file where the person chooses, piece by piece, beside it first: until it is whole, what lies there stays. The
 * dialog has asked about a file that is there already. Without the desktop's dialog it is refused.
 */
export async function saveFile(host: Host, name: string, pieces: Iterable<string>): Promise<SavedFile> {
  if (!host.chooseFile) throw refused('not_allowed', 'The browser saves files here.')
  const path = await host.chooseFile(name)
  if (path === null) return { path }
  const beside = `${path}.${process.pid}.part`
  try {
    const file = await open(beside, 'wx', 0o600)
    try {
      for (const piece of pieces) await file.writeFile(piece)
    } finally {
      await file.close()
    }
    await rename(beside, path)
    return { path }
  } catch (error) {
    await rm(beside, { force: true })
    if (error instanceof Error && 'code' in error)
      throw refused(
        'bad_folder',
        `${path} could not be written (${String(error.code)}). Choose another place.`,
      )
    throw error
  }
}
