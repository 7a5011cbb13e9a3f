import type { Cap, CapName, Raise } from '../../../main/contract/budget/budget.ts'
import { act } from '../../state/act.ts'

/** What has a use and a cap: `id` is an agent's for a tab and a turn, a link's or a gathering's; none for the day. */
export interface Spender {
  readonly of: CapName
  readonly id?: string
}

/** Lets go on what is at its cap, with as much again or with what was typed; answers whether that could be done. */
export function raiseAndResume({ of, id }: Spender, add: Partial<Raise> = {}): Promise<boolean> {
  return act('budget.goOn', { of, ...(id === undefined ? {} : { id }), ...add })
}

/** Sets its cap; null: none for the day and a turn, else the usual one again. */
export function saveCap({ of, id }: Spender, cap: Cap | null): Promise<boolean> {
  if (of === 'day' || of === 'turn' || id === undefined) return act('budget.change', { [of]: cap })
  return act('budget.change', { of, id, cap })
}
