import { statSync, statfsSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import type { DiskMonitor, WatchedDisk } from '../../ports/ports.ts'

/** Other folders that agents’ programs write to, where they are on a disk of their own. */
const usualOthers = (): readonly WatchedDisk[] => [
  { of: 'home', path: homedir() },
  { of: 'temporary', path: tmpdir() },
]

/** The system's own count, for the disk of the state folder and for others on which Janus hangs. */
export class SystemDiskMonitor implements DiskMonitor {
  readonly disks: readonly WatchedDisk[]

  constructor(folder: string, others: readonly WatchedDisk[] = usualOthers()) {
    const known = new Set<number>()
    this.disks = [{ of: 'state' as const, path: folder }, ...others].filter(({ path }) => {
      const device = statSync(path, { throwIfNoEntry: false })?.dev
      if (device === undefined || known.has(device)) return false
      known.add(device)
      return true
    })
  }

  free(path: string): number | null {
    try {
      // Disks that count nothing say 0 of 0.
      return statfsSync(path).blocks === 0 ? null : freeIn(path)
    } catch {
      return null
    }
  }
}

/** Bytes that are left for everybody on the disk of a folder: the system keeps some for its administrator. */
export function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
