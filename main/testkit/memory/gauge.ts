import type { ProcessRecord, DiskGauge, WatchedDisk } from '../../ports/ports.ts'
import { unknownUse, type Measured, type ProcessGauge, type ProcessUse } from '../../ports/processes.ts'

/** Tells of processes what a test has written down; counts how often it was asked. */
export class MemoryGauge implements ProcessGauge {
  readonly root = 4100
  own: ProcessUse = unknownUse
  /** By pid; of the others nothing is known. */
  readonly uses = new Map<number, ProcessUse>()
  asked = 0

  measure(groups: readonly ProcessRecord[]): Promise<Measured> {
    this.asked++
    return Promise.resolve({
      own: this.own,
      groups: groups.map(({ pid }) => this.uses.get(pid) ?? unknownUse),
    })
  }
}

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
