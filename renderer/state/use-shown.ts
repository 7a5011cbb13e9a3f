import { useEffect, useState } from 'react'
import { useMirror } from './store.ts'

/**
 * The shown item, by the feed or its last known state. `find` requests an item that the feed does not have;
 * `leave` closes one that does not exist. Both must be stable functions.
 */
export function useShown<Id extends string, T extends { readonly id: Id }>(
  id: Id | null,
  told: T | undefined,
  find: (id: Id) => Promise<T | null>,
  leave: (id: Id) => void,
): T | null {
  const isConnected = useMirror((now) => now.snapshots > 0)
  const [last, setLast] = useState<T | null>(null)
  if (told && told !== last) setLast(told)
  const held = told ?? (last?.id === id ? last : null)
  const isUnknown = isConnected && id !== null && held === null
  useEffect(() => {
    if (!isUnknown) return
    let isOver = false
    const show = (found: T | null) => {
      if (isOver) return
      if (found) setLast(found)
      else leave(id)
    }
    // Refused or not reached: there is nothing to show.
    void find(id).then(show, () => show(null))
    return () => void (isOver = true)
  }, [id, isUnknown, find, leave])
  return held
}
