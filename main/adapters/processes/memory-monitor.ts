import { freemem, totalmem } from 'node:os'
import type { MemoryProcessMonitor } from '../../ports/processes.ts'

/** Respects container limits. Returns null on macOS, whose numbers are not meaningful. */
export const systemMemory: MemoryProcessMonitor = {
  read() {
    if (process.platform === 'darwin') return null
    const most = process.constrainedMemory?.() ?? 0
    const total = totalmem()
    return {
      available: process.availableMemory?.() ?? freemem(),
      total: most > 0 && most < total ? most : total,
    }
  },
}
