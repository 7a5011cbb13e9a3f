/** Why agents stand as they stand, as facts. Types only: `agent-words` says them. `detail`: a program's own words. */

import type { AgentKind } from './kinds.ts'

/** Why an agent is in its status, where that is not plain. */
export type AgentReason =
  /** By the person. */
  | { readonly kind: 'stopped' }
  /** Its process could not be started. */
  | { readonly kind: 'unstartable'; readonly detail: string }
  | { readonly kind: 'signedOut'; readonly detail: string }
  /**
   * Its program would follow what the folder brings along, and the person has not said yes to it; `isDecided`: they
   * have said no.
   */
  | { readonly kind: 'untrusted'; readonly of: AgentKind; readonly isDecided: boolean }
  /** Its process ended, and is started again. */
  | { readonly kind: 'died'; readonly detail: string }
  /** Its process ended so often that it is not started again. */
  | { readonly kind: 'deaths'; readonly count: number; readonly detail: string }
