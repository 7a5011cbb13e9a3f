import type { CallerFields } from './agent-fields.ts'
import type { ServiceError } from './service-errors.ts'
import type { MachineName } from '../fleet/machines.ts'

/** A turn that an error of the model service broke off, and that nothing has answered since. */
export interface BrokenReport {
  readonly error: ServiceError
  /** What the service or the agent's program said, on one line. */
  readonly reason: string
  /** The service refuses the same again, so it is not tried again before somebody changes something. */
  readonly isLasting: boolean
  /** ISO 8601 UTC: when it is tried again; null: when the user says so. */
  readonly retryAt: string | null
}

/** An agent as the agents API and `list_agents` show it. */
export interface AgentSummary extends CallerFields {
  /** Of another machine's with it, as "bob@attic". */
  readonly name: string
  /** The machine that it is of; absent: this one. */
  readonly machine?: MachineName
  /** ISO 8601 UTC: since when it is in this status. */
  readonly since: string
  /** Why it is in this status, where that is not plain. */
  readonly reason: string
  /** Its last turn, which an error of the model service broke off; null: none is. */
  readonly broken: BrokenReport | null
  /** How many messages wait for it, unread. */
  readonly pending: number
  /** Name of the agent whose reply one of its tool calls waits for now, or null. */
  readonly waitingFor: string | null
  /** Topic of the gathering that it sits in, or null. */
  readonly gathering: string | null
  /** Of its avatar, by name. */
  readonly colour: string
  readonly shape: string
  /** Names of the groups that it belongs to. */
  readonly groups: readonly string[]
  /** Present and true on the caller's own row. */
  readonly self?: true
  /** The new name, when it was asked for by an old one. */
  readonly renamed?: string
}
