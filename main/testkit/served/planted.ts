import { spawnSync } from 'node:child_process'
import { closeSync, constants, linkSync, lstatSync, openSync, readSync, symlinkSync } from 'node:fs'

/** Puts something at a path that must not be followed; `victim`: a file elsewhere. */
export type Plant = (path: string, victim: string) => void

/** What may be at a plain file's path, by name. */
export const plants: readonly (readonly [name: string, plant: Plant])[] = [
  ['a symbolic link', (path, victim) => symlinkSync(victim, path)],
  ['a link to nothing', (path, victim) => symlinkSync(`${victim}-none`, path)],
  ['a hard link', (path, victim) => linkSync(victim, path)],
  ['a pipe', (path) => void spawnSync('mkfifo', [path])],
]

/** Returns what was written into a pipe at this path; empty when there is no pipe. */
export function whatPipesHold(path: string): string {
  if (!lstatSync(path).isFIFO()) return ''
  const fd = openSync(path, constants.O_RDWR | (constants.O_NONBLOCK ?? 0))
  try {
    const bytes = Buffer.alloc(4096)
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, null))
  } catch {
    return ''
  } finally {
    closeSync(fd)
  }
}
