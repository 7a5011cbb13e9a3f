import type { ProcessRecord, DiskMonitor, WatchedDisk } from '../../ports/ports.ts'
import {
  unknownMetrics,
  type Measured,
  type ProcessMonitor,
  type ProcessMetrics,
} from '../../ports/processes.ts'

/** Tells of processes what a test has written down; counts how often it was asked. */
export class MemoryProcessMonitor implements ProcessMonitor {
  readonly root = 4100
  own: ProcessMetrics = unknownMetrics
  /** By pid; of the others nothing is known. */
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

/** Disks with as much room as a test says. */
export class MemoryDiskMonitor implements DiskMonitor {
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
