import { circleName, userKey } from '../../contract/mail/authors.ts'
import type { WireSender, WireCircle } from '../../contract/fleet/machines.ts'
import type { WireCrossed, WireMail, WireSeat } from '../contract/wire.ts'
import type { Crossed } from '../../contract/links/links.ts'
import { wireLimits } from '../../contract/api/limits.ts'
import type { Author, AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { inOneLine } from '../../core/words/text.ts'
import { ownIdOf } from '../../core/step/peer-ids.ts'
import { isGuestSeat, type Gathering } from '../../contract/gatherings/gatherings.ts'
import { roundsOf } from '../../contract/gatherings/decisions.ts'
import { seatOf } from '../../core/gatherings/seats.ts'

export function wireOf(message: Message): WireMail {
  const { id, from, fromName, to, body, priority, expectsReply, isReply, depth, metadata, crossed } = message
  return {
    id,
    from: message.piece || message.spoken ? speakerOf(from, fromName) : senderOf(from, fromName),
    to: ownIdOf(to),
    body,
    priority,
    expectsReply,
    isReply,
    replyTo: message.goesOn ?? null,
    depth: depthOnWire(depth),
    metadata,
    ...circlePart(message),
    ...(crossed && crossed.carriage !== 'paused' ? { crossed: wireCrossed(crossed, crossed.carriage) } : {}),
  }
}

const wireCrossed = (
  { link, crossing, turnNumber = 0 }: Crossed,
  carriage: WireCrossed['carriage'],
): WireCrossed => ({ link, crossing, turnNumber, carriage })

function circlePart({ piece, spoken }: Message): Pick<WireMail, 'seat'> {
  if (piece) {
    const { gathering, pieceTurnId, beat, beats, ms } = piece
    const turn = pieceTurnId && { id: pieceTurnId, beat, beats, ms }
    return { seat: { gathering, as: 'ask', number: null, turn } }
  }
  return spoken
    ? { seat: { gathering: spoken.gathering, as: 'words', number: spoken.number, turn: null } }
    : {}
}

/** The speaker in a gathering; its own messages have the gathering's name. */
function speakerOf(from: Author, fromName: string): WireSender {
  return from.kind === 'system' ? { kind: 'user', name: circleName } : senderOf(from, fromName)
}

const longestName = 64

function senderOf(from: Author, fromName: string): WireSender {
  if (from.kind === 'agent' && ownIdOf(from.id) !== userKey)
    return { id: ownIdOf(from.id), name: nameOnWire(fromName, 'an agent') }
  // In a local gathering a remote user may speak too.
  if (from.kind !== 'user' && from.kind !== 'agent')
    throw new Error(`what ${from.kind} writes goes to no other machine`)
  return { kind: 'user', name: nameOnWire(fromName, 'the user') }
}

/**
 * Shortens a name to one line that other machines accept; `otherwise` replaces an empty one. The machine of
 * "Bea@barn" is always kept.
 */
export function nameOnWire(name: string, otherwise: string): string {
  const [machine = ''] = /@[a-z][a-z0-9-]{0,23}$/.exec(name) ?? []
  const own = inOneLine(name.slice(0, name.length - machine.length), longestName - machine.length)
  return (own || otherwise) + machine
}

export const depthOnWire = (depth: number): number => Math.min(depth, wireLimits.depth)

/** Why a seat is sent: the member is asked, gets an update, or is free. */
export type SeatNotice = 'asked' | 'sits' | 'free'

export function wireSeatOf(g: Gathering, agent: AgentId, as: SeatNotice): WireSeat {
  const seat = seatOf(g, agent)
  const seated = as !== 'free'
  const isGuest = seated && seat !== undefined && isGuestSeat(seat)
  return {
    gathering: g.id,
    topic: inOneLine(g.topic, 200) || 'a circle',
    by: nameOnWire(g.convened.name, 'somebody'),
    member: ownIdOf(agent),
    seated,
    ...(g.paused && seated ? { paused: true } : {}),
    ...(isGuest ? { ...(as === 'asked' ? { asks: true } : {}), circle: wireCircle(g, seat.number) } : {}),
  }
}

function wireCircle(g: Gathering, yours: number): WireCircle {
  const { stage, phase, piece, harvester } = g
  const hasRounds = stage === 'running'
  return {
    question: inOneLine(g.question, wireLimits.question),
    phase: hasRounds ? phase : stage === 'harvesting' ? 'harvest' : null,
    round: hasRounds ? g.round : 0,
    rounds: hasRounds ? roundsOf(g, phase) : 0,
    holder: piece?.number ?? null,
    yours,
    seats: g.seats.map(({ number, name, kind, left }) => ({
      number,
      name: nameOnWire(name, 'somebody'),
      isUser: kind === 'user',
      had: g.spokenSeats.includes(number),
      left: left === true,
    })),
    harvester: nameOnWire(harvester.name, 'somebody'),
  }
}
