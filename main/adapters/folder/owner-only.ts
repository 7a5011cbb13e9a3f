import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf, FolderError } from './errors.ts'

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_WRONLY } = fs.constants
// Not every system has these; where they are missing, so is what they guard against.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = fs.constants

/** Longest file that is read back where nothing else is said, in bytes; ours are far shorter. */
const usualLongest = 1024 * 1024

/**
 * Replaces a file, whole or not at all, readable by its owner only: written beside it, synced, renamed over it.
 * The folder must be the owner's alone. Throws `FolderError` where something else than a plain file is in the
 * way, and the system's error where the disk does not take it.
 */
export function writeOwnerOnly(path: string, text: string): void {
  checkOwnFolder(dirname(path))
  checkPlainOrMissing(path)
  replaceFile(path, text, { mode: 0o600, keep: null })
}

/**
 * Puts a file in place, whole or not at all: written beside it, synced, renamed over it. `mode`: rights of a new
 * file; `keep`: those of the one that is replaced, given on. Throws the system's error.
 */
export function replaceFile(
  path: string,
  text: string | Uint8Array,
  { mode, keep }: { readonly mode: number; readonly keep: number | null },
): void {
  const folder = dirname(path)
  const draft = join(folder, `.${basename(path).slice(0, 40)}.${randomBytes(8).toString('hex')}.tmp`)
  try {
    const fd = openNew(draft, mode)
    try {
      fs.writeFileSync(fd, text)
      if (keep !== null) fs.fchmodSync(fd, keep)
      fs.fsyncSync(fd)
    } finally {
      fs.closeSync(fd)
    }
    // A rename replaces a link that was planted meanwhile, and never what it points to.
    fs.renameSync(draft, path)
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  }
  syncFolder(folder)
}

/**
 * Opens a file that must not be there yet, to write and read: whatever lies under its name, a link too, is left alone.
 * Throws the system's error.
 */
export function openNew(path: string, mode = 0o600): number {
  return fs.openSync(path, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, mode)
}

/** Makes an empty file for the owner only, where nothing may lie. Throws the system's error. */
export function makeOwnerOnly(path: string): void {
  fs.closeSync(openNew(path))
}

/**
 * Opens such a file to change it in place. Throws `FolderError` for a link, a pipe, a file with a second name, one that
 * others may read or write; the system's error where there is none.
 */
export function openOwnerOnly(path: string): number {
  return openChecked(path, O_RDWR, Infinity)
}

/**
 * Reads such a file; null when there is none. Throws `FolderError` for one that others could have written, and for
 * one that is exchanged again and again while it is read. `longest`: so many bytes are read at most.
 */
export function readOwnerOnly(path: string, longest = usualLongest): string | null {
  // One exchange in between is a writer's rename.
  for (let attempt = 0; attempt < 3; attempt++) {
    const fd = openPlain(path)
    if (fd === null) return null
    try {
      const stat = fs.fstatSync(fd)
      refuseReadable(path, stat, longest)
      const text = fs.readFileSync(fd, 'utf8')
      // A second name may have come and gone around the look above; the path tells whether this was ever its file.
      const there = checkPlainOrMissing(path)
      if (there?.ino === stat.ino && there.dev === stat.dev) return text
    } finally {
      fs.closeSync(fd)
    }
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
 * Writes at the end of such a file, which is made where there is none. Throws as `readOwnerOnly` does, and the system's
 * error where the disk does not take it.
 */
export function appendOwnerOnly(path: string, text: string, longest = usualLongest): void {
  const fd = openChecked(path, O_WRONLY | O_CREAT | O_APPEND, longest)
  try {
    fs.writeFileSync(fd, text)
  } finally {
    fs.closeSync(fd)
  }
}

/** The same; a file that would grow longer than `longest`, in bytes, becomes `PATH.1`, and a new one begins. */
export function appendTurning(path: string, text: string, longest: number): void {
  if ((checkPlainOrMissing(path)?.size ?? 0) + text.length > longest) fs.renameSync(path, `${path}.1`)
  appendOwnerOnly(path, text)
}

/** By its path first, so that a link is named for what it is; then as what was opened, which nobody can exchange. */
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
    // Without blocking, for a pipe in its place would wait for a reader.
    return fs.openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600)
  } catch (error) {
    if (isNotPlain(error)) throw notPlain(path)
    throw error
  }
}

/** Removes such a file, if it is there, for good. */
export function removeOwnerOnly(path: string): void {
  if (!fs.lstatSync(path, { throwIfNoEntry: false })) return
  fs.rmSync(path, { force: true })
  syncFolder(dirname(path))
}

/** Makes a folder for the owner only; one that is there must be just that. Throws `FolderError`. */
export function makeOwnFolder(path: string): void {
  try {
    fs.mkdirSync(path, { mode: 0o700 })
    syncFolder(dirname(path))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  checkOwnFolder(path)
}

/** Throws `FolderError` unless the path is a folder of the owner that nobody else may write in. */
export function checkOwnFolder(path: string): void {
  const fd = openFolderItself(path)
  if (fd === null) return refuseUnlessFolder(path)
  try {
    const stat = fs.fstatSync(fd)
    refuseForeign(path, stat)
    if ((stat.mode & 0o022) !== 0) {
      throw new FolderError(
        `Others may write in ${path}, so they could speak for you. Run: chmod 700 ${quoted(path)}`,
      )
    }
  } finally {
    fs.closeSync(fd)
  }
}

/** Throws `FolderError` when something other than a plain file of the owner lies there. */
export function checkPlainOrMissing(path: string): fs.Stats | null {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false }) ?? null
  if (stat) refuseUnlessOurs(path, stat)
  return stat
}

/** Whether the process is on Windows, where modes and owners say nothing. */
export const isWindows = process.platform === 'win32'

function openPlain(path: string): number | null {
  try {
    // Without blocking, for a pipe in its place would wait for a writer.
    return fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    if (isNotPlain(error)) throw notPlain(path)
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

/** Makes renames and new names in a folder last; where a system cannot do that, it has to do without. */
export function syncFolder(folder: string): void {
  const fd = openFolderItself(folder)
  if (fd === null) return
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** What a system says of a link that is not to be followed, or of a pipe that nobody reads. */
const isNotPlain = (error: unknown): boolean => ['ELOOP', 'EMLINK', 'ENXIO'].includes(codeOf(error))

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`
