import type { State } from './state.ts'

/** When the core must be asked next, in ms; null when nothing is due. */
export function nextWake(state: State): number | null {
  let next: number | null = null
  for (const { agent, process, restartAt, frame } of state.agents.values()) {
    if (restartAt === null || agent.closedAt !== null || process === 'ending' || frame?.phase === 'locating')
      continue
    if (next === null || restartAt < next) next = restartAt
  }
  return next
}
