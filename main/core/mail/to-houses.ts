import type { HouseName } from '../../contract/fleet/houses.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Answer } from '../step/events.ts'
import { fullWords, refuse, type Letter } from './mailbox.ts'
import { findFullRoom } from './mailbox-room.ts'
import type { Step } from '../step/step.ts'
import type { HouseState } from '../post/houses.ts'
import { tell } from '../post/outbox.ts'

/** Why words cannot wait for a house; null: they can. */
export function unfitFor(step: Step, house: HouseName, letter: Letter): Answer | null {
  const state = step.fleet.houses.get(house)
  return state ? unfitAway(step, state, letter) : refuse('not_found', `There is no machine ${house}.`)
}

export function unfitAway(step: Step, { mail, house }: HouseState, { from, body }: Letter): Answer | null {
  if (body.trim() === '')
    return refuse('empty_message', 'The message is empty. Write what the other agent should know.')
  const full = findFullRoom(step.limits.mailbox, mail, from, body)
  return full === null ? null : refuse('too_many', fullWords(full, house.id))
}

/** Tells a house that it need not read this any more; whether it was in time, its receipt says. */
export function takeBack(step: Step, name: HouseName, { id, reason }: Message): void {
  if (reason?.kind === 'away') tell(step, name, 'withdrawn', { message: id })
}
