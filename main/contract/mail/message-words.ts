import { youTo, yourTo, type Audience } from '../api/audience.ts'
import { handledWords } from '../handlers/handler-words.ts'
import { houseReasonWords } from '../fleet/house-words.ts'
import type { Because, HandAct, LinkAct, MessageReason, TurnEnd } from './message-reasons.ts'
import { untilWords, waitWords } from './wait-words.ts'

/** Why a message is in its state, in words; empty where the state says it all. */
export function messageReasonWords(reason: MessageReason | null, audience: Audience): string {
  switch (reason?.kind) {
    case undefined:
      return ''
    case 'hand':
      return handWords(reason.act, audience)
    case 'nudged':
      return [messageReasonWords(reason.before, audience), `nudged by ${youTo(audience)}`]
        .filter((words) => words !== '')
        .join('; ')
    case 'cardOver':
      return 'later: the card was not answered'
    case 'link':
      return linkWords(reason.act)
    case 'crowdedOut':
      return `older than the newest ${reason.most} that its link kept back`
    case 'superseded':
      return 'newer words took its place'
    case 'depth':
      return `${reason.depth} messages in a row between agents, without a word of ${audience === 'person' ? 'yours' : 'the user'}`
    case 'rate':
      return `more than ${reason.cap} messages a minute between these two`
    case 'consent':
      return `waits for ${yourTo(audience)} word: ${reason.receiver} asks for fewer permissions than ${reason.sender}`
    case 'stranger':
    case 'away':
      return houseReasonWords(reason, audience)
    case 'policy':
      return `waits for ${yourTo(audience)} click: ${reason.receiver} asks ${youTo(audience)} first`
    case 'handler':
      return handledWords(reason.name, reason.deed, audience)
    case 'sameWords':
    case 'spread':
    case 'restored':
    case 'diedUnread':
    case 'anchored':
    case 'awaited':
    case 'mailboxFull':
    case 'answeredFirst':
    case 'agentDeleted':
    case 'seatLeft':
    case 'seatAsked':
      return plainWords[reason.kind]
    case 'deaths':
      return `its agent died ${reason.count} times over it`
    case 'unanswered':
      return reason.end === null
        ? `read in turn ${reason.turn}, not answered yet`
        : `read in turn ${reason.turn}, not answered: ${endWords(reason.end)}`
    case 'askedAgain':
      return `asked again in turn ${reason.turn}, not answered`
    case 'triedAgain':
      return `its turn broke off (${reason.detail}); it is tried again`
    case 'expired':
      return reason.read ? 'read, and not answered within a day' : 'not read within a day'
    case 'ended':
      return endWords(reason.end)
  }
}

const plainWords = {
  sameWords: 'the same words more than twice within ten minutes between these two',
  spread: 'too many messages to many within ten minutes',
  restored: 'it waited as the backup was made, and may have been read since',
  anchored: 'absorbed: its anchor came first',
  awaited: 'read in the result of the call that waited for it',
  mailboxFull: 'its mailbox was full',
  answeredFirst: 'the answer came before it',
  agentDeleted: 'the agent was deleted',
  seatLeft: 'it has no seat in that gathering',
  seatAsked: 'it has not taken its seat in that gathering yet',
  diedUnread: 'written before, but its agent died before reading it',
} as const

/** Why a message is as it is: what it waits for, and in brackets what became of it. */
export function becauseWords({ reason, waits }: Because, audience: Audience): string {
  return inBrackets(waitWords(waits, audience), messageReasonWords(reason, audience))
}

/**
 * The same for a narrow place, where its end is cut: what became of it makes the difference, and goes first.
 * "waits for the end of the turn (promoted by you)": "promoted by you · for the end of the turn".
 */
export function briefBecauseWords({ reason, waits }: Because): string {
  const because = briefReasonWords(reason)
  const until = untilWords(waits, 'person')
  return because === '' || until === ''
    ? inBrackets(waitWords(waits, 'person'), because)
    : `${because} · ${until}`
}

function inBrackets(waits: string, because: string): string {
  return because === '' || waits === '' ? because || waits : `${waits} (${because})`
}

function briefReasonWords(reason: MessageReason | null): string {
  if (reason?.kind === 'cardOver') return 'later: not answered'
  if (reason?.kind === 'hand' && reason.act === 'postponed') return 'later'
  if (reason?.kind === 'hand' && reason.act === 'handled') return 'handled now'
  return messageReasonWords(reason, 'person')
}

function handWords(act: HandAct, audience: Audience): string {
  const you = youTo(audience)
  switch (act) {
    case 'hastened':
      return `sent on by ${you}`
    case 'promoted':
      return `promoted by ${you}`
    case 'demoted':
      return `demoted by ${you}`
    case 'postponed':
      return `later, by ${yourTo(audience)} word`
    case 'handled':
      return `handled now, by ${yourTo(audience)} word`
    case 'closed':
      return `closed by ${you}`
    case 'withdrawn':
      return `withdrawn by ${you}`
    case 'released':
      return `released by ${you}`
    case 'allowed':
      return `its sender was allowed by ${you}`
    case 'mooted':
      return `what it waited for was changed by ${you}`
    case 'interrupted':
      return `${you} interrupted before it was read`
    case 'handedOver':
      return `handed over by ${you}`
  }
}

function linkWords(act: LinkAct): string {
  switch (act) {
    case 'paused':
      return 'its link is paused'
    case 'rests':
      return 'its link rests'
    case 'gathering':
      return 'its link rests: a member sits in a gathering'
    case 'wentOn':
      return 'its link goes on'
    case 'closed':
      return 'its link was closed'
    case 'left':
      return 'its receiver takes no part in that link any more'
  }
}

function endWords(end: TurnEnd): string {
  switch (end.kind) {
    case 'interrupted':
      return 'interrupted by the user'
    case 'cut':
      return 'cut short by a newer prompt'
    case 'broken':
      return end.detail
  }
}
