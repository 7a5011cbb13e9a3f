import { youTo, type Audience } from '../api/audience.ts'
import { handledWords } from '../handlers/handler-words.ts'
import type { Because, UserAction, LinkEvent, MessageReason, TurnEnd } from './message-reasons.ts'
import { wordsOf, type Wording } from '../words/wording.ts'
import { waitWords } from './wait-words.ts'

/** Empty if the state explains itself. */
export const messageReasonWords = (reason: MessageReason | null, audience: Audience): string =>
  reason === null ? '' : wordsOf(reasonWords, reason, audience)

const reasonWords: Wording<MessageReason, [audience: Audience]> = {
  hand: ({ act }, of) => handWords[act](of),
  nudged: ({ before }, of) =>
    [messageReasonWords(before, of), `nudged by ${youTo(of)}`].filter((words) => words !== '').join('; '),
  cardOver: 'left in the queue: the card was not answered',
  link: ({ act }) => linkWords[act],
  crowdedOut: ({ most }) => `older than the newest ${most} held for its link`,
  superseded: 'replaced by a newer message',
  depth: ({ depth }, of) => `${depth} messages in a row between agents, without a message from ${youTo(of)}`,
  rate: ({ cap }) => `more than ${cap} messages a minute between these two`,
  broadcast: 'too many messages to several agents in ten minutes',
  sameWords: 'sent more than twice in ten minutes between these two',
  consent: ({ receiver, sender }, of) =>
    `${approvalWords(of)}: ${receiver} asks for fewer permissions than ${sender}`,
  // An agent knows which machine its own message is from.
  firstTimeSender: ({ receiver, sender }, of) =>
    of === 'agent'
      ? `waits for the approval of ${receiver}’s user`
      : `needs your approval: the first message to ${receiver} from the machine of ${sender}`,
  away: awayWords,
  policy: ({ receiver }, of) =>
    of === 'agent'
      ? `waits for the user's click: ${receiver} asks the user first`
      : `${approvalWords(of)}, as every message to ${receiver} does`,
  handler: ({ name, action }, of) => handledWords(name, action, of),
  anchored: 'absorbed: its task reminder came first',
  restored: 'it was waiting when the backup was made; it may have been read since',
  diedUnread: 'written before, but its agent died before reading it',
  deaths: ({ count }, of) =>
    of === 'agent'
      ? `its agent died ${count} times over it`
      : `the agent crashed ${count} times while reading it`,
  awaited: 'read in the result of the call that waited for it',
  unanswered: ({ turn, end }, of) =>
    `read in turn ${turn}, not answered${end === null ? ' yet' : `: ${endWords(end, of)}`}`,
  askedAgain: ({ turn }) => `asked again in turn ${turn}, not answered`,
  triedAgain: ({ detail }) => `its turn failed (${detail}); trying again`,
  expired: ({ read }) => (read ? 'read, and not answered within a day' : 'not read within a day'),
  mailboxFull: 'its mailbox was full',
  answeredFirst: 'the answer came before it',
  agentDeleted: 'the agent was deleted',
  seatLeft: 'it has no seat in that gathering',
  seatAsked: 'it has not taken its seat in that gathering yet',
  ended: ({ end }, of) => endWords(end, of),
}

const approvalWords = (audience: Audience): string =>
  audience === 'user' ? 'needs your approval' : "waits for the user's approval"

/** What it waits for, with the reason in brackets. */
export function becauseWords({ reason, waitReason }: Because, audience: Audience): string {
  return inBrackets(waitWords(waitReason, audience), messageReasonWords(reason, audience))
}

/**
 * For narrow places that truncate: the reason comes first, since it makes the difference. "promoted by you ·
 * waits for the end of the turn".
 */
export function briefBecauseWords({ reason, waitReason }: Because): string {
  const because = briefReasonWords(reason)
  return [because, waitWords(waitReason, 'user')].filter((words) => words !== '').join(' · ')
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

const handWords: Readonly<Record<UserAction, (audience: Audience) => string>> = {
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

const linkWords: Readonly<Record<LinkEvent, string>> = {
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
