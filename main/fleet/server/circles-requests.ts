import type { CircleSeatView } from '../../contract/fleet/fleet-views.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import { machineOf, nameInCircle } from '../../core/step/peer-ids.ts'
import { circleWordsView, findSeat, mustFindSeat } from '../../server/fleet/circle-words.ts'
import type { RequestContext } from '../../server/api/request-context.ts'
import type { Handlers } from '../../server/api/requests.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { pendingIn } from '../core/log.ts'
import type { Outgoing, UserSeat } from '../../core/step/machines.ts'

const usualPage = 200

export function circleHandlers(parts: RequestContext) {
  const { engine, store } = parts
  return {
    'circles.decide': async (_, { circle, take }) => {
      await engine.command({ type: 'circle.decided', circle, take })
      return { seat: findSeat(parts, circle) ? viewOf(parts, circle) : null }
    },
    'circles.words': (_, { circle, limit = usualPage, cursor }) => {
      const { thread } = mustFindSeat(parts, circle)
      if (thread === null) return { items: [], next: null }
      const length = store.threadLength(thread, (cursor ?? Number.MAX_SAFE_INTEGER) - 1)
      const from = Math.max(0, length - limit)
      const items = store
        .thread(thread, from, length - from)
        .map(circleWordsView)
        .reverse()
      return { items, next: from > 0 ? (items.at(-1)?.seq ?? null) : null }
    },
    'circles.say': async (_, { circle, turn, text, keep = false, to = null }) => {
      await engine.command({ type: 'circle.said', circle, turn, text, keep, to })
      return { seat: viewOf(parts, circle) }
    },
    'circles.seen': async (_, { circle }) => {
      await engine.command({ type: 'circle.seen', circle })
      return { seen: true as const }
    },
  } satisfies Partial<Handlers>
}

function viewOf(parts: RequestContext, circle: GatheringId): CircleSeatView {
  const { outgoing = [] } = parts.engine.state.machines.get(machineOf(circle) ?? '') ?? {}
  return circleView(mustFindSeat(parts, circle), outgoing)
}

/** `outgoing`: what that machine has not acknowledged yet. */
export function circleView(seat: UserSeat, outgoing: readonly Outgoing[]): CircleSeatView {
  const { gathering, topic, by, stands, isNew, ask, answered, pausedAt } = seat
  const isPaused = pausedAt !== undefined
  const until = ask === null || isPaused ? null : untilOf(ask, seat.stoodFor ?? 0)
  const turn = ask && { id: ask.id, since: isoOf(ask.acceptedAt), until }
  const isOnTheWay = pendingIn(outgoing, 'receipt').some(
    ({ body }) => body.message === answered && body.stands === 'answered',
  )
  const now = nowView(seat)
  return { circle: gathering, topic, by, status: stands, isNew, turn, isPaused, isSending: isOnTheWay, now }
}

function nowView({ gathering, circle }: UserSeat): CircleSeatView['now'] {
  if (circle === undefined) return null
  const named = (name: string) => nameInCircle(name, machineOf(gathering) ?? '')
  const seats = circle.seats.map((seat) => ({ ...seat, name: named(seat.name) }))
  return { ...circle, seats, harvester: named(circle.harvester) }
}

/** Estimates when a turn ends: its time starts when the user looks, and includes its check-ins. */
function untilOf({ asks, state, stateAt, acceptedAt }: Message, stoodFor: number): string | null {
  const { beat, ms } = asks?.turn ?? {}
  if (ms === undefined || (beat === 0 && state === 'queued')) return null
  return isoOf((beat === 0 ? stateAt : acceptedAt) + ms + stoodFor)
}

const isoOf = (ms: number): string => new Date(ms).toISOString()
