import { freemem, totalmem } from 'node:os'
import type { MemoryProcessMonitor } from '../../ports/processes.ts'

/** The system's own count; of a container that of the container. macOS tells none that would mean anything. */
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
