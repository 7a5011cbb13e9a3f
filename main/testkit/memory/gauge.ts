import type { ProcessRecord } from '../../ports/ports.ts'
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
