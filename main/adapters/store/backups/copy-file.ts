import {
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { closing } from '../../folder/owner-only.ts'
import { foldInto, readLog } from '../log-frames.ts'

/** Bytes copied at a time. */
const portion = 1 << 20
/**
 * SQLite's lock bytes: their page is unused, and Windows doesn't let other processes read locked bytes.
 * https://www.sqlite.org/fileformat2.html#the_lock_byte_page
 */
const locked = { from: 0x40000000, length: 512 }

/**
 * Copies a database that nobody writes to, and its log if `withLog`, into a new owner-only file that needs
 * no log, and syncs it. Throws the system's error and leaves nothing behind. Don't call it in a process
 * that has the database open: closing the file would drop its locks (POSIX).
 */
export function copyDatabase(from: string, to: string, withLog: boolean): void {
  const { O_CREAT, O_EXCL, O_RDWR, O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  closing(openSync(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), (source) => {
    if (!fstatSync(source).isFile()) throw new Error(`${from} is not a regular file.`)
    closing(openSync(to, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, 0o600), (copy) => {
      try {
        copyAll(source, copy)
        const log = withLog && existsSync(`${from}-wal`) ? readLog(readFileSync(`${from}-wal`)) : null
        if (log !== null) foldInto(copy, log)
        makePlain(copy)
        fsyncSync(copy)
      } catch (error) {
        rmSync(to, { force: true })
        throw error
      }
    })
  })
}

function copyAll(source: number, copy: number): void {
  const { size } = fstatSync(source)
  const bytes = Buffer.allocUnsafe(portion)
  for (let at = 0; at < size;) {
    if (at === locked.from) at += locked.length
    const end = at < locked.from ? Math.min(size, locked.from) : size
    const read = readSync(source, bytes, 0, Math.max(0, Math.min(portion, end - at)), at)
    if (read === 0) break
    writeSync(copy, bytes, 0, read, at)
    at += read
  }
  ftruncateSync(copy, size)
}

/** Clears the WAL flag in the header, so that opening the copy creates no other files. */
function makePlain(copy: number): void {
  const versions = Buffer.alloc(2)
  readSync(copy, versions, 0, 2, 18)
  if (versions[0] === 2 && versions[1] === 2) writeSync(copy, Buffer.from([1, 1]), 0, 2, 18)
}
