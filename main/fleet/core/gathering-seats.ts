import { isGuestSeat, type Gathering, type GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireSeat } from '../contract/wire.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { hasSeats, membersOf, seatOf } from '../../core/gatherings/seats.ts'
import { pending, skip, enqueue } from './log.ts'
import type { Facts } from '../../core/step/facts.ts'
import { machineOf } from '../../core/step/peer-ids.ts'
import type { Step } from '../../core/step/step.ts'
import { wireSeatOf, type SeatNotice } from './wire.ts'

export function onSeated(step: Step, { g, agents }: Facts['gathering.seated']): void {
  for (const agent of agents) tellSeat(step, g, agent, 'asked')
}

/** The gathering is over; seats that were left are notified too. */
export function onFreed(step: Step, { g }: Facts['gathering.freed']): void {
  for (const { agent } of [...g.seats, g.harvester]) if (agent !== null) tellSeat(step, g, agent, 'free')
}

function tellSeat(step: Step, g: Gathering, agent: AgentId, as: SeatNotice): void {
  const machine = machineOf(agent)
  if (machine === null) return
  const seat = wireSeatOf(g, agent, as)
  if (seat.circle) skipOlderStates(step, machine, seat)
  enqueue(step, machine, 'seat', seat)
  sentIn(step).set(keyOf(agent, g.id), seat)
}

/** Skips older states that were not acknowledged: only the newest counts. */
function skipOlderStates(step: Step, machine: MachineName, { gathering, member }: WireSeat): void {
  for (const one of pending(step, machine, 'seat')) {
    const { body } = one
    const isOfIt = body.gathering === gathering && body.member === member
    if (isOfIt && body.circle && !body.asks) skip(step, one)
  }
}

const sentSeats = new WeakMap<Step, Map<string, WireSeat>>()

function sentIn(step: Step): Map<string, WireSeat> {
  const known = sentSeats.get(step) ?? new Map<string, WireSeat>()
  sentSeats.set(step, known)
  return known
}

const keyOf = (member: AgentId, gathering: GatheringId): string => `${gathering} ${member}`

/** After another machine lost its memory: sends its seats again. */
export function resendSeats(step: Step, machine: MachineName): void {
  for (const g of step.gatherings.values()) {
    if (!hasSeats(g)) continue
    for (const { agent } of membersOf(g)) if (machineOf(agent) === machine) tellSeat(step, g, agent, 'asked')
  }
}

/** Sends remote users the gathering's state if it has changed. */
export function sendSeatUpdates(step: Step): void {
  for (const { before, now } of step.dirty.circles()) {
    if (!hasSeats(now)) continue
    for (const { agent } of membersOf(now).filter(isGuestSeat)) {
      const known = sentIn(step).get(keyOf(agent, now.id)) ?? (before && sentBefore(before, agent))
      if (!known || !isSame(known, wireSeatOf(now, agent, 'sits'))) tellSeat(step, now, agent, 'sits')
    }
  }
}

function sentBefore(g: Gathering, agent: AgentId): WireSeat | undefined {
  const seat = seatOf(g, agent)
  return hasSeats(g) && seat && !seat.left ? wireSeatOf(g, agent, 'sits') : undefined
}

const isSame = (one: WireSeat, other: WireSeat): boolean =>
  one.paused === other.paused && JSON.stringify(one.circle) === JSON.stringify(other.circle)
