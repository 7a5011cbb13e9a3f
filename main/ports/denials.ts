import type { DeniedRequest, DeniedRequestLine } from '../contract/app/denied-requests.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { Page } from '../contract/api/views.ts'

/** The lasting record of denied requests. */
export interface DenialLog {
  /** Writes one down, at most so many a minute; the rest are counted. Never throws. */
  note(denied: DeniedRequest): void
  /** Newest first; `before`: only those with a smaller `n`. Throws an error for the user where it cannot be read. */
  page(before: number | null, limit: number): Page<DeniedRequestLine>
}

/** Who held tokens that are good no more. */
export interface FormerHolders {
  /** The agent that this token was given to in this run of Janus, or null. */
  formerHolder(token: string): AgentId | null
}
