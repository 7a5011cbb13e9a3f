import type { DeniedRequest, DeniedRequestLine } from '../contract/app/denied-requests.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { Page } from '../contract/api/views.ts'

export interface DenialLog {
  /** Rate-limited per minute; requests over the limit are only counted. Never throws. */
  note(denied: DeniedRequest): void
  /** Newest first, with `n < before`. Throws an error for the user when unreadable. */
  page(before: number | null, limit: number): Page<DeniedRequestLine>
}

export interface FormerHolders {
  /** The agent that got this token during this run of Janus, or null. */
  formerHolder(token: string): AgentId | null
}
