import { addTurn, nothingUsed, type Day, type TurnCost } from '../../contract/budget/budget.ts'
import type { Turn } from '../step/frames-and-turns.ts'

/** A day's timers with the usage of one more turn; also counts timers that no longer fire. */
export function withTimer(
  timers: Day['timers'],
  { promptedBy }: Pick<Turn, 'promptedBy'>,
  agent: string,
  cost: TurnCost,
): Day['timers'] {
  if (promptedBy?.by !== 'heartbeat') return timers
  const { id, note, intent } = promptedBy
  return { ...timers, [id]: { ...addTurn(timers[id] ?? nothingUsed, cost), name: note, intent, agent } }
}
