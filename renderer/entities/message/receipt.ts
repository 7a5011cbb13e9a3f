import type { ReplyView } from '../../../main/contract/mail/mail-views.ts'
import type { LinkDelivery } from '../../../main/contract/links/links.ts'
import type { Because } from '../../../main/contract/mail/message-reasons.ts'
import { becauseWords } from '../../../main/contract/mail/message-words.ts'
import type { MessageState, DeliveryMode } from '../../../main/contract/mail/messages.ts'
import { holdWords } from '../link/link-words.ts'

/** Waiting, delivered, read; `x`: not delivered. */
export type ReceiptMark = 'ring' | 'half' | 'disc' | 'x'

/** The same signs for mail, crossings and utterances. */
export function signOf({ state, inInput }: Pick<Standing, 'state' | 'inInput'>): ReceiptMark {
  switch (state) {
    case 'queued':
    case 'held':
      return inInput ? 'half' : 'ring'
    case 'written':
      return 'half'
    case 'read':
    case 'answered':
      return 'disc'
    case 'withdrawn':
    case 'expired':
    case 'dropped':
    case 'undeliverable':
      return 'x'
  }
}

export interface ReceiptState {
  readonly sign: ReceiptMark
  readonly words: string
  /** The time since when is shown with the words. */
  readonly isTimed: boolean
}

/** `inInput` as the program reports it. */
interface Standing extends Because {
  readonly state: MessageState
  readonly inInput: boolean
  readonly expectsReply?: boolean
  readonly turn?: number | null
  readonly place?: number | null
  /** It goes with the next prompt. */
  readonly absorbed?: boolean
  /** For an answered ticket: how it was answered; absent if unknown. */
  readonly reply?: Pick<ReplyView, 'implicit' | 'byRule'> | null | undefined
  /** For a crossing: whether it starts a turn of its receiver. */
  readonly carriage?: LinkDelivery | undefined
  /** The user's message: the turn it started is its answer. */
  readonly isOwn?: boolean
}

export function receiptOf(standing: Standing): ReceiptState {
  return { sign: signOf(standing), ...wordsOf(standing) }
}

function wordsOf(standing: Standing): Omit<ReceiptState, 'sign'> {
  const { state, reason, carriage } = standing
  const why = becauseWords(standing, 'user')
  const because = why === '' ? '' : `: ${why}`
  switch (state) {
    case 'queued':
      return { words: queuedWords(standing, why), isTimed: false }
    case 'held':
      if (carriage === 'paused') return { words: `held${holdWords(reason)}`, isTimed: false }
      return { words: `held${because}`, isTimed: false }
    case 'written':
      return { words: standing.inInput ? 'delivered, not read yet' : 'on its way', isTimed: true }
    case 'read':
      if (reason?.kind === 'away')
        return { words: standing.expectsReply ? `${why}, not answered yet` : why, isTimed: true }
      return carriage
        ? { words: tookWords(standing), isTimed: false }
        : { words: readWords(standing), isTimed: true }
    case 'answered':
      if (reason?.kind === 'away' && !standing.expectsReply) return { words: why, isTimed: true }
      return carriage
        ? { words: tookWords(standing), isTimed: false }
        : { words: answeredWords(standing), isTimed: true }
    case 'withdrawn':
    case 'expired':
    case 'dropped':
      return { words: endedWords(standing, because), isTimed: why === '' }
    case 'undeliverable':
      return { words: `could not be delivered${because}`, isTimed: false }
  }
}

/** "discarded by you": the user withdraws their own messages, and discards others. */
function endedWords({ state, reason, isOwn }: Standing, because: string): string {
  if (reason?.kind === 'hand' && (reason.act === 'closed' || reason.act === 'withdrawn'))
    return isOwn && reason.act === 'withdrawn' ? 'withdrawn by you' : 'discarded by you'
  return `${state === 'dropped' ? 'discarded' : state}${because}`
}

function queuedWords({ place, absorbed }: Standing, why: string): string {
  if (absorbed && why === '') return 'will be sent with the next prompt'
  if (place === null || place === undefined || place === 1) return why === '' ? 'next' : why
  return why === '' ? `waits, place ${place}` : `waits, place ${place}: ${why}`
}

function readWords({ turn, expectsReply }: Pick<Standing, 'turn' | 'expectsReply'>): string {
  const words = turn === null || turn === undefined ? 'read' : `read in turn ${turn}`
  return expectsReply ? `${words}, not answered yet` : words
}

/** A crossing expects no reply: it started a turn, or was read. */
function tookWords({ carriage, turn }: Pick<Standing, 'carriage' | 'turn'>): string {
  const isWoken = carriage === 'asked' || carriage === 'converse'
  const words = isWoken ? 'started a turn' : 'read'
  if (turn === null || turn === undefined) return words
  return isWoken ? `started turn ${turn}` : `${words} in turn ${turn}`
}

/** The turn that read it is over, which answers only a ticket or the user's own message. */
function answeredWords({ expectsReply, reply, isOwn, turn }: Standing): string {
  if (!expectsReply && isOwn)
    return turn === null || turn === undefined ? 'answered' : `answered in turn ${turn}`
  if (!expectsReply) return readWords({ turn: turn ?? null })
  if (!reply) return 'answered'
  if (reply.byRule) return 'answered by your rule'
  return reply.implicit ? 'answered with the last words of its turn' : 'answered with a reply'
}

/** How a message was delivered; empty if it started the turn. */
export const wayWords: Readonly<Record<DeliveryMode, string>> = {
  began: '',
  steered: 'added to the running turn',
  interjected: 'interrupted the turn',
  absorbed: 'read with the next prompt',
  reminded: 'asked again',
  awaited: 'given to the waiting tool call',
}

export const wayHints: Readonly<Record<DeliveryMode, string>> = {
  began: 'It began this turn.',
  steered: 'It came while the agent was working, between two of its steps.',
  interjected: 'It interrupted the agent, which continued afterwards.',
  absorbed: 'It started no turn; it was read with the next prompt.',
  reminded: 'It was read before and not answered, so it was asked again by itself.',
  awaited: 'It answered a tool call that was waiting for it.',
}
