import type { AgentKind } from './kinds.ts'
import { youTo, type Audience } from '../api/audience.ts'
import type { Needs } from '../api/model.ts'

/** Reason of an agent's status, if that is not obvious. `detail`: a program's own message. */
export type AgentReason =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unstartable'; readonly detail: string }
  | { readonly kind: 'signedOut'; readonly detail: string }
  /**
   * The program would follow settings in the folder, which the user has not trusted; `isDecided`: they
   * refused.
   */
  | { readonly kind: 'untrusted'; readonly of: AgentKind; readonly isDecided: boolean }
  /** The process ended and is being restarted. */
  | { readonly kind: 'died'; readonly detail: string }
  /** The process ended too often and is not restarted. */
  | { readonly kind: 'deaths'; readonly count: number; readonly detail: string }

/** Empty when the status needs no explanation. */
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

export function needsWords(needs: Needs, audience: Audience): string {
  if (needs === null) return ''
  return `waits for ${audience === 'user' ? 'your' : 'its user’s'} ${needs === 'question' ? 'answer' : needs}`
}
