import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders that are looked into; a start of an agent waits for it. */
const most = 2000
/** Made by programs, large, and not read for their own sake. */
const passedOver = new Set(['.git', 'node_modules', '.claude'])

/** The folders below, near ones first, links not followed; `all` is false when there are more than one looks into. */
export async function foldersBelow(folder: string): Promise<{ folders: readonly string[]; all: boolean }> {
  const folders: string[] = [folder]
  for (let at = 0; at < folders.length; at++) {
    const path = folders[at] ?? folder
    const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (!entry.isDirectory() || passedOver.has(entry.name)) continue
      if (folders.length > most) return { folders: folders.slice(1), all: false }
      folders.push(join(path, entry.name))
    }
  }
  return { folders: folders.slice(1), all: true }
}
