import type { ProcessRecord, DiskMonitor, WatchedDisk } from '../../ports/ports.ts'
import {
  unknownMetrics,
  type Measured,
  type ProcessMonitor,
  type ProcessMetrics,
} from '../../ports/processes.ts'

/** Process metrics that a test sets; counts its readings. */
export class MemoryProcessMonitor implements ProcessMonitor {
  readonly root = 4100
  own: ProcessMetrics = unknownMetrics
  /** By pid; others are unknown. */
  readonly uses = new Map<number, ProcessMetrics>()
  asked = 0

  measure(groups: readonly ProcessRecord[]): Promise<Measured> {
    this.asked++
    return Promise.resolve({
      own: this.own,
      groups: groups.map(({ pid }) => this.uses.get(pid) ?? unknownMetrics),
    })
  }
}

/** Disks with the free space that a test sets. */
export class MemoryDiskMonitor implements DiskMonitor {
  readonly disks: readonly WatchedDisk[] = [
    { of: 'state', path: '/state' },
    { of: 'temporary', path: '/temporary' },
  ]
  /** Free bytes by folder; others are unknown. */
  readonly room = new Map<string, number>()

  free(path: string): number | null {
    return this.room.get(path) ?? null
  }
}
