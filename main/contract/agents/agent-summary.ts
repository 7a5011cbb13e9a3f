import type { CallerFields } from './agent-fields.ts'
import type { ServiceError } from './service-errors.ts'
import type { MachineName } from '../fleet/machines.ts'

/** A turn broken off by an error of the model service, and not continued since. */
export interface BrokenReport {
  readonly error: ServiceError
  /** What the service or the agent's program reported, on one line. */
  readonly reason: string
  /** A retry would fail the same way, so there is none until something changes. */
  readonly isLasting: boolean
  /** ISO 8601 UTC; null: only when the user retries. */
  readonly retryAt: string | null
}

export interface AgentSummary extends CallerFields {
  /** With the machine for a remote agent: "bob@attic". */
  readonly name: string
  /** Absent: this machine. */
  readonly machine?: MachineName
  /** ISO 8601 UTC: when it entered this status. */
  readonly since: string
  readonly reason: string
  /** Its last turn, if an error of the model service broke it off. */
  readonly broken: BrokenReport | null
  /** Number of unread messages. */
  readonly pending: number
  /** Name of the agent whose reply one of its tool calls is waiting for. */
  readonly waitingFor: string | null
  /** Topic of the gathering that it is seated in. */
  readonly gathering: string | null
  readonly colour: string
  readonly shape: string
  readonly groups: readonly string[]
  /** Present on the caller's own row. */
  readonly self?: true
  /** Its new name, when it was requested by an old one. */
  readonly renamed?: string
}
