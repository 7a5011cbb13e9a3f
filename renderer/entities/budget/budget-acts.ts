import type { Cap, CapName, Raise } from '../../../main/contract/budget/budget.ts'
import { act } from '../../state/act.ts'

/** `id` is an agent's for a tab and a turn, else a link's or a gathering's; none for the day. */
export interface Spender {
  readonly of: CapName
  readonly id?: string
}

/** Raises a reached limit, by as much again or by `add`, and resumes. Returns false if that failed. */
export function raiseAndResume({ of, id }: Spender, add: Partial<Raise> = {}): Promise<boolean> {
  return act('budget.goOn', { of, ...(id === undefined ? {} : { id }), ...add })
}

/** Null removes the cap of the day or of turns, and restores the default for anything else. */
export function saveCap({ of, id }: Spender, cap: Cap | null): Promise<boolean> {
  if (of === 'day' || of === 'turn' || id === undefined) return act('budget.change', { [of]: cap })
  return act('budget.change', { of, id, cap })
}
