import type { AgentKind } from './kinds.ts'
import { youTo, type Audience } from '../api/audience.ts'
import { wordsOf, type Wording } from '../words/wording.ts'
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
export const agentReasonWords = (reason: AgentReason | null, audience: Audience): string =>
  reason ? wordsOf(reasonWords, reason, audience) : ''

const reasonWords: Wording<AgentReason, [audience: Audience]> = {
  stopped: (_, of) => `stopped by ${youTo(of)}`,
  unstartable: ({ detail }) => detail,
  signedOut: ({ detail }) => detail,
  untrusted: ({ isDecided }, of) =>
    isDecided
      ? 'Not started: folder not trusted'
      : `Not started until ${youTo(of)} ${of === 'user' ? 'trust' : 'trusts'} the folder`,
  died: ({ detail }) => `its process ended (${detail}), starting again`,
  deaths: ({ count, detail }) => `Its process ended ${count} times within five minutes. Last: ${detail}`,
}

export function needsWords(needs: Needs, audience: Audience): string {
  if (needs === null) return ''
  return `waits for ${audience === 'user' ? 'your' : 'its user’s'} ${needs === 'question' ? 'answer' : needs}`
}
