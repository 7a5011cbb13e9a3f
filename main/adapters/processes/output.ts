/** Bytes of a process's error output that are kept. */
const stderrLimit = 256 * 1024

/** The end of a process's error output. */
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

  /** Its last lines, for a user: at most `limit` characters, without control characters. */
  words(limit = 600): string {
    const text = Buffer.concat(this.#parts).subarray(-stderrLimit).toString('utf8')
    return text
      .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
      .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .trim()
      .slice(-limit)
  }
}

/** One line for a user, without escapes and marks that cannot be seen: the words come from outside. */
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

/** Longest input or result of a tool that is told, in characters. */
export const blockLimit = 256 * 1024

/** Cuts a long text in the middle of nothing: whole characters, and a word that it was cut. */
export function cut(text: string, limit = blockLimit): string {
  if (text.length <= limit) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
  return `${text.slice(0, end)}\n[cut: ${text.length - end} more characters]`
}
