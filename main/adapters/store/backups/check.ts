import { DatabaseSync } from 'node:sqlite'
import { constants, fstatSync, openSync, readSync } from 'node:fs'
import { oldestFormat } from '../migrate.ts'
import { applicationId, formatVersion } from '../schema.ts'
import { codeOf, messageOf } from '../../folder/errors.ts'
import { closing } from '../../folder/owner-only.ts'

/**
 * Fully checks a copy that nobody has open. Returns null when it is intact and of this format, else the
 * rest of a sentence that starts with its name. Takes about ten seconds per GB.
 */
export function problemOf(path: string): string | null {
  return headerProblem(path) ?? damageOf(path)
}

/** Like `problemOf` for any format: a copy made before an upgrade has the earlier one. */
export function damageOf(path: string): string | null {
  try {
    const db = new DatabaseSync(path)
    try {
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON')
      const found = db.prepare('PRAGMA integrity_check').all()[0]?.['integrity_check']
      return found === 'ok' ? null : `is damaged (${String(found)}).`
    } finally {
      db.close()
    }
  } catch (error) {
    return `is damaged (${messageOf(error)}).`
  }
}

interface Header {
  readonly isOurs: boolean
  readonly format: number
  /** The file is not shorter than its header says. */
  readonly isComplete: boolean
}

/**
 * Reads the header without SQLite; returns null for a file that is no database. Throws the system's error,
 * or an `Error` for anything but a plain file. Don't call it in a process that has the database open:
 * closing the file would drop its locks (POSIX).
 */
export function readHeader(path: string): Header | null {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  return closing(openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), (fd) => {
    const stat = fstatSync(fd)
    if (!stat.isFile()) throw new Error(`${path} is not a regular file.`)
    const bytes = Buffer.alloc(100)
    if (readSync(fd, bytes, 0, 100, 0) < 100) return null
    if (bytes.toString('latin1', 0, 16) !== 'SQLite format 3\0') return null
    const pageSize = bytes.readUInt16BE(16) === 1 ? 65536 : bytes.readUInt16BE(16)
    return {
      isOurs: bytes.readUInt32BE(68) === applicationId,
      format: bytes.readUInt32BE(60),
      isComplete: stat.size >= bytes.readUInt32BE(28) * pageSize,
    }
  })
}

/**
 * Why this Janus can't restore the file, as the rest of a sentence that starts with its name; null when the
 * header is fine.
 */
export function headerProblem(path: string): string | null {
  let header: Header | null
  try {
    header = readHeader(path)
  } catch (error) {
    return systemWords(error)
  }
  if (header?.isOurs !== true) return 'is not a database of Janus.'
  const { format, isComplete } = header
  if (format > formatVersion)
    return `was written by a newer Janus (version ${format} of its format, this one knows ${formatVersion}). Use the newer one.`
  if (format < oldestFormat)
    return `was written by an earlier Janus (version ${format} of its format, this one reads ${oldestFormat} and later). It cannot be brought on. Use the Janus that wrote it.`
  return isComplete ? null : 'is not complete: its end is missing.'
}

function systemWords(error: unknown): string {
  const code = codeOf(error)
  switch (code) {
    case 'ENOENT':
      return 'is not there.'
    case 'ELOOP':
    case 'EMLINK':
      return 'is a link. Name the file that it leads to.'
    case 'EISDIR':
      return 'is a folder.'
    case 'EACCES':
    case 'EPERM':
      return 'may not be read: the system does not allow it.'
    case 'ENXIO':
    case '':
      return 'is not a regular file.'
    default:
      return `cannot be read (${code}).`
  }
}
