import type { HandlersView } from '../../../main/contract/handlers/handlers.ts'
import { agentIdOf as idOf, messageIdOf } from './specimens.ts'
import { moment } from '../still.ts'

/** What a handler asks about a message. */
export const askedBy = (order: number, words: string): HandlersView['asks'][number] => ({
  message: messageIdOf(order + 40_000),
  from: idOf(order),
  fromName: words,
  preview: words,
  at: moment,
  handler: `hdl-${String(order).padStart(10, 'a')}`,
  name: words,
  command: words,
})
