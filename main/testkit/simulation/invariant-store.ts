import { isDeepStrictEqual } from 'node:util'
import { load } from '../../core/recover.ts'
import { nextWake } from '../../core/wake.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Store } from '../../ports/ports.ts'
import type { VirtualClock } from '../virtual-clock.ts'
import { fail, must } from './invariant.ts'

/** After this at the latest the engine looks at its clocks, in ms. */
const lookAgain = 30_000

/** The store alone must bring back what the engine knows, and what is due must have a timer. */
export function checkStore(engine: Engine, store: Store, clock: VirtualClock): void {
  const restored = load(store.load())
  for (const [id, state] of engine.state.agents) {
    const kept = restored.agents.get(id) ?? fail(`${id} is not in the store`)
    must(isSame(kept.agent, state.agent), 'the store has the agent as it is')
    must(isSame(kept.mailbox, state.mailbox), 'the store has the mailbox as it is')
    must(isSame(kept.frames, state.frames), 'the store has the frames as they are')
    must(isSame(kept.turn, state.turn), 'the store has the turn as it is')
    must(isSame(kept.heartbeats, state.heartbeats), 'the store has the timers as they are')
    must(isSame(kept.handlers, state.handlers), 'the store has the handlers as they are')
    must(kept.gatheringId === state.gatheringId, 'the store says where an agent sits')
  }
  must(restored.agents.size === engine.state.agents.size, 'the store has no other agents')
  // One that is harvested after its close comes back behind those that were convened later.
  const gatherings = [...restored.gatherings.values()].sort(byId)
  must(
    isSame(gatherings, [...engine.state.gatherings.values()].sort(byId)),
    'the store has the gatherings as they are',
  )
  const links = [...restored.links.values()]
  must(isSame(links, [...engine.state.links.values()]), 'the store has the links as they are')
  const wake = nextWake(engine.state)
  // A time lies behind only where the clock was set on, which is noticed within the time after which it is looked again.
  const isBehind = wake !== null && wake < clock.now()
  const limit = isBehind ? clock.now() + lookAgain : Math.max(wake ?? 0, clock.now())
  const timed = clock.next !== null && clock.next <= limit
  must(wake === null || timed, 'a due time has a timer')
}

/** Field by field, since most are the very same: what differs is looked at in depth. */
function isSame(one: object | null, other: object | null): boolean {
  if (one === null || other === null || one === other) return one === other
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length &&
      one.every((each, i) => each === other[i] || isDeepStrictEqual(each, other[i]))
    )
  const [mine, theirs] = [one, other] as [Record<string, unknown>, Record<string, unknown>]
  const keys = Object.keys(mine)
  return (
    keys.length === Object.keys(theirs).length &&
    keys.every((key) => {
      if (!Object.hasOwn(theirs, key)) return false
      return mine[key] === theirs[key] || isDeepStrictEqual(mine[key], theirs[key])
    })
  )
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)
