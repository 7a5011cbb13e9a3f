/** Bytes of a CLI's error output that are kept. */
export const stderrLimit = 256 * 1024

/** The end of a CLI's error output. */
export class StderrTail {
  #parts: Buffer[] = []
  #length = 0

  add(chunk: Buffer): void {
    this.#parts.push(chunk)
    this.#length += chunk.length
    while (this.#length - (this.#parts[0]?.length ?? 0) >= stderrLimit) {
      this.#length -= this.#parts.shift()?.length ?? 0
    }
  }

  /** Its last lines, for a person: at most `limit` characters, without control characters. */
  words(limit = 600): string {
    const text = Buffer.concat(this.#parts).subarray(-stderrLimit).toString('utf8')
    return text
      .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
      .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .trim()
      .slice(-limit)
  }
}
