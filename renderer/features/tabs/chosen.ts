import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { AgentId } from '../../../main/contract/api/model.ts'

/** Tabs that are chosen together, in the order of choosing; the last one is where a range begins. */
const chosen = createStore<{ readonly ids: readonly AgentId[] }>(() => ({ ids: [] }))

/** The chosen tabs. */
export const useChosen = (): readonly AgentId[] => useStore(chosen, (now) => now.ids)

/** Chooses these in place of what was chosen. */
export const choose = (ids: readonly AgentId[]): void => chosen.setState({ ids })

/** Chooses one more, or lets it go. */
export function toggle(id: AgentId): void {
  const { ids } = chosen.getState()
  choose(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
}

/** Chooses from the last chosen one (or `from`) to this one, as the list shows them. */
export function chooseTo(id: AgentId, listed: readonly AgentId[], from: AgentId | null): void {
  const { ids } = chosen.getState()
  choose(rangeOf(ids, id, listed, from))
}

/** What is chosen after a range from the last chosen one, or `from`, to `id`. */
export function rangeOf(
  ids: readonly AgentId[],
  id: AgentId,
  listed: readonly AgentId[],
  from: AgentId | null,
): readonly AgentId[] {
  const start = listed.indexOf(ids.at(-1) ?? from ?? id)
  const end = listed.indexOf(id)
  if (start < 0 || end < 0) return [...new Set([...ids, id])]
  const range = listed.slice(Math.min(start, end), Math.max(start, end) + 1)
  const first = listed[start]
  return [
    ...new Set([
      ...ids.filter((one) => one !== first),
      ...range.filter((one) => one !== first),
      ...(first ? [first] : []),
    ]),
  ]
}
