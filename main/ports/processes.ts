import type { ProcessRecord } from '../core/step/state.ts'

/** What a number of processes uses together, as far as the system tells it; what it does not tell is null. */
export interface ProcessMetrics {
  /** How many of them live. */
  readonly processes: number | null
  /** Bytes. */
  readonly memory: number | null
  /** `pss`: what several share is counted in parts. `rss`: at least one counts all of what it shares. */
  readonly memoryAs: 'pss' | 'rss' | null
  /** Time of the processor since they started, in ms; of an agent also that of its commands that have ended. */
  readonly cpu: number | null
  /** Of one processor, in percent, over the last moments: two processors that are full are 200. */
  readonly cpuNow: number | null
  /** When the first of them started, in ms. */
  readonly since: number | null
  /** The system has stopped the first of them. */
  readonly isSuspended: boolean
}

/** What Janus itself uses, and each group that was asked for, in their order. */
export interface Measured {
  readonly own: ProcessMetrics
  readonly groups: readonly ProcessMetrics[]
}

/** Measures what processes use, when it is asked and at no other time. */
export interface ProcessMonitor {
  /** Pid of the app's first process. */
  readonly root: number
  /** Takes about a third of a second where nothing was measured lately. Never rejects. */
  measure(groups: readonly ProcessRecord[]): Promise<Measured>
}

/** A process that works in a folder that was asked about. */
export interface FolderProcess {
  readonly pid: number
  readonly group: number
  /** Of its program. */
  readonly name: string
}

/** Of processes of which nothing is known. */
export const unknownMetrics: ProcessMetrics = {
  processes: null,
  memory: null,
  memoryAs: null,
  cpu: null,
  cpuNow: null,
  since: null,
  isSuspended: false,
}

/** Knows how much memory this machine has, in bytes. */
export interface MemoryProcessMonitor {
  /** `available`: what programs may still take without others being pushed out. Null: not known. Cheap; never throws. */
  read(): { readonly available: number; readonly total: number } | null
}
