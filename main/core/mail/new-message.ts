import type { Message } from '../../contract/mail/messages.ts'
import type { Step } from '../step/step.ts'

type Said = Pick<Message, 'id' | 'from' | 'fromName' | 'to' | 'body' | 'priority' | 'depth' | 'state'> &
  Partial<Message>

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

/** The only place where messages are made; assigns the next place in the order of acceptance. */
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
