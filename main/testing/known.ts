import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', '.cache', 'known')

/**
 * What of a sweep was found well here, by its content, so that it is looked at again once that is another. What comes
 * for the first time has not changed: a fresh copy of the project begins with the day's share.
 */
export class Known {
  readonly #file: string
  readonly #hashes: Record<string, string>

  constructor(sweep: string) {
    this.#file = join(folder, `${sweep}.json`)
    this.#hashes = read(this.#file)
  }

  /** Whether it has another content than when it was last found well. */
  hasChanged(name: string, content: string): boolean {
    const known = (this.#hashes[name] ??= hashOf(content))
    return known !== hashOf(content)
  }

  /** It is well with this content. */
  keep(name: string, content: string): void {
    this.#hashes[name] = hashOf(content)
    mkdirSync(folder, { recursive: true })
    writeFileSync(this.#file, JSON.stringify(this.#hashes))
  }
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Nothing is known where there is no file, or one that is torn. */
function read(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch {
    return {}
  }
}
