import type { Message } from '../../contract/mail/messages.ts'
import type { Step } from '../step/step.ts'

type Said = Pick<Message, 'id' | 'from' | 'fromName' | 'to' | 'body' | 'priority' | 'depth' | 'state'> &
  Partial<Message>

/** What nothing has happened to, and that answers nothing. */
export const untouched = {
  replyTo: null,
  crossed: null,
  spoken: null,
  quoted: '',
  isReply: false,
  expectsReply: false,
  reply: null,
  causes: [],
  metadata: {},
  idempotencyKey: null,
  reason: null,
  hold: null,
  now: false,
  card: null,
  ahead: null,
  reminded: false,
  inInput: false,
  turn: null,
  handled: null,
  byHandler: null,
  deaths: 0,
} satisfies Partial<Message>

/** Makes every message that there is: the next in the order of acceptance, accepted now. */
export function newMessage(step: Step, said: Said): Message {
  return {
    ...untouched,
    seq: step.nextSeq(),
    thread: said.id,
    acceptedAt: step.now,
    stateAt: step.now,
    ...said,
  }
}
