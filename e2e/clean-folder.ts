import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Files that the CLI also reads from parent folders, and that Janus asks about. */
const readFromAbove = ['.claude', '.mcp.json', 'CLAUDE.md', 'CLAUDE.local.md', '.git']

const usual = [tmpdir(), ...(process.platform === 'win32' ? [] : ['/var/tmp', '/dev/shm'])]

/**
 * Returns a temporary folder without a user's settings above it: the system's, or another. Rejects with
 * instructions when there is none.
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
