import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf, FolderError } from './errors.ts'

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_WRONLY } = fs.constants
// Missing on some systems (Windows), where the attacks they prevent don't exist either.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = fs.constants

/** Bytes. */
const usualLongest = 1024 * 1024

/**
 * Replaces an owner-only file atomically. Throws `FolderError` unless the folder is the user's alone and
 * the path is free or a plain file, and the system's error when the disk fails.
 */
export function writeOwnerOnly(path: string, text: string): void {
  checkOwnFolder(dirname(path))
  checkPlainOrMissing(path)
  replaceFile(path, text, { mode: 0o600, keep: null })
}

/**
 * Writes a synced temporary file and renames it over `path`. `mode`: of a new file; `keep`: mode of the
 * replaced file, to be preserved. Throws the system's error.
 */
export function replaceFile(
  path: string,
  text: string | Uint8Array,
  { mode, keep }: { readonly mode: number; readonly keep: number | null },
): void {
  const folder = dirname(path)
  const draft = join(folder, `.${basename(path).slice(0, 40)}.${randomBytes(8).toString('hex')}.tmp`)
  try {
    closing(openNew(draft, mode), (fd) => {
      fs.writeFileSync(fd, text)
      if (keep !== null) fs.fchmodSync(fd, keep)
      fs.fsyncSync(fd)
    })
    // A rename replaces a link planted in the meantime, not its target.
    fs.renameSync(draft, path)
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  }
  syncFolder(folder)
}

/**
 * Opens a new file for reading and writing. Throws the system's error when the path exists, even as a link.
 */
export function openNew(path: string, mode = 0o600): number {
  return fs.openSync(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, mode)
}

export function makeOwnerOnly(path: string): void {
  fs.closeSync(openNew(path))
}

/**
 * Opens a file for changes in place. Throws `FolderError` for a link, a pipe, a hard-linked file or one
 * that others may read or write, and the system's error when it is missing.
 */
export function openOwnerOnly(path: string): number {
  return openChecked(path, O_RDWR, Infinity)
}

/**
 * Returns null when the file is missing. Throws `FolderError` for a file that others could have written and
 * for one that keeps being replaced. `longest`: bytes.
 */
export function readOwnerOnly(path: string, longest = usualLongest): string | null {
  // A single replacement is a writer's rename.
  for (let attempt = 0; attempt < 3; attempt++) {
    const fd = openPlain(path)
    if (fd === null) return null
    const [stat, text] = closing(fd, () => {
      const opened = fs.fstatSync(fd)
      refuseReadable(path, opened, longest)
      return [opened, fs.readFileSync(fd, 'utf8')] as const
    })
    // A hard link may have come and gone around the check above; compare with what is at the path now.
    const there = checkPlainOrMissing(path)
    if (there?.ino === stat.ino && there.dev === stat.dev) return text
  }
  throw new FolderError(`${path} is being exchanged all the time. Find out by what, then try again.`)
}

function refuseReadable(path: string, stat: fs.Stats, longest: number): void {
  refuseUnlessOurs(path, stat)
  if (isWindows === false && (stat.mode & 0o077) !== 0) {
    throw new FolderError(`Others may read or write ${path}. Run: chmod 600 ${quoted(path)}`)
  }
  if (stat.size > longest) throw new FolderError(`${path} is not a file of Janus: it is too long. Remove it.`)
}

/**
 * Appends to an owner-only file, creating it if missing. Throws like `readOwnerOnly`, and the system's
 * error when the disk fails.
 */
export function appendOwnerOnly(path: string, text: string, longest = usualLongest): void {
  closing(openChecked(path, O_WRONLY | O_CREAT | O_APPEND, longest), (fd) => fs.writeFileSync(fd, text))
}

/** Like `appendOwnerOnly`, but rotates the file to `PATH.1` before it exceeds `longest` bytes. */
export function appendRotating(path: string, text: string, longest: number): void {
  if ((checkPlainOrMissing(path)?.size ?? 0) + text.length > longest) fs.renameSync(path, `${path}.1`)
  appendOwnerOnly(path, text)
}

/** Checks the path first, to report a link as such; then the opened file, which can't be swapped any more. */
function openChecked(path: string, flags: number, longest: number): number {
  checkPlainOrMissing(path)
  const fd = openItself(path, flags)
  try {
    refuseReadable(path, fs.fstatSync(fd), longest)
    return fd
  } catch (error) {
    fs.closeSync(fd)
    throw error
  }
}

function openItself(path: string, flags: number): number {
  try {
    // Non-blocking, because opening a pipe would wait for its other end.
    return fs.openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600)
  } catch (error) {
    if (isNotPlain(error)) throw notPlain(path)
    throw error
  }
}

export function removeOwnerOnly(path: string): void {
  if (!fs.lstatSync(path, { throwIfNoEntry: false })) return
  fs.rmSync(path, { force: true })
  syncFolder(dirname(path))
}

/** Creates the folder or checks an existing one. Throws `FolderError`. */
export function makeOwnFolder(path: string): void {
  try {
    fs.mkdirSync(path, { mode: 0o700 })
    syncFolder(dirname(path))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  checkOwnFolder(path)
}

/** Throws `FolderError` unless the path is a folder of this user in which nobody else may write. */
export function checkOwnFolder(path: string): void {
  const fd = openFolderItself(path)
  if (fd === null) return refuseUnlessFolder(path)
  const stat = closing(fd, () => fs.fstatSync(fd))
  refuseForeign(path, stat)
  if ((stat.mode & 0o022) !== 0) {
    throw new FolderError(
      `Others may write in ${path}, so they could speak for you. Run: chmod 700 ${quoted(path)}`,
    )
  }
}

/** Throws `FolderError` for anything but a plain file of this user. */
export function checkPlainOrMissing(path: string): fs.Stats | null {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false }) ?? null
  if (stat) refuseUnlessOurs(path, stat)
  return stat
}

/** Windows has no meaningful modes and owners. */
export const isWindows = process.platform === 'win32'

function openPlain(path: string): number | null {
  try {
    return openItself(path, O_RDONLY)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

function openFolderItself(path: string): number | null {
  if (isWindows) return null
  try {
    return fs.openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ELOOP' || code === 'ENOTDIR' || code === 'EMLINK') throw notFolder(path, error)
    throw error
  }
}

function refuseUnlessFolder(path: string): void {
  if (!fs.lstatSync(path).isDirectory()) throw notFolder(path)
}

function refuseUnlessOurs(path: string, stat: fs.Stats): void {
  if (!stat.isFile()) throw notPlain(path)
  if (stat.nlink > 1) {
    throw new FolderError(`${path} has a second name elsewhere (a hard link). Remove it, then try again.`)
  }
  refuseForeign(path, stat)
}

function refuseForeign(path: string, stat: fs.Stats): void {
  const uid = process.getuid?.()
  if (uid === undefined || stat.uid === uid) return
  throw new FolderError(
    `${path} belongs to another user (number ${stat.uid}, not ${uid}). Choose another folder with --home, or have it given to you.`,
  )
}

const notPlain = (path: string): FolderError =>
  new FolderError(`${path} is not a regular file. Remove it, then try again.`)

const notFolder = (path: string, cause?: unknown): FolderError =>
  new FolderError(`${path} is not a folder but a link or something else. Remove it, then try again.`, {
    cause,
  })

/** Makes renames and new names in the folder durable; a no-op on Windows. */
export function syncFolder(folder: string): void {
  const fd = openFolderItself(folder)
  if (fd !== null) closing(fd, () => fs.fsyncSync(fd))
}

/** Makes the content of an owner-only file durable. */
export function syncOwnerOnly(path: string): void {
  closing(openOwnerOnly(path), (fd) => fs.fsyncSync(fd))
}

/** Passes an open file on and closes it afterwards. */
export function closing<T>(fd: number, use: (fd: number) => T): T {
  try {
    return use(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** Errors of `O_NOFOLLOW` for a link, and of opening a pipe without a reader. */
const isNotPlain = (error: unknown): boolean => ['ELOOP', 'EMLINK', 'ENXIO'].includes(codeOf(error))

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`
