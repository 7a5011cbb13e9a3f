import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { orNull } from '../folder/errors.ts'
import { faultOf, storeRefusal, StoreRefusedError } from './faults.ts'
import { PragmaError } from './pragmas.ts'

/** The file is not an intact database of Janus. */
export class DamagedDatabaseError extends Error {}

/** The file is from a build before the first release. */
export class PreReleaseFormatError extends Error {}

/** Tells damage of the file from problems of the environment. */
export function classifyOpenError(error: unknown, file: string): unknown {
  if (error instanceof StoreRefusedError) return error
  if (error instanceof PreReleaseFormatError) return error
  if (error instanceof PragmaError)
    return new StoreRefusedError('lacking', `${error.message} Start Janus with Node 24 or newer.`)
  const missing = missingModule(error)
  if (missing !== undefined) return missingModuleRefusal(missing, file, error)
  const fault = faultOf(error)
  if (fault === 'locked') {
    return new StoreRefusedError(
      'locked',
      `Another program has ${file} open. End it, then start Janus again.`,
      {
        cause: error,
      },
    )
  }
  if (fault === 'full') return storeRefusal(error, dirname(file), 'start')
  if (fault === 'disk' && !(forbidden(error) && writable(file)))
    return storeRefusal(error, dirname(file), 'start')
  return error instanceof DamagedDatabaseError
    ? error
    : new DamagedDatabaseError(`it is damaged (${String(error)})`, { cause: error })
}

/** A module that this SQLite was built without. Modules named in the file were checked before. */
export function missingModule(error: unknown): string | undefined {
  return error instanceof Error ? /^no such module: (\w+)/.exec(error.message)?.[1] : undefined
}

export function missingModuleRefusal(module: string, file: string, cause: unknown): StoreRefusedError {
  return new StoreRefusedError(
    'lacking',
    `The program that Janus runs in (${process.execPath}) has an SQLite without ${module}, which Janus needs. Nothing at ${file} was changed. ` +
      'Start Janus with Node 24 or newer, or as the desktop app.',
    { cause },
  )
}

/** SQLite can't write or open the file; if the system allows it, the file's header is the reason. */
function forbidden(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [8, 14].includes(Number(error.errcode) & 0xff)
}

function writable(file: string): boolean {
  const allows = (path: string, mode: number) => orNull(() => accessSync(path, mode)) !== null
  return allows(file, constants.R_OK | constants.W_OK) && allows(dirname(file), constants.W_OK)
}
