import { agentReasonWords } from '../agents/agent-words.ts'
import { wordsOf, type Wording } from '../words/wording.ts'
import type { Absence, SeatReason } from './seat-reasons.ts'

export const absenceWords = (absence: Absence): string => wordsOf(absences, absence)

const absences: Wording<Absence> = {
  deleted: 'its tab was deleted',
  closed: 'its tab is closed',
  stopped: 'it is stopped',
  left: 'its machine has taken it out',
  unshared: 'its machine does not share it any more',
  failed: ({ reason }) => `it has failed: ${agentReasonWords(reason, 'user')}`,
}

/** `who` sits there. */
export const seatReasonWords = (reason: SeatReason, who: 'agent' | 'user'): string =>
  wordsOf(seatReasons, reason, who === 'user')

const seatReasons: Wording<SeatReason, [isUser: boolean]> = {
  ...absences,
  left: (reason, isUser) => (isUser ? 'not come, or gone from the circle' : absenceWords(reason)),
  busy: ({ again }) => `it was busy with something else${lateWords(again)}`,
  unreachable: ({ status, again }) =>
    `${status === 'starting' ? 'it was still starting' : `it could not be reached (${status})`}${lateWords(again)}`,
  away: ({ again }, isUser) =>
    `${isUser ? 'not seen yet, or their machine was not reached' : 'its machine has not let it in, or was not reached'}${lateWords(again, isUser)}`,
  late: 'no reply in time',
  silent: 'no reply',
  skipped: (_, isUser) => (isUser ? 'the turn was ended before a word' : 'its turn was ended before a word'),
  taken: 'the user took the piece before a word',
}

/** For the user of another machine whose seat it is; empty: they know already. */
export function ownReasonWords(reason: SeatReason): string {
  if (reason.kind === 'away')
    return `Your turn went by${reason.again ? ', again' : ''}: you had not looked${reason.again ? '' : '. You are asked again at the end of this round'}.`
  return ownWords[reason.kind] ?? ''
}

const ownWords: Partial<Readonly<Record<SeatReason['kind'], string>>> = {
  late: 'Your turn went by without a word in time.',
  skipped: 'The host ended your turn before a word.',
  taken: 'The host took the piece before a word of yours.',
}

const lateWords = (again: boolean, isUser = false): string =>
  again ? ', again' : `; ${isUser ? 'they are' : 'it is'} asked again at the end of this round`
