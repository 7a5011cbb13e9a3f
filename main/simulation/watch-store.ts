import { isDeepStrictEqual } from 'node:util'
import { load } from '../core/recover.ts'
import { nextWake } from '../core/wake.ts'
import type { Engine } from '../engine.ts'
import type { Store } from '../ports.ts'
import type { VirtualClock } from '../testing/virtual-clock.ts'
import { fail, must } from './promise.ts'

/** The store alone must bring back what the engine knows, and what is due must have a timer. */
export function checkStore(engine: Engine, store: Store, clock: VirtualClock): void {
  const restored = load(store.load())
  for (const [id, state] of engine.state.agents) {
    const kept = restored.agents.get(id) ?? fail(`${id} is not in the store`)
    must(isDeepStrictEqual(kept.agent, state.agent), 'the store has the agent as it is')
    must(isDeepStrictEqual(kept.mailbox, state.mailbox), 'the store has the mailbox as it is')
    must(isDeepStrictEqual(kept.frames, state.frames), 'the store has the frames as they are')
    must(isDeepStrictEqual(kept.turn, state.turn), 'the store has the turn as it is')
    must(isDeepStrictEqual(kept.heartbeats, state.heartbeats), 'the store has the timers as they are')
  }
  must(restored.agents.size === engine.state.agents.size, 'the store has no other agents')
  const links = [...restored.links.values()]
  must(isDeepStrictEqual(links, [...engine.state.links.values()]), 'the store has the links as they are')
  const wake = nextWake(engine.state)
  const timed = clock.next !== null && clock.next <= Math.max(wake ?? 0, clock.now())
  must(wake === null || timed, 'a due time has a timer')
}
