/** The state folder, or something in it, is not as it must be; the message says what to do. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

/** Another Janus holds the state folder. */
export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError'
  /** The first one's process, where it is known. */
  readonly pid: number | null
  /** Where the first one listens, where it is known. */
  readonly url: string | null
  /** Whether it is about to let go. */
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

/** Nothing can be written in the state folder: it, or the disk below it, can only be read. */
export class FolderReadOnlyError extends FolderError {}

/** The disk of the state folder takes nothing more. */
export class FolderFullError extends FolderError {}

/** What the disk has against a start, for a user; what is about something else comes back as it was. */
export function inFolderWords(error: unknown, folder: string): unknown {
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

/** What SQLite says is wrong, without its details; 0: it is not from there. */
export const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0

/** The system's own word for what is wrong, such as `ENOENT`; empty: it is not from there. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** What an error says, whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What this gives, or null where it throws. */
export function quietly<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch {
    return null
  }
}
