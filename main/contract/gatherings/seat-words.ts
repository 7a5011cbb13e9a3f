import { agentReasonWords } from '../agents/agent-words.ts'
import type { Absence, SeatReason } from './seat-reasons.ts'

export function absenceWords(absence: Absence): string {
  switch (absence.kind) {
    case 'deleted':
      return 'its tab was deleted'
    case 'closed':
      return 'its tab is closed'
    case 'stopped':
      return 'it is stopped'
    case 'left':
      return 'its machine has taken it out'
    case 'unshared':
      return 'its machine does not share it any more'
    case 'failed':
      return `it has failed: ${agentReasonWords(absence.reason, 'user')}`
  }
}

/** `who` sits there. */
export function seatReasonWords(reason: SeatReason, who: 'agent' | 'user'): string {
  const isUser = who === 'user'
  switch (reason.kind) {
    case 'deleted':
    case 'closed':
    case 'stopped':
    case 'unshared':
    case 'failed':
      return absenceWords(reason)
    case 'left':
      return isUser ? 'not come, or gone from the circle' : absenceWords(reason)
    case 'busy':
      return `it was busy with something else${lateWords(reason.again)}`
    case 'unreachable':
      return `${reason.status === 'starting' ? 'it was still starting' : `it could not be reached (${reason.status})`}${lateWords(reason.again)}`
    case 'away':
      return `${isUser ? 'not seen yet, or their machine was not reached' : 'its machine has not let it in, or was not reached'}${lateWords(reason.again, isUser)}`
    case 'late':
      return 'no reply in time'
    case 'silent':
      return 'no reply'
    case 'skipped':
      return isUser ? 'the turn was ended before a word' : 'its turn was ended before a word'
    case 'taken':
      return 'the user took the piece before a word'
  }
}

/** For the user of another machine whose seat it is; empty: they know already. */
export function ownReasonWords(reason: SeatReason): string {
  switch (reason.kind) {
    case 'away':
      return `Your turn went by${reason.again ? ', again' : ''}: you had not looked${reason.again ? '' : '. You are asked again at the end of this round'}.`
    case 'late':
      return 'Your turn went by without a word in time.'
    case 'skipped':
      return 'The host ended your turn before a word.'
    case 'taken':
      return 'The host took the piece before a word of yours.'
    default:
      return ''
  }
}

const lateWords = (again: boolean, isUser = false): string =>
  again ? ', again' : `; ${isUser ? 'they are' : 'it is'} asked again at the end of this round`
