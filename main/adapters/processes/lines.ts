import { Transform, type TransformCallback } from 'node:stream'
import { isObject } from './json.ts'

/** Bytes. */
export const lineLimit = 32 * 1024 * 1024

/** `torn`: the output ended within the line. */
export type LineProblem = 'too_long' | 'not_utf8' | 'not_json' | 'torn'

/** Called for each quarantined line; `bytes`: its length. */
export type OnQuarantine = (problem: LineProblem, bytes: number) => void

export type IsMessage = (value: unknown) => boolean

const LF = 0x0a
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Passes on complete lines that are one JSON object each and quarantines everything else, so that the
 * reader never sees anything it can't parse. Memory is bounded by `limit`.
 */
export class LineGuard extends Transform {
  readonly #onQuarantine: OnQuarantine
  readonly #limit: number
  readonly #isMessage: IsMessage
  #parts: Buffer[] = []
  #length = 0

  constructor(onQuarantine: OnQuarantine, limit = lineLimit, isMessage: IsMessage = isFrame) {
    super()
    this.#onQuarantine = onQuarantine
    this.#limit = limit
    this.#isMessage = isMessage
  }

  /** Bytes kept of the incomplete line. */
  get keptBytes(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0)
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      this.#keep(chunk.subarray(from, at))
      this.#endLine()
      from = at + 1
    }
    this.#keep(chunk.subarray(from))
    done()
  }

  override _flush(done: TransformCallback): void {
    if (this.#length > 0) this.#onQuarantine('torn', this.#length)
    this.#parts = []
    done()
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length
    if (this.#length > this.#limit) this.#parts = []
    else if (piece.length > 0) this.#parts.push(piece)
  }

  #endLine(): void {
    const length = this.#length
    const line = Buffer.concat(this.#parts)
    this.#parts = []
    this.#length = 0
    if (length > this.#limit) return this.#onQuarantine('too_long', length)
    const read = readLine(line, this.#isMessage)
    if (read === null) return
    if (typeof read === 'string') return this.#onQuarantine(read, length)
    this.push(`${read.line}\n`)
  }
}

/** Returns null for a blank line. */
function readLine(bytes: Buffer, isMessage: IsMessage): { line: string } | LineProblem | null {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return 'not_utf8'
  }
  if (text.trim() === '') return null
  try {
    if (!isMessage(JSON.parse(text))) return 'not_json'
  } catch {
    return 'not_json'
  }
  // In valid JSON these are only inside strings (U+2028, U+2029) or between values (CR), but readers take
  // all three for line ends.
  const line = text.replaceAll('\r', ' ').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  return { line: line.trim() }
}

/** Checks the fields that readers access unconditionally. */
function isFrame(value: unknown): boolean {
  if (!isObject(value) || typeof value['type'] !== 'string') return false
  if (value['type'] === 'control_response') return isObject(value['response'])
  if (value['type'] === 'control_request') return isObject(value['request'])
  return true
}
