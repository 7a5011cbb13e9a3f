import { linesOf } from '../../adapters/processes/file-lines.ts'
import { parseObject, type Json } from '../../adapters/processes/json.ts'

/** A line of a conversation's file. */
export type Line = Json

/** The lines from a place on; what is no JSON object (a torn end) is passed over, and told to `damaged`. */
export async function* linesFrom(
  path: string,
  start: number,
  damaged = (): void => {},
): AsyncGenerator<Line> {
  for await (const text of linesOf(path, start)) {
    const line = parseObject(text)
    if (line !== null) yield line
    else if (text.trim() !== '') damaged()
  }
}
