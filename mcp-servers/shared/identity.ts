import { z } from 'zod'
import type { IdentityFile } from '../../main/contract/api/agents-api.ts'
import { RefusedError } from '../../main/contract/api/errors.ts'
import { parseJson } from '../../main/contract/api/parse-json.ts'
import { apiAddress, tokenShape } from './ask.ts'
import { OwnFileError, readOwnFile, runs } from './own-file.ts'

const identityFile = z.object({
  url: z.string().regex(apiAddress),
  token: z.string().regex(tokenShape),
  agent: z.string(),
  owner: z.object({ pid: z.int().min(1), startedAt: z.string().nullable() }),
})

/** Refuses an address whose owner has ended: another process there must not get the token. */
export function readIdentity(path: string): IdentityFile {
  const identity = identityFile.safeParse(parseJson(readOwn(path)))
  if (!identity.success) throw gone('The file that identifies this agent cannot be read.')
  if (!runs(identity.data.owner)) throw gone('Janus is not running.')
  return identity.data
}

function readOwn(path: string): string {
  try {
    return readOwnFile(path)
  } catch (error) {
    const open = error instanceof OwnFileError && error.problem === 'open'
    throw gone(
      open
        ? 'Other users of this system can access the file that identifies this agent.'
        : 'This agent no longer has access to Janus.',
    )
  }
}

function gone(message: string): RefusedError {
  return new RefusedError({ code: 'unavailable', message })
}
