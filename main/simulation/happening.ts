import type { AgentState } from '../core/state.ts'
import type { World } from './world.ts'

/** One kind of thing that may happen in a world. */
export type Happening = (world: World) => void

/** Does something to some agent, if there is one. */
export function onSome(act: (world: World, state: AgentState) => void): Happening {
  return (world) => {
    const state = world.some()
    if (state) act(world, state)
  }
}
