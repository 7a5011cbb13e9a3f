import { addTurn, nothingUsed, type Day, type TurnCost } from '../../contract/budget/budget.ts'
import type { Turn } from '../step/frames-and-turns.ts'

/** What a day's timers used with one turn more: one that a timer began counts for it, also where that fires no more. */
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
