import { closeSync, constants, openSync, readSync } from 'node:fs'

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** Makes an empty file for the owner only, where nothing may lie. Throws the system's error. */
export function makeOwnerOnly(path: string): void {
  closeSync(openSync(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600))
}

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
