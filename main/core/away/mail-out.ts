import type { HouseName } from '../../contract/fleet/houses.ts'
import { usualPriority, wakes } from '../../contract/mail/priorities.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Answer, MessageSent } from '../step/events.ts'
import { accept, refuse } from '../mail/mailbox.ts'
import { repeat, sentBefore } from '../mail/sent-before.ts'
import { endMessage, isOwed, ticketTime } from '../mail/tickets.ts'
import { askedBy } from '../links/crossings.ts'
import type { Step } from '../step/step.ts'
import type { HouseState } from '../post/houses.ts'
import { tell } from '../post/outbox.ts'
import { tellPerson } from './unseen.ts'
import { houseOf, idThere } from '../step/peer-ids.ts'
import { goesOnFrom, wireOf } from '../post/wire.ts'
import { unfitAway, takeBack } from '../mail/to-houses.ts'

/** A ticket of ours expires after its time there; should nobody tell us of that, so long after. */
const grace = 60 * 60 * 1000

/** Accepts words to an agent of another house, or says why not; they are told it with this step. */
export function sendAway(step: Step, event: MessageSent): Answer {
  const { from, to, replied } = event
  const state = step.fleet.houses.get(houseOf(to) ?? '')
  if (from.kind !== 'agent' && from.kind !== 'human')
    return refuse('not_allowed', 'Only agents and the user write to other machines.')
  if (from.kind === 'agent' && !step.find(from.id)) return refuse('unauthorized', 'The sender is gone.')
  if (!state?.house.agents.some(({ id }) => id === idThere(to)))
    return refuse('unknown_agent', 'That agent is not shared by its machine. list_agents shows the others.')
  const earlier = sentBefore(step, from, event)
  if (earlier) return repeat(step, event, earlier)
  if ((event.attachments ?? []).length > 0)
    return refuse('bad_request', 'Files cannot be sent to other machines. Say what is in them.')
  const unfit = unfitAway(step, state, event)
  if (unfit) return unfit
  const priority = event.priority ?? usualPriority.others
  if (event.expectsReply && !wakes(priority))
    return refuse(
      'low_ticket',
      'A message that expects a reply cannot have the priority low, which starts no turn.',
    )
  const isReply = replied !== null && replied.expectsReply && isPeer(replied.from, to)
  const goesOn = replied ? goesOnFrom(replied, state.house.id) : {}
  const message = accept(step, { ...event, ...goesOn, priority, isReply, now: false })
  if (from.kind === 'agent' && !event.expectsReply) askedBy(step, from.id, to)
  return { kind: 'message', message, position: 0 }
}

function isPeer(from: Author, peer: AgentId): boolean {
  return from.kind === 'agent' && from.id === peer
}

/** What waits for a house and was not told yet goes on its way; questions that nobody answered in time expire. */
export function carryMail(step: Step): void {
  for (const name of step.marks.houses()) {
    for (const message of step.fleet.house(name).mail) {
      if (isOwed(message) && step.now >= expiry(message)) expireAway(step, name, message)
      else if (message.state === 'queued' && message.reason?.kind !== 'away') carry(step, name, message)
    }
  }
}

function carry(step: Step, name: HouseName, message: Message): void {
  tell(step, name, 'mail', wireOf(message))
  const reason = { kind: 'away', house: name, stands: 'on its way', turn: null, why: '' } as const
  step.message({ ...message, reason }, true)
}

function expireAway(step: Step, name: HouseName, message: Message): void {
  takeBack(step, name, message)
  endMessage(step, message, 'expired', { kind: 'expired', read: message.state === 'read' })
  tellPerson(step, name, message)
}

/** Times at which something is due about a house's mail, in ms. */
export function timesOfAwayMail({ mail }: HouseState): readonly number[] {
  return mail.filter(isOwed).map(expiry)
}

const expiry = ({ acceptedAt }: Message): number => acceptedAt + ticketTime + grace
