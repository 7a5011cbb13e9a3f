import type { MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { areOwn, placeOf, queueOf } from './queue.ts'
import type { Answer } from '../step/events.ts'
import type { Step } from '../step/step.ts'
import { position, refuse } from './mailbox.ts'

/** Where the person's hand moves a waiting message: one step, or before another (null: after them all). */
export type MoveTo = 'up' | 'down' | { readonly before: MessageId | null }

/** Gives the person's own words another place among their own that wait; nothing else of them changes. */
export function putAmongOwn(step: Step, message: Message, to: MoveTo): Answer {
  const own = queueOf(step.get(message.to).mailbox).filter((other) => areOwn(message, other))
  const others = own.filter(({ id }) => id !== message.id)
  const at = wanted(own, others, message, to)
  if (at < 0 || at > others.length)
    return refuse('wrong_state', 'Your words have no place there: only among your own that wait like them.')
  const order = [...others.slice(0, at), message, ...others.slice(at)]
  own.map(placeOf).forEach((place, index) => {
    const one = order[index]
    if (one && placeOf(one) !== place) step.message({ ...one, place }, true)
  })
  const moved = step.get(message.to).mailbox.find(({ id }) => id === message.id) ?? message
  return { kind: 'message', message: moved, position: position(step, moved) }
}

/** The place from 0 among the others; outside of them where there is none. */
function wanted(own: readonly Message[], others: readonly Message[], { id }: Message, to: MoveTo): number {
  const from = own.findIndex((one) => one.id === id)
  if (to === 'up') return from - 1
  if (to === 'down') return from + 1
  return to.before === null ? others.length : others.findIndex((one) => one.id === to.before)
}
