import {
  inTurnOrder,
  isOwnUser,
  type Gathering,
  type GatheringId,
  type Seat,
} from '../../contract/gatherings/gatherings.ts'
import type { Absence } from '../../contract/gatherings/seat-reasons.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { quotable } from '../words/prompts.ts'
import type { Agent, AgentState, State } from '../step/state.ts'
import type { Step } from '../step/step.ts'

/** The seat with a number; 0 is the harvester's. */
export function seatAt(of: Pick<Gathering, 'seats' | 'harvester'>, number: number): Seat | undefined {
  return number === 0 ? of.harvester : of.seats.find((seat) => seat.number === number)
}

/** A seat known to be there. */
export function mustSit(of: Pick<Gathering, 'id' | 'seats' | 'harvester'>, number: number): Seat {
  const seat = seatAt(of, number)
  if (!seat) throw new Error(`no seat ${number} in ${of.id}`)
  return seat
}

/** A seat as models are told of it. */
export const called = ({ name, number }: Seat): string => `${quotable(name)} (${number})`

/** Where an agent sits; the harvester's seat is one too. */
export function seatOf(of: Gathering, agent: AgentId): Seat | undefined {
  return [...of.seats, of.harvester].find((seat) => seat.agent === agent)
}

/** Who holds the piece, if that is an agent whose tab is there. */
export function holderOf({ find }: Pick<Step, 'find'>, g: Gathering): AgentState | undefined {
  const agent = g.piece && mustSit(g, g.piece.number).agent
  return agent ? find(agent) : undefined
}

/** The seat of this machine's user, if they have one. */
export function userSeat({ seats }: Pick<Gathering, 'seats'>): Seat | undefined {
  return seats.find(isOwnUser)
}

/** A seat by what somebody calls it: its name in any case, its number, or the id of its agent. */
export function seatNamed({ seats }: Gathering, called: string): Seat | undefined {
  const key = keyOf(called)
  return seats.find(
    ({ name, number, agent }) => keyOf(name) === key || String(number) === key || agent === called,
  )
}

function keyOf(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

/** Everybody with a tab, in order, the harvester last; not whom another machine has taken out. */
export function membersOf({ seats, harvester }: Pick<Gathering, 'seats' | 'harvester'>): readonly (Seat & {
  readonly agent: AgentId
})[] {
  return [...seats, harvester].flatMap((seat) => {
    const { agent, left } = seat
    return agent === null || left ? [] : [{ ...seat, agent }]
  })
}

/** Who has not had their turn in this round, in the order in which the piece would come to them. */
export function leftOf({
  seats,
  spokenSeats: done,
  deferredSeats: late,
  last,
  piece,
}: Gathering): readonly Seat[] {
  const waiting = seats.filter(({ number }) => !done.includes(number))
  return inTurnOrder(waiting, piece?.number ?? last, ({ number }) => late.includes(number))
}

/** To whom the piece goes after its holder, as far as the order says: in this round, or first in the next one. */
export function nextSeat(g: Gathering): Seat | undefined {
  const { next, piece, seats } = g
  if (next !== null) return mustSit(g, next)
  const others = ({ number }: Seat): boolean => number !== piece?.number
  return leftOf(g).find(others) ?? seats.find(others)
}

/** Whether a gathering has its members to itself. */
export function isSitting({ stage }: Gathering): boolean {
  return stage === 'convening' || stage === 'running' || stage === 'harvesting'
}

/** Whether its seats are taken: a harvest after the close takes up the harvester alone. */
export const hasSeats = (one: Gathering): boolean => isSitting(one) && one.harvesting?.from !== 'closed'

/** Whether an agent has a seat that it is not free of. */
function sits(one: Gathering, agent: AgentId): boolean {
  if (!isSitting(one)) return false
  return hasSeats(one) ? seatOf(one, agent) !== undefined : one.harvester.agent === agent
}

/** The gathering in which an agent sits, by what the state says. */
export function sittingOf(gatherings: State['gatherings'], agent: AgentId): GatheringId | null {
  for (const one of gatherings.values()) if (sits(one, agent)) return one.id
  return null
}

/** Why a member cannot speak now, or null. A tab that sleeps wakes. */
export function absenceOf(state: AgentState | undefined): Absence | null {
  if (!state) return { kind: 'deleted' }
  if (state.agent.closedAt !== null) return { kind: 'closed' }
  if (state.agent.status === 'stopped') return { kind: 'stopped' }
  if (state.agent.status === 'failed') return { kind: 'failed', reason: state.agent.reason }
  return null
}

/** The circle of another machine in which an agent sits; null: in none. */
export const remoteSeatOf = ({ seat }: Agent) => (seat && !seat.asked ? seat.gathering : null)
