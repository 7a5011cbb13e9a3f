import { mostHandlerAsks } from '../../contract/api/limits.ts'
import type { Handler, HandlerAsk, HandlerDeed } from '../../contract/handlers/handlers.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Step } from '../step/step.ts'
import { firstLine, shorten } from '../words/text.ts'

/** Counts that a handler was carried out, on the handler as it is by now. */
export function carriedOut(step: Step, { id, agent }: Pick<Handler, 'id' | 'agent'>): void {
  const handler = step.get(agent).handlers.find((one) => one.id === id)
  if (handler) step.handler({ ...handler, did: handler.did + 1, lastAt: step.now }, true)
}

/** Asks the person whether to do what the handler is for; with too much asked already the oldest goes. */
export function askPerson(step: Step, { id: handler, agent }: Handler, message: Message): void {
  const now = step.get(agent).handlers.find((one) => one.id === handler)
  const ask = askAbout(step, message)
  if (now && ask) step.handler({ ...now, asks: [...now.asks, ask].slice(-mostHandlerAsks) }, true)
}

/** Tells the person of a message; `problem`: why it could not be answered. */
export function tellPerson(
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
export function tell(step: Step, { id, to, fromName, body }: Message, name: string, deed: HandlerDeed): void {
  step.note(to, { kind: 'handled', name, from: fromName, words: firstLine(body, 80), deed }, id)
}
