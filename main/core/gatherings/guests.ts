import { isGuestSeat, type Gathering } from '../../contract/gatherings/gatherings.ts'
import type { WireSeat } from '../../contract/fleet/houses.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Step } from '../step/step.ts'
import { hasSeats, membersOf, seatOf } from './seats.ts'
import { tellSeat } from './seats-away.ts'
import { wireSeat } from './wire-seat.ts'

/** Persons of other houses are told how their circles stand, where that has changed: who sits, and who has the piece. */
export function tellGuests(step: Step): void {
  for (const { before, now } of step.marks.circles()) {
    if (!hasSeats(now)) continue
    for (const { agent } of membersOf(now).filter(isGuestSeat)) {
      const known = step.marks.toldOf(agent, now.id) ?? (before && toldOf(before, agent))
      if (!known || !isSame(known, wireSeat(now, agent, 'sits'))) tellSeat(step, now, agent, 'sits')
    }
  }
}

/** What who sits there was told of a circle; undefined: nothing. */
function toldOf(g: Gathering, agent: AgentId): WireSeat | undefined {
  const seat = seatOf(g, agent)
  return hasSeats(g) && seat && !seat.left ? wireSeat(g, agent, 'sits') : undefined
}

const isSame = (one: WireSeat, other: WireSeat): boolean =>
  one.paused === other.paused && JSON.stringify(one.circle) === JSON.stringify(other.circle)
