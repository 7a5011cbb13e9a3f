import type { ProcessRecord } from '../core/step/state.ts'

/** Total of a group of processes; null where the system doesn't tell. */
export interface ProcessMetrics {
  readonly processes: number | null
  /** Bytes. */
  readonly memory: number | null
  /**
   * `pss`: shared memory counted proportionally. `rss`: shared memory counted in full for at least one
   * process.
   */
  readonly memoryAs: 'pss' | 'rss' | null
  /** CPU time since they started, in ms; for agents including finished child commands. */
  readonly cpu: number | null
  /** Recent CPU load in percent of one core: two busy cores are 200. */
  readonly cpuNow: number | null
  /** Start of the first process, in ms. */
  readonly since: number | null
  /** The system has suspended the first process. */
  readonly isSuspended: boolean
}

/** `groups` are in the order of the request. */
export interface Measured {
  readonly own: ProcessMetrics
  readonly groups: readonly ProcessMetrics[]
}

export interface ProcessMonitor {
  /** Pid of the app's main process. */
  readonly root: number
  /** Takes about a third of a second if nothing was measured recently. Never rejects. */
  measure(groups: readonly ProcessRecord[]): Promise<Measured>
}

/** A process whose working folder is the one asked about. */
export interface FolderProcess {
  readonly pid: number
  readonly group: number
  readonly name: string
}

export const unknownMetrics: ProcessMetrics = {
  processes: null,
  memory: null,
  memoryAs: null,
  cpu: null,
  cpuNow: null,
  since: null,
  isSuspended: false,
}

export interface MemoryProcessMonitor {
  /** Bytes. `available`: what programs can use without swapping. Null if unknown. Cheap; never throws. */
  read(): { readonly available: number; readonly total: number } | null
}
