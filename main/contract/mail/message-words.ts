import { youTo, type Audience } from '../api/audience.ts'
import { handledWords } from '../handlers/handler-words.ts'
import type { Because, HandAct, LinkAct, MessageReason, TurnEnd } from './message-reasons.ts'
import { waitWords } from './wait-words.ts'

/** Empty if the state explains itself. */
export function messageReasonWords(reason: MessageReason | null, audience: Audience): string {
  if (reason === null) return ''
  if (isPlain(reason)) return plainWords[reason.kind]
  switch (reason.kind) {
    case 'hand':
      return handWords[reason.act](audience)
    case 'nudged':
      return [messageReasonWords(reason.before, audience), `nudged by ${youTo(audience)}`]
        .filter((words) => words !== '')
        .join('; ')
    case 'link':
      return linkWords[reason.act]
    case 'crowdedOut':
      return `older than the newest ${reason.most} held for its link`
    case 'depth':
      return `${reason.depth} messages in a row between agents, without a message from ${youTo(audience)}`
    case 'rate':
      return `more than ${reason.cap} messages a minute between these two`
    case 'consent':
      return `${approvalWords(audience)}: ${reason.receiver} asks for fewer permissions than ${reason.sender}`
    case 'firstTimeSender':
    case 'away':
      return machineReasonWords(reason, audience)
    case 'policy':
      return audience === 'agent'
        ? `waits for the user's click: ${reason.receiver} asks the user first`
        : `${approvalWords(audience)}, as every message to ${reason.receiver} does`
    case 'handler':
      return handledWords(reason.name, reason.action, audience)
    case 'deaths':
      return audience === 'agent'
        ? `its agent died ${reason.count} times over it`
        : `the agent crashed ${reason.count} times while reading it`
    case 'unanswered':
      return reason.end === null
        ? `read in turn ${reason.turn}, not answered yet`
        : `read in turn ${reason.turn}, not answered: ${endWords(reason.end, audience)}`
    case 'askedAgain':
      return `asked again in turn ${reason.turn}, not answered`
    case 'triedAgain':
      return `its turn failed (${reason.detail}); trying again`
    case 'expired':
      return reason.read ? 'read, and not answered within a day' : 'not read within a day'
    case 'ended':
      return endWords(reason.end, audience)
  }
}

const approvalWords = (audience: Audience): string =>
  audience === 'user' ? 'needs your approval' : "waits for the user's approval"

const plainWords = {
  cardOver: 'left in the queue: the card was not answered',
  superseded: 'replaced by a newer message',
  sameWords: 'sent more than twice in ten minutes between these two',
  broadcast: 'too many messages to several agents in ten minutes',
  restored: 'it was waiting when the backup was made; it may have been read since',
  anchored: 'absorbed: its task reminder came first',
  awaited: 'read in the result of the call that waited for it',
  mailboxFull: 'its mailbox was full',
  answeredFirst: 'the answer came before it',
  agentDeleted: 'the agent was deleted',
  seatLeft: 'it has no seat in that gathering',
  seatAsked: 'it has not taken its seat in that gathering yet',
  diedUnread: 'written before, but its agent died before reading it',
} as const

type PlainReason = Extract<MessageReason, { kind: keyof typeof plainWords }>

const isPlain = (reason: MessageReason): reason is PlainReason => reason.kind in plainWords

/** What it waits for, with the reason in brackets. */
export function becauseWords({ reason, waits }: Because, audience: Audience): string {
  return inBrackets(waitWords(waits, audience), messageReasonWords(reason, audience))
}

/**
 * For narrow places that truncate: the reason comes first, since it makes the difference. "promoted by you ·
 * waits for the end of the turn".
 */
export function briefBecauseWords({ reason, waits }: Because): string {
  const because = briefReasonWords(reason)
  return [because, waitWords(waits, 'user')].filter((words) => words !== '').join(' · ')
}

function inBrackets(waits: string, because: string): string {
  return because === '' || waits === '' ? because || waits : `${waits} (${because})`
}

function briefReasonWords(reason: MessageReason | null): string {
  if (reason?.kind === 'cardOver') return 'left in queue: not answered'
  if (reason?.kind === 'hand' && reason.act === 'postponed') return 'left in queue'
  if (reason?.kind === 'hand' && reason.act === 'handled') return 'delivered now'
  return messageReasonWords(reason, 'user')
}

const handWords: Readonly<Record<HandAct, (audience: Audience) => string>> = {
  hastened: (of) => `moved up by ${youTo(of)}`,
  promoted: (of) => `promoted by ${youTo(of)}`,
  demoted: (of) => `demoted by ${youTo(of)}`,
  postponed: (of) => `left in the queue by ${youTo(of)}`,
  handled: (of) => `delivered now by ${youTo(of)}`,
  closed: (of) => (of === 'user' ? 'discarded by you' : 'closed by the user'),
  withdrawn: (of) => `withdrawn by ${youTo(of)}`,
  released: (of) => `released by ${youTo(of)}`,
  allowed: (of) => `its sender was approved by ${youTo(of)}`,
  mooted: (of) => `what it waited for was changed by ${youTo(of)}`,
  interrupted: (of) => `${youTo(of)} interrupted before it was read`,
  handedOver: (of) => `delivered by ${youTo(of)}`,
}

const linkWords: Readonly<Record<LinkAct, string>> = {
  paused: 'its link is paused',
  rests: 'its link is on hold',
  gathering: 'its link is on hold while a member is in a gathering',
  wentOn: 'its link has resumed',
  closed: 'its link was closed',
  left: 'its receiver has left that link',
}

function endWords(end: TurnEnd, audience: Audience): string {
  if (end.kind === 'broken') return end.detail
  return end.kind === 'cut' ? 'cut short by a newer prompt' : `interrupted by ${youTo(audience)}`
}

function machineReasonWords(
  reason: Extract<MessageReason, { kind: 'firstTimeSender' | 'away' }>,
  audience: Audience,
): string {
  if (reason.kind === 'away') return awayWords(reason)
  const { sender, receiver } = reason
  // The agent knows which machine its own message is from.
  if (audience === 'agent') return `waits for the approval of ${receiver}’s user`
  return `needs your approval: the first message to ${receiver} from the machine of ${sender}`
}

function awayWords({ machine, stands, turn, why }: Extract<MessageReason, { kind: 'away' }>): string {
  const read = turn === null ? 'read' : `read in turn ${String(turn)}`
  const words: Readonly<Record<typeof stands, string>> = {
    'on its way': `on its way to ${machine}`,
    waits: `waiting for ${machine}`,
    held: `held on ${machine}`,
    read: `${read} on ${machine}`,
    answered: `${read} on ${machine}`,
    withdrawn: `taken back on ${machine}`,
    expired: `expired on ${machine}`,
    dropped: `dropped on ${machine}`,
    undeliverable: `not taken by ${machine}`,
  }
  return why === '' ? words[stands] : `${words[stands]} (${why})`
}
