import { closeSync, openSync, readSync } from 'node:fs'

/**
 * Reads small files that do not tell their size, as those of `/proc`, one after the other into one buffer of its own.
 * `readFileSync` takes 64 KiB anew for each, and a look at the system's processes reads hundreds.
 */
export class SmallFiles {
  #buffer: Buffer

  /** `size`: of the buffer at first, in bytes; a longer file doubles it. */
  constructor(size = 16 * 1024) {
    this.#buffer = Buffer.allocUnsafeSlow(size)
  }

  /** Bytes of the one buffer. */
  get size(): number {
    return this.#buffer.length
  }

  /** All of a file, in latin1. Throws the system's error. */
  read(path: string): string {
    const fd = openSync(path, 'r')
    try {
      let length = 0
      for (;;) {
        if (length === this.#buffer.length) this.#grow()
        const got = readSync(fd, this.#buffer, length, this.#buffer.length - length, null)
        if (got === 0) return this.#buffer.toString('latin1', 0, length)
        length += got
      }
    } finally {
      closeSync(fd)
    }
  }

  #grow(): void {
    const before = this.#buffer
    this.#buffer = Buffer.allocUnsafeSlow(before.length * 2)
    before.copy(this.#buffer)
  }
}
