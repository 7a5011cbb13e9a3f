import type { CircleSeatView } from '../../contract/fleet/fleet-views.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { pendingIn } from '../core/log.ts'
import type { Outgoing, PersonSeat } from '../../core/step/houses.ts'
import { houseOf, nameInCircle } from '../../core/step/peer-ids.ts'

/** A seat of the person in a circle of another house, as it is shown; `outgoing`: what that house has not heard yet. */
export function circleView(seat: PersonSeat, outgoing: readonly Outgoing[]): CircleSeatView {
  const { gathering, topic, by, stands, isNew, ask, answered, pausedAt } = seat
  const isPaused = pausedAt !== undefined
  const until = ask === null || isPaused ? null : untilOf(ask, seat.stoodFor ?? 0)
  const turn = ask && { id: ask.id, since: isoOf(ask.acceptedAt), until }
  const isOnTheWay = pendingIn(outgoing, 'receipt').some(
    ({ body }) => body.message === answered && body.stands === 'answered',
  )
  const now = nowView(seat)
  return { circle: gathering, topic, by, stands, isNew, turn, isPaused, isOnTheWay, now }
}

/** Who sits there, each with a house. */
function nowView({ gathering, circle }: PersonSeat): CircleSeatView['now'] {
  if (circle === undefined) return null
  const named = (name: string) => nameInCircle(name, houseOf(gathering) ?? '')
  const seats = circle.seats.map((seat) => ({ ...seat, name: named(seat.name) }))
  return { ...circle, seats, harvester: named(circle.harvester) }
}

/** About when a turn ends: its clock begins with the person's look, and goes on through its beats. */
function untilOf({ asks, state, stateAt, acceptedAt }: Message, stoodFor: number): string | null {
  const { beat, ms } = asks?.turn ?? {}
  if (ms === undefined || (beat === 0 && state === 'queued')) return null
  return isoOf((beat === 0 ? stateAt : acceptedAt) + ms + stoodFor)
}

const isoOf = (ms: number): string => new Date(ms).toISOString()
