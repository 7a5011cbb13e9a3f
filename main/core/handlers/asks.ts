import type { HandlerAct } from '../../contract/handlers/handlers.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { close } from '../agents/tabs.ts'
import type { Answer, Command } from '../step/events.ts'
import { send } from '../mail/mail.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'

type Answered = Extract<Command, { type: 'handler.answered' }>

/** The person answers what a handler asks about a message; a yes is their own hand. */
export function answerAsk(step: Step, event: Answered): Answer {
  const handler = step.find(event.agent)?.handlers.find(({ id }) => id === event.handler)
  const isAsked = handler?.asks.some(({ message }) => message === event.about)
  if (!handler || !isAsked) return refuse('wrong_state', 'That is not asked any more.')
  const { agent, name, then } = handler
  const isYes = event.decision === 'yes'
  // To close the tab is asked once, whatever came since.
  const left = isYes && then.kind === 'close' ? [] : handler.asks.filter((one) => one.message !== event.about)
  step.handler({ ...handler, asks: left }, true)
  const command = then.kind === 'command' ? then.command : null
  step.note(agent, { kind: 'handlerAnswered', name, command, isYes }, event.about)
  return isYes ? carryOut(step, agent, event.byName, then) : { kind: 'done' }
}

function carryOut(step: Step, agent: AgentId, byName: string, then: HandlerAct): Answer {
  if (then.kind === 'close') return close(step, agent)
  if (then.kind !== 'command') return { kind: 'done' }
  return send(step, {
    type: 'message.sent',
    from: { kind: 'human', via: 'window' },
    fromName: byName,
    to: agent,
    body: then.command,
    priority: null,
    expectsReply: false,
    replied: null,
    now: false,
    link: null,
    metadata: {},
    idempotencyKey: null,
    earlier: null,
  })
}
