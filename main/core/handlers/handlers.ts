import type { Handler, HandlerAction, HandlerId, HandlerWhen } from '../../contract/handlers/handlers.ts'
import { pathProblem } from '../../contract/handlers/handler-words.ts'
import { mostHandlers } from '../../contract/api/limits.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'
import { agentGone, closeTab } from '../agents/tabs.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { refuse, inState, position } from '../mail/mailbox.ts'
import type { Facts } from '../step/facts.ts'
import type { Step } from '../step/step.ts'
import { isAnswering, usualWay } from './answers.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { shiftToPast } from '../clock/clock-jump.ts'
import { findOpen } from '../step/mail-for.ts'
import { sendWords } from '../mail/mail.ts'

export function make(step: Step, event: EventOf<'handler.made'>): Answer {
  const { agent, by, name, isOn, when, then } = event
  const problem = problemOf(step, agent, by, { when, then })
  if (problem) return problem
  const place = step.get(agent).handlers.length
  if (place >= mostHandlers)
    return refuse(
      'too_many',
      `An agent has at most ${String(mostHandlers)} handlers. Remove one, or let one do the work of two.`,
    )
  const id = step.ids.next('hdl')
  const made = { asks: [], told: null, madeBy: by, madeAt: step.now, did: 0, lastAt: null } as const
  return written(step, { id, agent, name: name.trim(), isOn, place, when, then, ...made })
}

/** All or nothing. */
export function changeHandler(step: Step, event: EventOf<'handler.changed'>): Answer {
  const handler = step.find(event.agent)?.handlers.find(({ id }) => id === event.handler)
  if (!handler) return step.find(event.agent) ? unknown() : agentGone()
  const { name = handler.name, isOn = handler.isOn, when = handler.when, then = handler.then } = event
  const problem = problemOf(step, event.agent, event.by, { when, then })
  if (problem) return problem
  if (isOn && isAboutNobody(when))
    return refuse(
      'wrong_state',
      'Everybody whom this handler is about was deleted. Choose its senders again, then switch it on.',
    )
  // Open questions were about the earlier action.
  const asks = isOn && then === handler.then ? handler.asks : []
  const answer = written(step, { ...handler, name: name.trim(), isOn, when, then, asks })
  if (event.place !== undefined) move(step, event.agent, event.handler, event.place)
  letGo(step, event.agent, event.handler)
  return answer
}

/**
 * Removes a handler: messages that it was about to answer go to the agent; those that it holds wait for the
 * user.
 */
export function remove(step: Step, event: EventOf<'handler.removed'>): Answer {
  const handler = step.find(event.agent)?.handlers.find(({ id }) => id === event.handler)
  if (!handler) return step.find(event.agent) ? unknown() : agentGone()
  if (event.by.kind !== 'user') return notYours()
  step.handler(handler, false)
  renumber(step, step.get(event.agent).handlers)
  letGo(step, event.agent, event.handler)
  return { kind: 'done' }
}

/** A deleted agent is removed from all conditions; a handler that was only about it is switched off. */
export function onAgentDeleted(step: Step, { agent: sender }: Facts['agent.deleted']): void {
  for (const { handlers } of step.agents())
    for (const handler of handlers) {
      const { from } = handler.when
      if (typeof from === 'string' || !from.includes(sender)) continue
      const when = { ...handler.when, from: from.filter((id) => id !== sender) }
      step.handler({ ...handler, when, isOn: handler.isOn && !isAboutNobody(when) }, true)
      letGo(step, handler.agent, handler.id)
    }
}

function problemOf(
  step: Step,
  agent: AgentId,
  by: Author,
  { when, then }: { readonly when: HandlerWhen; readonly then: HandlerAction },
): Answer | null {
  if (!step.find(agent)) return agentGone()
  if (by.kind !== 'user') return notYours()
  const { from } = when
  const missing = typeof from === 'string' ? undefined : from.find((id) => !step.find(id))
  if (missing !== undefined)
    return refuse('unknown_agent', 'A sender of this handler does not exist any more. Choose another.')
  if (typeof from !== 'string' && from.includes(agent))
    return refuse('bad_request', 'No agent writes to itself: a handler is about what others write to it.')
  const path = then.kind === 'respond' && 'file' in then ? pathProblem(then.file) : ''
  return path === '' ? null : refuse('bad_request', path)
}

const notYours = (): Answer => refuse('not_allowed', 'Only the user makes handlers, and changes them.')

const unknown = (): Answer => refuse('not_found', 'There is no such handler any more.')

const isAboutNobody = ({ from }: HandlerWhen): boolean => typeof from !== 'string' && from.length === 0

function written(step: Step, handler: Handler): Answer {
  step.handler(handler, true)
  return { kind: 'handler', handler }
}

function move(step: Step, agent: AgentId, id: HandlerId, place: number): void {
  const { handlers } = step.get(agent)
  const order = handlers.filter((one) => one.id !== id)
  order.splice(place, 0, ...handlers.filter((one) => one.id === id))
  renumber(step, order)
}

function renumber(step: Step, order: readonly Handler[]): void {
  order.forEach((handler, place) => {
    if (handler.place !== place) step.handler({ ...handler, place }, true)
  })
}

/** Releases messages that a handler no longer answers. */
function letGo(step: Step, agent: AgentId, id: HandlerId): void {
  const { handlers, mailbox } = step.get(agent)
  if (isAnswering(handlers.find((one) => one.id === id))) return
  for (const message of mailbox)
    if (message.hold === 'answering' && message.handled?.id === id) usualWay(step, message)
}

/**
 * Delivers a message to its agent anyway: an answered one returns to the mailbox, in its order; a held one is
 * released. An answered ticket stays answered, so the agent's reply is a follow-up.
 */
export function deliverAnyway(step: Step, known: Message): Answer {
  const open = findOpen(step, known.id)
  const message = open ?? shiftToPast(known, step.now)
  if (!step.find(message.to)) return refuse('unknown_agent', 'The agent that it was for is gone.')
  const { handled } = message
  if (handled === null) return refuse('wrong_state', 'No handler met that message: it went its usual way.')
  if (handled.handedOverAt !== null) return refuse('wrong_state', 'That message was handed over before.')
  const isHeld = open?.hold === 'handler' || open?.hold === 'answering'
  const isAnswered = !open && handled.action.kind === 'answered'
  if (!isHeld && !isAnswered)
    return refuse('wrong_state', 'That message went its usual way: there is nothing to hand over.')
  const reason = { kind: 'hand', act: 'handedOver' } as const
  const given = { ...message, handled: { ...handled, handedOverAt: step.now } }
  const now = inState(step, given, 'queued', reason)
  step.message(now, true)
  step.note(message.to, { kind: 'handedOver', name: handled.name, from: message.fromName }, message.id)
  return { kind: 'message', message: now, position: position(step, now) }
}

/** The user answers a handler's question; a yes counts as their own action. */
export function answerAsk(step: Step, event: EventOf<'handler.answered'>): Answer {
  const handler = step.find(event.agent)?.handlers.find(({ id }) => id === event.handler)
  const isAsked = handler?.asks.some(({ message }) => message === event.about)
  if (!handler || !isAsked) return refuse('wrong_state', 'That is not asked any more.')
  const { agent, name, then } = handler
  const isYes = event.decision === 'yes'
  // Closing the tab settles all questions.
  const left = isYes && then.kind === 'close' ? [] : handler.asks.filter((one) => one.message !== event.about)
  step.handler({ ...handler, asks: left }, true)
  const command = then.kind === 'command' ? then.command : null
  step.note(agent, { kind: 'handlerAnswered', name, command, isYes }, event.about)
  return isYes ? carryOut(step, agent, event.byName, then) : { kind: 'done' }
}

function carryOut(step: Step, agent: AgentId, byName: string, then: HandlerAction): Answer {
  if (then.kind === 'close') return closeTab(step, agent)
  if (then.kind !== 'command') return { kind: 'done' }
  const from = { kind: 'user', via: 'window' } as const
  return sendWords(step, { from, fromName: byName, to: agent, body: then.command })
}
