import type { AgentKind } from './kinds.ts'
import type { AgentId, AgentStatus } from '../api/model.ts'

/** What processes use together; null: this system does not tell it. */
export interface UseReport {
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
export interface OwnProcess extends UseReport {
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
  readonly total: UseReport
}
