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
import { accept, inState, refusalOf } from '../mail/mailbox.ts'
import { settle } from '../mail/tickets.ts'
import type { Step } from '../step/step.ts'
import { firstLine, shorten } from '../words/text.ts'
import { mostHandlerAsks } from '../../contract/api/limits.ts'

/** ms between answers to messages that expect no reply, per sender. */
export const answerPause = 60_000

type Respond = Extract<HandlerAction, { kind: 'respond' }>

/** Whether this sender was answered recently; then a message without an expected reply goes to the agent. */
export function isAnsweredLately(step: Step, { from, to, expectsReply }: Message): boolean {
  const lately = step.get(to).answeredLately
  return (
    !expectsReply &&
    lately.some((one) => from.kind === 'agent' && one.to === from.id && step.now < one.at + answerPause)
  )
}

/** *Stop all* delays answers. */
export const mayAnswer = ({ limits }: Step): boolean => limits.stopped === null

/** Answers an accepted message: at once, or when its file is read and *Stop all* is over. */
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

/** After a start or *Stop all*: makes waiting answers, by the current rules. */
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

export function fileRead(step: Step, { agent, message: id, text, problem }: FileRead): void {
  const state = step.find(agent)
  const message = state?.mailbox.find((one) => one.id === id)
  // Stopped meanwhile: it is read again afterwards.
  if (!state || message?.hold !== 'answering' || !message.handled || !mayAnswer(step)) return
  const handler = state.handlers.find((one) => one.id === message.handled?.id)
  if (!isAnswering(handler) || state.agent.closedAt !== null) usualWay(step, message)
  else if (text === null) failed(step, handler, message, { kind: 'unanswered', why: 'file', detail: problem })
  else answerWith(step, handler, message, text)
}

/** The handler is gone or off: the message goes to the agent. */
export function usualWay(step: Step, message: Message): Message {
  const now = inState(step, { ...message, handled: null }, 'queued', null)
  step.message(now, true)
  return now
}

function answerWith(step: Step, { id, name }: HandlerName, message: Message, text: string): Message {
  // Another message of the sender was answered while this one waited.
  if (isAnsweredLately(step, message)) return usualWay(step, message)
  const from = senderOf(step, message)
  if (from === null) return failed(step, { id, name }, message, unanswered('full'))
  const { to, depth, expectsReply } = message
  const said = { from: to, to: from, body: text, depth: depth + 1, isReply: expectsReply }
  if (loopProblem(step, said) !== null) return failed(step, { id, name }, message, unanswered('loop'))
  const letter = { from: { kind: 'agent', id: to }, to: from, body: text } as const
  if (refusalOf(step, letter) !== null) return failed(step, { id, name }, message, unanswered('full'))
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

/** The chain is that of the answered message, whatever its agent is doing. */
const made = (byHandler: HandlerName, { id, depth }: Message) => ({
  byHandler,
  depth: depth + 1,
  causes: [id],
})

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

/** Answers a message that expects no reply; starts a turn only if that message did. */
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

/** The agent doesn't get the message unless the user delivers it anyway. */
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

export function carriedOut(step: Step, { id, agent }: Pick<Handler, 'id' | 'agent'>): void {
  const handler = step.get(agent).handlers.find((one) => one.id === id)
  if (handler) step.handler({ ...handler, did: handler.did + 1, lastAt: step.now }, true)
}

/** Asks the user about a message; above the limit the oldest question is dropped. */
export function askUser(step: Step, { id: handler, agent }: Handler, message: Message): void {
  const now = step.get(agent).handlers.find((one) => one.id === handler)
  const ask = askAbout(step, message)
  if (now && ask) step.handler({ ...now, asks: [...now.asks, ask].slice(-mostHandlerAsks) }, true)
}

/** Notifies the user of a message; `problem`: why it could not be answered. */
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

export function noteHandled(
  step: Step,
  { id, to, fromName, body }: Message,
  name: string,
  action: ActionTaken,
): void {
  step.note(to, { kind: 'handled', name, from: fromName, words: firstLine(body, 80), action }, id)
}
