import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** What the CLI also reads from the folders above the one that it works in, and Janus asks about. */
const readFromAbove = ['.claude', '.mcp.json', 'CLAUDE.md', 'CLAUDE.local.md', '.git']

const usual = [tmpdir(), ...(process.platform === 'win32' ? [] : ['/var/tmp', '/dev/shm'])]

/**
 * The folder for temporary ones of the tests: the system's, or another where somebody's own settings lie above that.
 * Rejects where there is none, with what to do.
 */
export async function cleanFolder(candidates: readonly string[] = usual): Promise<string> {
  const found: string[] = []
  for (const folder of candidates) {
    if (!existsSync(folder)) continue
    const place = await realpath(folder)
    const stray = strayAbove(place)
    if (stray === null) return place
    found.push(stray)
  }
  const words = `The agents of the tests would read ${found.join(' and ')}. Move it away, or set TMPDIR to a folder with nothing above.`
  throw new Error(words)
}

function strayAbove(folder: string): string | null {
  for (let place = folder; ; place = dirname(place)) {
    const stray = readFromAbove.map((name) => join(place, name)).find(existsSync)
    if (stray !== undefined) return stray
    if (dirname(place) === place) return null
  }
}
