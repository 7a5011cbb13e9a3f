import { isGuestSeat, type Gathering } from '../../contract/gatherings/gatherings.ts'
import type { WireCircle } from '../../contract/fleet/houses.ts'
import type { WireSeat } from '../contract/wire.ts'
import { wireLimits } from '../../contract/api/limits.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { idThere } from '../../core/step/peer-ids.ts'
import { nameOnWire } from './wire.ts'
import { inOneLine } from '../../core/words/text.ts'
import { roundsOf, seatOf } from '../../core/gatherings/seats.ts'

/** What the house of a seat is told: who sits there is asked to, or hears how the circle stands, or is free. */
export type Told = 'asked' | 'sits' | 'free'

/** A seat of ours as the house of who sits there is told of it. */
export function wireSeat(g: Gathering, agent: AgentId, as: Told): WireSeat {
  const seat = seatOf(g, agent)
  const seated = as !== 'free'
  const isGuest = seated && seat !== undefined && isGuestSeat(seat)
  return {
    gathering: g.id,
    topic: inOneLine(g.topic, 200) || 'a circle',
    by: nameOnWire(g.convened.name, 'somebody'),
    member: idThere(agent),
    seated,
    ...(g.paused && seated ? { paused: true } : {}),
    ...(isGuest ? { ...(as === 'asked' ? { asks: true } : {}), circle: wireCircle(g, seat.number) } : {}),
  }
}

/** How the circle stands, as a person sees it who sits there from another house. */
function wireCircle(g: Gathering, yours: number): WireCircle {
  const { stage, phase, structure, piece, harvester } = g
  const hasRounds = stage === 'running'
  return {
    question: inOneLine(g.question, wireLimits.question),
    phase: hasRounds ? phase : stage === 'harvesting' ? 'harvest' : null,
    round: hasRounds ? g.round : 0,
    rounds: hasRounds ? roundsOf(structure, phase) : 0,
    holder: piece?.number ?? null,
    yours,
    seats: g.seats.map(({ number, name, kind, left }) => ({
      number,
      name: nameOnWire(name, 'somebody'),
      isPerson: kind === 'human',
      had: g.spokenSeats.includes(number),
      left: left === true,
    })),
    harvester: nameOnWire(harvester.name, 'somebody'),
  }
}
