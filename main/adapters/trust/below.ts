import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders that are looked into; a start of an agent waits for it. */
const most = 2000
/** Made by programs, large, and not read for their own sake. */
const passedOver = new Set(['.git', 'node_modules', '.claude'])
/** What a folder below must hold to count at all; some disks know no small and large letters. */
const telling = new Set(['claude.md', 'claude.local.md', '.claude'])

/**
 * The folders below that may bring something, near ones first, links not followed; `all` is false when there are
 * more than one looks into.
 */
export async function foldersBelow(folder: string): Promise<{ folders: readonly string[]; all: boolean }> {
  const open: string[] = [folder]
  const found: string[] = []
  let all = true
  for (let at = 0; at < open.length; at++) {
    const path = open[at] ?? folder
    const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
    if (at > 0 && entries.some(({ name }) => telling.has(name.toLowerCase()))) found.push(path)
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!entry.isDirectory() || passedOver.has(entry.name)) continue
      if (open.length > most) all = false
      else open.push(join(path, entry.name))
    }
  }
  return { folders: found, all }
}
