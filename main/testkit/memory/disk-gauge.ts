import type { DiskGauge, WatchedDisk } from '../../ports/disk.ts'

/** Disks with as much room as a test says. */
export class MemoryDiskGauge implements DiskGauge {
  readonly disks: readonly WatchedDisk[] = [
    { of: 'state', path: '/state' },
    { of: 'temporary', path: '/temporary' },
  ]
  /** Bytes, by the folder; what is not said is not known. */
  readonly room = new Map<string, number>()

  free(path: string): number | null {
    return this.room.get(path) ?? null
  }
}
