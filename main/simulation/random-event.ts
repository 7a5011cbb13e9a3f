import type { AgentState } from '../core/state.ts'
import type { FullSim } from './full-sim.ts'

/** One kind of thing that may happen in a world. */
export type RandomEvent = (world: FullSim) => void

/** Does something to some agent, if there is one. */
export function onSome(act: (world: FullSim, state: AgentState) => void): RandomEvent {
  return (world) => {
    const state = world.some()
    if (state) act(world, state)
  }
}
