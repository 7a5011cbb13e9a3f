import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  statfsSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { codeOf, FolderError, toFolderError } from './errors.ts'
import { checkOwnFolder, checkPlainOrMissing, closing, isWindows, openNew } from './owner-only.ts'

/** Janus's own files in the state folder, with SQLite's companions. */
const ours =
  /^(api\.json|lock\.json|settings\.json|trust\.json|notices\.json|restore\.json|version\.json|window\.json|janus\.log(\.1)?|refused\.jsonl(\.1)?|(lock|janus)\.db.*)$/

// Magic numbers of Linux's network file systems, whose locks and syncs are unreliable for a database.
const networked = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
])

/**
 * Creates the state folder if missing, checks that it belongs to the user alone and holds plain files, and
 * returns its real path. Throws `FolderError`. Call it before anything else touches the folder.
 */
export function openFolder(path: string): string {
  if (path === '') throw new FolderError('No folder was said. Choose one with --home.')
  const wanted = resolve(path)
  try {
    return checked(wanted)
  } catch (error) {
    throw toFolderError(error, wanted)
  }
}

function checked(wanted: string): string {
  makeMissing(wanted)
  // The state folder itself may be a link, for example to another disk; nothing below it may.
  const folder = realpathSync(wanted)
  if (!statSync(folder).isDirectory())
    throw new FolderError(`${folder} is not a folder. Choose another with --home.`)
  if (process.platform === 'linux') refuseNetworked(folder)
  checkOwnFolder(folder)
  const names = readdirSync(folder)
  if (!isWindows) closeToOthers(folder, names)
  for (const name of names) if (ours.test(name)) checkFile(join(folder, name))
  if (names.includes('agents')) checkAgents(join(folder, 'agents'))
  return folder
}

/** Throws `FolderError` when the system has no home folder. */
export function usualFolder(home: string, name: string): string {
  if (isAbsolute(home)) return join(home, name)
  throw new FolderError(
    'The system names no home folder (HOME is empty). Set HOME, or choose a folder with --home.',
  )
}

/** Not by `recursive`: below /proc Node's recursion never ends. */
function makeMissing(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeMissing(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const code = codeOf(error)
    // Another process created it first.
    if (code === 'EEXIST' && existsSync(path)) return
    if (code === 'EEXIST' && lstatSync(path).isSymbolicLink())
      throw new FolderError(
        `${path} is a link to ${readlinkSync(path)}, which is not there. Make that folder, or choose another with --home.`,
      )
    const known = toFolderError(error, path)
    if (known !== error) throw known
    throw new FolderError(`${path} cannot be made (${code}). Choose another folder with --home.`)
  }
}

function refuseNetworked(folder: string): void {
  const kind = networked.get(statfsSync(folder).type)
  if (kind === undefined) return
  throw new FolderError(`${folder} lies on a network disk (${kind}). Choose one on this machine with --home.`)
}

/** Closes a folder that is open to others, unless it holds files of other programs. */
function closeToOthers(folder: string, names: readonly string[]): void {
  if ((statSync(folder).mode & 0o077) === 0) return
  if (names.length > 0 && !names.some((name) => ours.test(name))) {
    throw new FolderError(
      `${folder} is open to others and holds other things than those of Janus. Choose an empty folder with --home.`,
    )
  }
  chmodSync(folder, 0o700)
}

// Uses lstat only: closing a database file would drop this process's own locks on it (POSIX).
function checkFile(path: string): void {
  const stat = checkPlainOrMissing(path)
  if (stat && !isWindows && (stat.mode & 0o177) !== 0) chmodSync(path, 0o600)
}

function checkAgents(agents: string): void {
  checkOwnFolder(agents)
  for (const agent of readdirSync(agents)) {
    const folder = join(agents, agent)
    checkOwnFolder(folder)
    checkFile(join(folder, 'identity.json'))
  }
}

/** Bytes that a start may write: the API file, the lock file, the database's log. */
const needed = Buffer.alloc(1024 * 1024)

/**
 * Throws `FolderFullError` when a start would not fit on the disk. Writes a file, because quotas show in no
 * statistics.
 */
export function checkRoomToStart(folder: string): void {
  // Matches the pattern of our own files, so `openFolder` checks it should it be left over.
  const path = join(folder, 'lock.db-room')
  try {
    rmSync(path, { force: true })
    closing(openNew(path), (fd) => {
      for (let written = 0; written < needed.length;) written += writeSync(fd, needed, written)
    })
  } catch (error) {
    throw toFolderError(error, folder)
  } finally {
    rmSync(path, { force: true })
  }
}
