import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** A line of a conversation's file. */
export type Line = Readonly<Record<string, unknown>>

/** The lines from a place on; what is no JSON object (a torn end) is passed over, and told to `damaged`. */
export async function* linesFrom(
  path: string,
  start: number,
  damaged = (): void => {},
): AsyncGenerator<Line> {
  const input = createReadStream(path, { start })
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      const line = parseLine(text)
      if (line !== null) yield line
      else if (text.trim() !== '') damaged()
    }
  } finally {
    input.destroy()
  }
}

/** A line as a record; null where it is none. */
export function parseLine(text: string): Line | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Line) : null
  } catch {
    return null
  }
}
