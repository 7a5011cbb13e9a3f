import type { Gathering, Seat, SpeakingTurn } from '../../contract/gatherings/gatherings.ts'
import type { HouseName, WireSeat } from '../../contract/fleet/houses.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Absence } from '../../contract/gatherings/seat-reasons.ts'
import { pending, skip, tell } from '../post/outbox.ts'
import { takeBack } from '../mail/to-houses.ts'
import { houseOf, nameOfPeer } from '../step/peer-ids.ts'
import type { Step } from '../step/step.ts'
import { absenceOf, hasSeats, membersOf } from './seats.ts'
import { wireSeat, type Told } from './wire-seat.ts'

/**
 * Seats of this house's circles in which agents of other houses sit. Such a seat has its turn with the piece by a question
 * that goes to its house as mail does, and whose answer is what it says: so it comes once, or ends visibly. Words that come
 * after the piece has moved on are a comment, as they are of anybody.
 */

/** Whether an agent can be told something of its circle: it is there, or its house knows it. */
export function isReachable(step: Step, agent: AgentId): boolean {
  const house = houseOf(agent)
  return house === null ? step.find(agent) !== undefined : step.fleet.houses.has(house)
}

/** Why who sits there cannot speak now, of this house or another. */
export function absenceIn(step: Pick<Step, 'find' | 'houses'>, { agent, left }: Seat): Absence | null {
  if (agent === null) return null
  if (houseOf(agent) === null) return absenceOf(step.find(agent))
  if (left) return { kind: 'left' }
  return nameOfPeer(step.houses, agent) === null ? { kind: 'unshared' } : null
}

/** Tells the houses of those who sit in a circle that they do, or that it is over, which who has left it hears too. */
export function tellSeats(step: Step, g: Gathering, as: 'asked' | 'free'): void {
  const all = as === 'free' ? [...g.seats, g.harvester] : membersOf(g)
  for (const { agent } of all) if (agent !== null) tellSeat(step, g, agent, as)
}

/** Tells the house of one of them. */
export function tellSeat(step: Step, g: Gathering, agent: AgentId, as: Told): void {
  const house = houseOf(agent)
  if (house === null || !step.fleet.houses.has(house)) return
  const seat = wireSeat(g, agent, as)
  if (seat.circle) forgetPictures(step, house, seat)
  tell(step, house, 'seat', seat)
  step.marks.seatTold(agent, seat)
}

/** How the circle stood, where its guest has not heard of it yet: the newest counts, older ones go as empty numbers. */
function forgetPictures(step: Step, house: HouseName, { gathering, member }: WireSeat): void {
  for (const one of pending(step, house, 'seat')) {
    const { body } = one
    const isOfIt = body.gathering === gathering && body.member === member
    if (isOfIt && body.circle && !body.asks) skip(step, one)
  }
}

/** Who had left a seat is asked for again, or has come back. */
export function isBack(step: Step, g: Gathering, seat: Seat): Gathering {
  const { left: _, ...back } = seat
  return step.gathering({ ...g, seats: g.seats.map((one) => (one === seat ? back : one)) })
}

/** A house has forgotten something: who of its agents sits here is told again. */
export function retellCircles(step: Step, house: HouseName): void {
  for (const g of step.gatherings.values()) {
    if (!hasSeats(g)) continue
    for (const { agent } of membersOf(g)) if (houseOf(agent) === house) tellSeat(step, g, agent, 'asked')
  }
}

/** The question that is with a seat of another house now; undefined: none is. */
export function askOf(step: Step, agent: AgentId, { id }: Pick<SpeakingTurn, 'id'>): Message | undefined {
  const { mail = [] } = step.fleet.houses.get(houseOf(agent) ?? '') ?? {}
  return mail.find(({ piece, to }) => piece?.grant === id && to === agent)
}

/** The piece moves on: what was asked need not be answered. Whether it was in time, its receipt says. */
export function takeAskBack(step: Step, agent: AgentId, piece: Pick<SpeakingTurn, 'id'>): void {
  const ask = askOf(step, agent, piece)
  if (ask) takeBack(step, houseOf(agent) ?? '', ask)
}
