import { closeSync, constants, openSync, readSync } from 'node:fs'

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** The first `most` bytes of a file as text; null where there is none, or none that can be read. */
export function readOwnText(path: string, most: number): string | null {
  try {
    const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const bytes = Buffer.alloc(most)
      return bytes.toString('utf8', 0, readSync(fd, bytes, 0, most, 0))
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}
