import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { apiAddress, tokenShape, type Access } from '../shared/ask.ts'
import { OwnFileError, readOwnFile, runs } from '../shared/own-file.ts'
import { EndingError } from './ending.ts'
import { parseJson } from '../../main/contract/api/parse-json.ts'

const apiFile = z.object({
  url: z.string().regex(apiAddress),
  token: z.string().regex(tokenShape),
  pid: z.int().min(1),
  startedAt: z.string().nullable(),
})

const start = 'Start it with `npm start` in its own folder, or open the app, and try again.'

/** Throws `EndingError` when no app runs with this folder or others can access its file. */
export function readAccess(folder: string, rehearsal: string): Access {
  const path = join(folder, 'api.json')
  const file = apiFile.safeParse(parseJson(read(path, folder, rehearsal)))
  if (!file.success)
    throw new EndingError(
      'away',
      `${path} is damaged. Quit Janus and start it again: it writes the file again.`,
    )
  const { url, token, pid, startedAt } = file.data
  if (!runs({ pid, startedAt }))
    throw new EndingError('away', elsewhere('Janus is not running', folder, rehearsal))
  return { url, token }
}

function read(path: string, folder: string, rehearsal: string): string {
  try {
    return readOwnFile(path)
  } catch (error) {
    if (!(error instanceof OwnFileError)) throw error
    throw new EndingError(
      error.problem === 'missing' ? 'away' : 'refused',
      wordsOf(error, path, folder, rehearsal),
    )
  }
}

function wordsOf({ problem }: OwnFileError, path: string, folder: string, rehearsal: string): string {
  switch (problem) {
    case 'missing':
      return elsewhere(`Janus is not running with ${folder}`, folder, rehearsal)
    case 'foreign':
      return `${path} belongs to another user: only they can use their Janus. Choose your own folder with --home.`
    case 'open':
      return `Others may read ${path}, so its token may be known. Run: chmod 600 '${path}', then start Janus again.`
    case 'odd':
      return `${path} is not a file of Janus. Remove it, then start Janus again.`
  }
}

/** Points to a running demo if there is one, else says how to start. */
function elsewhere(words: string, folder: string, rehearsal: string): string {
  return folder !== rehearsal && existsSync(join(rehearsal, 'api.json'))
    ? `${words}, but the demo is: add --home ${rehearsal}`
    : `${words}. ${start}`
}
