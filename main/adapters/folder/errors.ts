/** The state folder is unusable; the message tells the user what to do. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError'
  /** Of the process that holds it; null when unknown. */
  readonly pid: number | null
  /** API address of the process that holds it; null when unknown. */
  readonly url: string | null
  /** Whether that process is shutting down. */
  readonly isEnding: boolean

  constructor(folder: string, pid: number | null, url: string | null, isEnding = false) {
    const who = pid === null ? 'Another Janus' : `Janus, process ${pid},`
    const window = url === null ? '' : ` at ${url.replace(/\/api$/, '/')}`
    super(
      `${who} already runs on ${folder}. Use its window${window} (where it was started, a fresh address is printed when you open that one), end it, or choose another folder with --home.`,
    )
    this.pid = pid
    this.url = url
    this.isEnding = isEnding
  }
}

/** The state folder or its disk is read-only. */
export class FolderReadOnlyError extends FolderError {}

/** The disk of the state folder is full. */
export class FolderFullError extends FolderError {}

/** Turns a disk error into a `FolderError` for the user; returns any other error unchanged. */
export function toFolderError(error: unknown, folder: string): unknown {
  const code = codeOf(error)
  const sqlite = primaryCode(error instanceof FolderError ? error.cause : error)
  if (['ENOSPC', 'EDQUOT'].includes(code) || sqlite === 13)
    return new FolderFullError(
      `There is no room left for ${folder}. Free some space, then start Janus again.`,
    )
  if (['EROFS', 'EACCES', 'EPERM'].includes(code) || sqlite === 8)
    return new FolderReadOnlyError(
      `Janus cannot write in ${folder} (${reasons[code] ?? 'it can only be read'}). Make it writable, or choose another folder with --home.`,
    )
  return error
}

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'its disk can only be read',
  EACCES: 'the system does not allow it',
  EPERM: 'the system does not allow it',
}

/** SQLite's primary result code; 0 for other errors. */
export const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0

/** The system's error code, such as `ENOENT`; empty for other errors. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns null when `ask` throws. */
export function orNull<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch {
    return null
  }
}
