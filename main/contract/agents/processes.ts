import type { AgentKind } from './kinds.ts'
import type { AgentId, AgentStatus } from '../api/model.ts'

/** What processes use together; null: this system does not tell it. */
export interface ProcessMetricsReport {
  /** How many of them live. */
  readonly processes: number | null
  readonly memoryBytes: number | null
  /** `pss`: what several share is counted in parts. `rss`: at least one counts all of what it shares. */
  readonly memoryAs: 'pss' | 'rss' | null
  /** Of one processor, over the last moments: two processors that are full are 200. */
  readonly cpuPercent: number | null
  /** Time of the processor, since they started. */
  readonly cpuSeconds: number | null
}

/** The processes of Janus itself. */
export interface OwnProcess extends ProcessMetricsReport {
  readonly pid: number
  /** ISO 8601 UTC: when it started. */
  readonly since: string | null
}

/** `suspended`: by the system, as with SIGSTOP. `ending`: told to end, and not gone yet. */
export type ProcessState = AgentStatus | 'suspended' | 'ending'

/** The processes of an agent. */
export interface AgentProcess extends OwnProcess {
  readonly agent: AgentId
  readonly name: string
  readonly kind: AgentKind
  /** The command line of one of kind `other`, else null. */
  readonly program: string | null
  readonly state: ProcessState
}

/** What runs now, and what it uses. */
export interface ProcessReport {
  /** ISO 8601 UTC: when it was measured. */
  readonly at: string
  readonly janus: OwnProcess
  /** Those that have a process, in tab order. */
  readonly agents: readonly AgentProcess[]
  /** Of Janus and all agents together. */
  readonly total: ProcessMetricsReport
}

const mebibyte = 1024 * 1024

/** `212 MB`, `1.4 GB`; of 1024 each. `not known` where the system does not tell. */
export function memoryWords(bytes: number | null): string {
  if (bytes === null) return 'not known'
  const size = bytes / mebibyte
  if (size >= 999.5) return `${(size / 1024).toFixed(1)} GB`
  return size < 9.95 ? `${size.toFixed(1)} MB` : `${String(Math.round(size))} MB`
}

/** `0 %`, `3 %`, `212 %`; `not known` where the system does not tell. */
export function cpuWords(percent: number | null): string {
  return percent === null ? 'not known' : `${String(Math.round(percent))} %`
}

/** `0.4 s`, `38 s`, `12 min`, `2 h 06`; empty where the system does not tell. */
export function cpuTimeWords(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  if (seconds < 59.5) return `${String(Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${String(minutes)} min`
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')}`
}

/** `1 process`, `12 processes`; empty where the system does not tell. */
export function processCountWords({ processes }: Pick<ProcessMetricsReport, 'processes'>): string {
  if (processes === null) return ''
  return processes === 1 ? '1 process' : `${String(processes)} processes`
}

/** `1 awake`, `3 awake`: of so many agents a program runs, idle or not, each with processes of its own. */
export const awakeWords = (agents: number): string => `${String(agents)} awake`

/** How the numbers are to be read, a sentence each. */
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
