import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'

/** Most entries that are kept; the oldest are forgotten first. */
const mostKept = 50
const kept = new Map<string, unknown>()

/** State as by `useState` that is still there when the user has looked at another tab and comes back. `name`: its own, with the card's id. */
export function useCardState<T>(name: string, initial: () => T): readonly [T, Dispatch<SetStateAction<T>>] {
  const [now, set] = useState<T>(() => (kept.has(name) ? (kept.get(name) as T) : initial()))
  useEffect(() => {
    kept.delete(name)
    kept.set(name, now)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) return
      kept.delete(oldest)
    }
  }, [name, now])
  return [now, set]
}
