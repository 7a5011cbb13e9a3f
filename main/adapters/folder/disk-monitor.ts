import { statSync, statfsSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import type { DiskMonitor, WatchedDisk } from '../../ports/ports.ts'
import { orNull } from './errors.ts'

/** Folders to which agents' programs write. */
const usualOthers = (): readonly WatchedDisk[] => [
  { of: 'home', path: homedir() },
  { of: 'temporary', path: tmpdir() },
]

/** Monitors the disk of the state folder and the others that Janus depends on, each disk once. */
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
    // File systems without accounting report 0 of 0.
    return orNull(() => (statfsSync(path).blocks === 0 ? null : freeIn(path)))
  }
}

/** Bytes available to ordinary users; the system reserves some for root. */
export function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
