import type { AgentKind } from './kinds.ts'
import { youTo, type Audience } from '../api/audience.ts'
import type { Needs } from '../api/model.ts'

/** Why agents stand as they stand, as facts. `detail`: a program's own words. */

/** Why an agent is in its status, where that is not plain. */
export type AgentReason =
  /** By the user. */
  | { readonly kind: 'stopped' }
  /** Its process could not be started. */
  | { readonly kind: 'unstartable'; readonly detail: string }
  | { readonly kind: 'signedOut'; readonly detail: string }
  /**
   * Its program would follow what the folder brings along, and the user has not said yes to it; `isDecided`: they
   * have said no.
   */
  | { readonly kind: 'untrusted'; readonly of: AgentKind; readonly isDecided: boolean }
  /** Its process ended, and is started again. */
  | { readonly kind: 'died'; readonly detail: string }
  /** Its process ended so often that it is not started again. */
  | { readonly kind: 'deaths'; readonly count: number; readonly detail: string }

/** Why an agent is in its status, in words; empty where that is plain. */
export function agentReasonWords(reason: AgentReason | null, audience: Audience): string {
  switch (reason?.kind) {
    case undefined:
      return ''
    case 'stopped':
      return `stopped by ${youTo(audience)}`
    case 'unstartable':
    case 'signedOut':
      return reason.detail
    case 'untrusted':
      return reason.isDecided
        ? 'Not started: folder not trusted'
        : `Not started until ${youTo(audience)} ${audience === 'user' ? 'trust' : 'trusts'} the folder`
    case 'died':
      return `its process ended (${reason.detail}), starting again`
    case 'deaths':
      return `Its process ended ${reason.count} times within five minutes. Last: ${reason.detail}`
  }
}

/** What an agent waits for of its user; empty: nothing. */
export function needsWords(needs: Needs, audience: Audience): string {
  if (needs === null) return ''
  return `waits for ${audience === 'user' ? 'your' : 'its user’s'} ${needs === 'question' ? 'answer' : needs}`
}
