import type { CircleSeatView } from '../../contract/fleet/fleet-views.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import { houseOf } from '../../core/step/peer-ids.ts'
import { circleView } from './circle-views.ts'
import { circleWordsView, findSeat, mustSit } from '../../server/fleet/circle-words.ts'
import type { RequestContext } from '../../server/api/request-context.ts'
import type { Handlers } from '../../server/api/requests.ts'

const usualPage = 200

/** Seats of the person in circles of other houses. */
export function circleHandlers(parts: RequestContext) {
  const { engine, store } = parts
  return {
    'circles.decide': async (_, { circle, take }) => {
      await engine.command({ type: 'circle.decided', circle, take })
      return { seat: findSeat(parts, circle) ? viewOf(parts, circle) : null }
    },
    'circles.words': (_, { circle, limit = usualPage, cursor }) => {
      const { thread } = mustSit(parts, circle)
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
  const { outgoing = [] } = parts.engine.state.houses.get(houseOf(circle) ?? '') ?? {}
  return circleView(mustSit(parts, circle), outgoing)
}
