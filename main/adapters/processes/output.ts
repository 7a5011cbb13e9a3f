/** Bytes of stderr that are kept. */
const stderrLimit = 256 * 1024

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

  /** Returns the last `limit` characters without control characters, for the user. */
  words(limit = 600): string {
    const text = Buffer.concat(this.#parts).subarray(-stderrLimit).toString('utf8')
    return text
      .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
      .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .trim()
      .slice(-limit)
  }
}

/**
 * Returns one line for the user, without escape sequences and invisible characters, because the text is
 * untrusted.
 */
export function outputLine(text: string, limit: number): string {
  const line = text
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (line.length <= limit) return line
  const end = /[\uD800-\uDBFF]/.test(line.charAt(limit - 2)) ? limit - 2 : limit - 1
  return `${line.slice(0, end)}…`
}

/** Characters of a tool's input or result that are reported. */
export const blockLimit = 256 * 1024

/** Cuts at a whole character and appends how much is missing. */
export function cut(text: string, limit = blockLimit): string {
  if (text.length <= limit) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
  return `${text.slice(0, end)}\n[cut: ${text.length - end} more characters]`
}
