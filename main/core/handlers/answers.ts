import type {
  HandlerRecord,
  Handler,
  HandlerAction,
  ActionTaken,
  HandlerName,
  HandlerAsk,
} from '../../contract/handlers/handlers.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import type { FileRead } from '../step/events.ts'
import { loopProblem } from '../mail/loop-guard.ts'
import { accept, inState, unfitness } from '../mail/mailbox.ts'
import { settle } from '../mail/tickets.ts'
import type { Step } from '../step/step.ts'
import { firstLine, shorten } from '../words/text.ts'
import { mostHandlerAsks } from '../../contract/api/limits.ts'

/** Words that ask nothing are answered so seldom at most, per sender, in ms. */
export const answerPause = 60_000

type Respond = Extract<HandlerAction, { kind: 'respond' }>

/** Whether its sender was answered just now: words that ask nothing go their usual way then. */
export function isAnsweredLately(step: Step, { from, to, expectsReply }: Message): boolean {
  const lately = step.get(to).answeredLately
  return (
    !expectsReply &&
    lately.some((one) => from.kind === 'agent' && one.to === from.id && step.now < one.at + answerPause)
  )
}

/** Whether an answer may be made now; while everything is stopped it waits. */
export const mayAnswer = ({ limits }: Step): boolean => limits.stopped === null

/** Answers a message that was just accepted: at once, or as soon as its file is read and everything goes on. */
export function beginAnswer(step: Step, { id, name }: HandlerName, then: Respond, message: Message): Message {
  if (mayAnswer(step) && 'text' in then) return answerWith(step, { id, name }, message, then.text)
  const action = { kind: 'answering' } as const
  const handled: HandlerRecord = { id, name, at: step.now, action, handedOverAt: null }
  const waiting = inState(step, { ...message, hold: 'answering', handled }, 'held', {
    kind: 'handler',
    name,
    action,
  })
  step.message(waiting, true)
  if (mayAnswer(step) && 'file' in then) readFile(step, waiting, then.file)
  return waiting
}

function readFile(step: Step, { id, to }: Message, path: string): void {
  step.emit({ do: 'handler.readFile', agent: to, message: id, folder: step.get(to).agent.cwd, path })
}

/** After a start, and when everything goes on: answers that wait are made, by the rule as it is now. */
export function resumeAnswers(step: Step): void {
  if (!mayAnswer(step)) return
  for (const { agent, mailbox } of step.agents())
    for (const message of mailbox) {
      if (message.hold !== 'answering' || message.handled === null) continue
      const handler = step.get(agent.id).handlers.find(({ id }) => id === message.handled?.id)
      if (!isAnswering(handler)) usualWay(step, message)
      else if ('file' in handler.then) readFile(step, message, handler.then.file)
      else answerWith(step, handler, message, handler.then.text)
    }
}

export const isAnswering = (handler: Handler | undefined): handler is Handler & { then: Respond } =>
  handler !== undefined && handler.isOn && handler.then.kind === 'respond'

/** What a handler waited for has come. */
export function fileRead(step: Step, { agent, message: id, text, problem }: FileRead): void {
  const state = step.find(agent)
  const message = state?.mailbox.find((one) => one.id === id)
  // Stopped meanwhile: it is read again when everything goes on.
  if (!state || message?.hold !== 'answering' || !message.handled || !mayAnswer(step)) return
  const handler = state.handlers.find((one) => one.id === message.handled?.id)
  if (!isAnswering(handler) || state.agent.closedAt !== null) usualWay(step, message)
  else if (text === null) failed(step, handler, message, { kind: 'unanswered', why: 'file', detail: problem })
  else answerWith(step, handler, message, text)
}

/** A handler is gone or off: what it was about to answer goes to the agent. */
export function usualWay(step: Step, message: Message): Message {
  const now = inState(step, { ...message, handled: null }, 'queued', null)
  step.message(now, true)
  return now
}

/** The answer goes to the sender, and the message is settled; where it cannot go, the message goes its usual way. */
function answerWith(step: Step, { id, name }: HandlerName, message: Message, text: string): Message {
  // Another of the same sender was answered while this one waited.
  if (isAnsweredLately(step, message)) return usualWay(step, message)
  const from = senderOf(step, message)
  if (from === null) return failed(step, { id, name }, message, unanswered('full'))
  const { to, depth, expectsReply } = message
  const said = { from: to, to: from, body: text, depth: depth + 1, isReply: expectsReply }
  if (loopProblem(step, said) !== null) return failed(step, { id, name }, message, unanswered('loop'))
  const letter = { from: { kind: 'agent', id: to }, to: from, body: text } as const
  if (unfitness(step, letter) !== null) return failed(step, { id, name }, message, unanswered('full'))
  const { closed, answer } = expectsReply
    ? replyTo(step, { id, name }, message, text)
    : { closed: message, answer: writeBack(step, { id, name }, message, from, text) }
  const action: ActionTaken = { kind: 'answered', answer, words: firstLine(text, 200) }
  return settleByHandler(step, closed, { id, name, at: step.now, action, handedOverAt: null })
}

const unanswered = (why: 'loop' | 'full'): ActionTaken => ({ kind: 'unanswered', why, detail: '' })

function senderOf(step: Step, { from }: Message): AgentId | null {
  return from.kind === 'agent' && step.find(from.id) ? from.id : null
}

/** It counts as one step deeper in the chain than what it answers, whatever its agent is in. */
const made = (byHandler: HandlerName, { id, depth }: Message) => ({
  byHandler,
  depth: depth + 1,
  causes: [id],
})

/** A ticket's reply, marked as the handler's. */
function replyTo(step: Step, handler: HandlerName, ticket: Message, text: string) {
  const { name } = step.get(ticket.to).agent
  const words = {
    fromName: name,
    body: text,
    metadata: {},
    idempotencyKey: null,
    made: made(handler, ticket),
  }
  const { closed, message } = settle(step, ticket, words, false)
  return { closed, answer: message?.id ?? null }
}

/** Words back to the one who asked nothing; they wake no more than what they answer. */
function writeBack(step: Step, handler: HandlerName, message: Message, to: AgentId, text: string): MessageId {
  const state = step.get(message.to)
  const lately = state.answeredLately.filter(({ at }) => step.now < at + answerPause)
  step.set(message.to, { answeredLately: [...lately, { to, at: step.now }] })
  return accept(step, {
    from: { kind: 'agent', id: message.to },
    fromName: state.agent.name,
    to,
    body: text,
    priority: wakes(message.priority) ? 'normal' : message.priority,
    replied: message,
    ...made(handler, message),
  }).id
}

/** It is not put before its agent, and stays as it is until the user hands it over. */
export function settleByHandler(step: Step, message: Message, handled: HandlerRecord): Message {
  const { name, action } = handled
  const now = inState(step, { ...message, handled }, 'answered', { kind: 'handler', name, action })
  step.message(now, false)
  carriedOut(step, { id: handled.id, agent: message.to })
  noteHandled(step, now, name, action)
  return now
}

function failed(step: Step, { id, name }: HandlerName, message: Message, action: ActionTaken): Message {
  const handled: HandlerRecord = { id, name, at: step.now, action, handedOverAt: null }
  const now = inState(step, { ...message, handled }, 'queued', null)
  step.message(now, true)
  if (action.kind === 'unanswered') tellUser(step, { id, agent: message.to }, message, action.detail)
  noteHandled(step, now, name, action)
  return now
}

/** Counts that a handler was carried out, on the handler as it is by now. */
export function carriedOut(step: Step, { id, agent }: Pick<Handler, 'id' | 'agent'>): void {
  const handler = step.get(agent).handlers.find((one) => one.id === id)
  if (handler) step.handler({ ...handler, did: handler.did + 1, lastAt: step.now }, true)
}

/** Asks the user whether to do what the handler is for; with too much asked already the oldest goes. */
export function askUser(step: Step, { id: handler, agent }: Handler, message: Message): void {
  const now = step.get(agent).handlers.find((one) => one.id === handler)
  const ask = askAbout(step, message)
  if (now && ask) step.handler({ ...now, asks: [...now.asks, ask].slice(-mostHandlerAsks) }, true)
}

/** Tells the user of a message; `problem`: why it could not be answered. */
export function tellUser(
  step: Step,
  { id: handler, agent }: Pick<Handler, 'id' | 'agent'>,
  message: Message,
  problem = '',
): void {
  const now = step.get(agent).handlers.find((one) => one.id === handler)
  const ask = askAbout(step, message)
  if (now && ask) step.handler({ ...now, told: { ...ask, problem } }, true)
}

function askAbout(step: Step, { id, from, fromName, body }: Message): HandlerAsk | null {
  if (from.kind !== 'agent') return null
  return { message: id, from: from.id, fromName, preview: shorten(body, 280), at: step.now }
}

/** Tells in the transcript what a handler did with a message. */
export function noteHandled(
  step: Step,
  { id, to, fromName, body }: Message,
  name: string,
  action: ActionTaken,
): void {
  step.note(to, { kind: 'handled', name, from: fromName, words: firstLine(body, 80), action }, id)
}
