import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { faultOf, storeRefusal, StoreRefusedError } from './faults.ts'
import { PragmaError } from './pragmas.ts'

/** Why a file is not a database of ours in good order. */
export class Damage extends Error {}

/** The file is ours, of a build from before the first release. */
export class Older extends Error {}

/** Whether its content is at fault, or what the surroundings are to blame for. */
export function judged(error: unknown, file: string): unknown {
  if (error instanceof StoreRefusedError) return error
  if (error instanceof Older) return error
  if (error instanceof PragmaError)
    return new StoreRefusedError('lacking', `${error.message} Start Janus with Node 24 or newer.`)
  const missing = missingModule(error)
  if (missing !== undefined) return lacking(missing, file, error)
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
  return error instanceof Damage ? error : new Damage(`it is damaged (${String(error)})`, { cause: error })
}

/** A part that this SQLite was built without: the file is not to blame. Modules named in it were compared before. */
export function missingModule(error: unknown): string | undefined {
  return error instanceof Error ? /^no such module: (\w+)/.exec(error.message)?.[1] : undefined
}

/** The refusal of a program whose SQLite is without a part. */
export function lacking(module: string, file: string, cause: unknown): StoreRefusedError {
  return new StoreRefusedError(
    'lacking',
    `The program that Janus runs in (${process.execPath}) has an SQLite without ${module}, which Janus needs. Nothing at ${file} was changed. ` +
      'Start Janus with Node 24 or newer, or as the desktop app.',
    { cause },
  )
}

/** SQLite may not write or open: where the system says otherwise, the header of the file forbids it. */
function forbidden(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [8, 14].includes(Number(error.errcode) & 0xff)
}

function writable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    accessSync(dirname(file), constants.W_OK)
    return true
  } catch {
    return false
  }
}
