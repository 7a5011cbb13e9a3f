import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** The lines of a file, from this byte on. */
export async function* linesOf(path: string, start = 0): AsyncGenerator<string> {
  const input = createReadStream(path, { start })
  try {
    yield* createInterface({ input, crlfDelay: Infinity })
  } finally {
    input.destroy()
  }
}
