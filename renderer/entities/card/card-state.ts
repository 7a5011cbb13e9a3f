import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'

/** The oldest entry is dropped. */
const mostKept = 50
const kept = new Map<string, unknown>()

/** `useState` that survives switching tabs. `name` is unique and contains the card's id. */
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
