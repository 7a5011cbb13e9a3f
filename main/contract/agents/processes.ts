import type { AgentKind } from './kinds.ts'
import type { AgentId, AgentStatus } from '../api/model.ts'

/** Totals over several processes; null: this system does not report it. */
export interface ProcessMetricsReport {
  readonly processes: number | null
  readonly memoryBytes: number | null
  /**
   * `pss`: shared memory is divided among processes. `rss`: at least one process counts all that it shares.
   */
  readonly memoryAs: 'pss' | 'rss' | null
  /** Of one core, measured recently: two busy cores are 200. */
  readonly cpuPercent: number | null
  /** CPU time since they started. */
  readonly cpuSeconds: number | null
}

export interface OwnProcess extends ProcessMetricsReport {
  readonly pid: number
  /** ISO 8601 UTC. */
  readonly since: string | null
}

/** `suspended`: by the system, as with SIGSTOP. `ending`: asked to end, but still running. */
export type ProcessState = AgentStatus | 'suspended' | 'ending'

export interface AgentProcess extends OwnProcess {
  readonly agent: AgentId
  readonly name: string
  readonly kind: AgentKind
  /** Command line of kind `other`, else null. */
  readonly program: string | null
  readonly state: ProcessState
}

export interface ProcessReport {
  /** ISO 8601 UTC, when it was measured. */
  readonly at: string
  readonly janus: OwnProcess
  /** Agents with a process, in tab order. */
  readonly agents: readonly AgentProcess[]
  readonly total: ProcessMetricsReport
}

const mebibyte = 1024 * 1024

/** `212 MB`, `1.4 GB`, in units of 1024. */
export function memoryWords(bytes: number | null): string {
  if (bytes === null) return 'not known'
  const size = bytes / mebibyte
  if (size >= 999.5) return `${(size / 1024).toFixed(1)} GB`
  return size < 9.95 ? `${size.toFixed(1)} MB` : `${String(Math.round(size))} MB`
}

/** `0 %`, `3 %`, `212 %`. */
export function cpuWords(percent: number | null): string {
  return percent === null ? 'not known' : `${String(Math.round(percent))} %`
}

/** `0.4 s`, `38 s`, `12 min`, `2 h 06`. */
export function cpuTimeWords(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  if (seconds < 59.5) return `${String(Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${String(minutes)} min`
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')}`
}

/** `1 process`, `12 processes`. */
export function processCountWords({ processes }: Pick<ProcessMetricsReport, 'processes'>): string {
  if (processes === null) return ''
  return processes === 1 ? '1 process' : `${String(processes)} processes`
}

/** `3 awake`: agents with a process, idle or not. */
export const awakeWords = (agents: number): string => `${String(agents)} awake`

/** How to read the numbers, one sentence each. */
export function measureWords({ janus, agents }: ProcessReport): readonly string[] {
  const all = [janus, ...agents]
  const untold = 'This system does not report what the agents’ processes use.'
  const isUntold = agents.some(({ memoryBytes }) => memoryBytes === null)
  const shared = all.some(({ memoryAs }) => memoryAs === 'rss')
    ? 'Memory is RSS: shared memory is counted for each process, so the sum is more than is used.'
    : 'Memory that processes share is divided among them (PSS), so the sum is what is used.'
  return [
    isUntold ? untold : shared,
    ...(all.some(({ cpuPercent }) => cpuPercent !== null) ? ['100 % is one CPU core.'] : []),
  ]
}
