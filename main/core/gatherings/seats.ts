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

/** 0: the harvester. */
export function seatAt(of: Pick<Gathering, 'seats' | 'harvester'>, number: number): Seat | undefined {
  return number === 0 ? of.harvester : of.seats.find((seat) => seat.number === number)
}

export function mustSit(of: Pick<Gathering, 'id' | 'seats' | 'harvester'>, number: number): Seat {
  const seat = seatAt(of, number)
  if (!seat) throw new Error(`no seat ${number} in ${of.id}`)
  return seat
}

/** As models see it: "Name (3)". */
export const called = ({ name, number }: Seat): string => `${quotable(name)} (${number})`

/** Includes the harvester's seat. */
export function seatOf(of: Gathering, agent: AgentId): Seat | undefined {
  return [...of.seats, of.harvester].find((seat) => seat.agent === agent)
}

/** The local agent that holds the piece, if any. */
export function holderOf({ find }: Pick<Step, 'find'>, g: Gathering): AgentState | undefined {
  const agent = g.piece && mustSit(g, g.piece.number).agent
  return agent ? find(agent) : undefined
}

export function userSeat({ seats }: Pick<Gathering, 'seats'>): Seat | undefined {
  return seats.find(isOwnUser)
}

/** Finds a seat by its name in any case, its number, or its agent's id. */
export function seatNamed({ seats }: Gathering, called: string): Seat | undefined {
  const key = keyOf(called)
  return seats.find(
    ({ name, number, agent }) => keyOf(name) === key || String(number) === key || agent === called,
  )
}

function keyOf(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

/** All seats with an agent, in order, the harvester last; without seats that were left. */
export function membersOf({ seats, harvester }: Pick<Gathering, 'seats' | 'harvester'>): readonly (Seat & {
  readonly agent: AgentId
})[] {
  return [...seats, harvester].flatMap((seat) => {
    const { agent, left } = seat
    return agent === null || left ? [] : [{ ...seat, agent }]
  })
}

/** Seats that have not had their turn in this round, in the order of their turns. */
export function leftOf({ seats, spokenSeats, deferredSeats, last, piece }: Gathering): readonly Seat[] {
  const waiting = seats.filter(({ number }) => !spokenSeats.includes(number))
  return inTurnOrder(waiting, piece?.number ?? last, ({ number }) => deferredSeats.includes(number))
}

/** The seat after the holder: in this round, or the first of the next. */
export function nextSeat(g: Gathering): Seat | undefined {
  const { next, piece, seats } = g
  if (next !== null) return mustSit(g, next)
  const others = ({ number }: Seat): boolean => number !== piece?.number
  return leftOf(g).find(others) ?? seats.find(others)
}

/** Whether a gathering occupies its members. */
export function isSitting({ stage }: Gathering): boolean {
  return stage === 'convening' || stage === 'running' || stage === 'harvesting'
}

/** False for a harvest after the close, which only occupies the harvester. */
export const hasSeats = (one: Gathering): boolean => isSitting(one) && one.harvesting?.from !== 'closed'

function sits(one: Gathering, agent: AgentId): boolean {
  if (!isSitting(one)) return false
  return hasSeats(one) ? seatOf(one, agent) !== undefined : one.harvester.agent === agent
}

/** The gathering in which an agent sits, derived from the gatherings. */
export function sittingOf(gatherings: State['gatherings'], agent: AgentId): GatheringId | null {
  for (const one of gatherings.values()) if (sits(one, agent)) return one.id
  return null
}

/** Why a member can't speak now, or null. A sleeping agent will be woken. */
export function absenceOf(state: AgentState | undefined): Absence | null {
  if (!state) return { kind: 'deleted' }
  if (state.agent.closedAt !== null) return { kind: 'closed' }
  if (state.agent.status === 'stopped') return { kind: 'stopped' }
  if (state.agent.status === 'failed') return { kind: 'failed', reason: state.agent.reason }
  return null
}

/** The other machine's gathering in which an agent sits, or null. */
export const remoteSeatOf = ({ seat }: Agent) => (seat && !seat.asked ? seat.gathering : null)
