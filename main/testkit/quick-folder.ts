import { accessSync, constants, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder for a test, on a disk in memory where there is one: what is synced a thousand times is quick there. */
export function makeQuickFolder(name: string): string {
  return mkdtempSync(join(hasMemoryDisk() ? '/dev/shm' : tmpdir(), `janus-${name}-`))
}

function hasMemoryDisk(): boolean {
  try {
    accessSync('/dev/shm', constants.R_OK | constants.W_OK | constants.X_OK)
    return process.platform === 'linux'
  } catch {
    return false
  }
}
