import { useEffect, useState } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { leave } from '../../state/view-store.ts'

/** A gathering that is shown. One that main no longer tells of is shown as it was told last, or as main has it. */
export function useShownGathering(id: GatheringId | null): GatheringView | null {
  const told = useMirror((now) => (id === null ? undefined : now.gatherings[id]))
  const isConnected = useMirror((now) => now.snapshots > 0)
  const [last, setLast] = useState<GatheringView | null>(null)
  if (told && told !== last) setLast(told)
  const held = told ?? (last?.id === id ? last : null)
  const isUnknown = isConnected && id !== null && held === null
  useEffect(() => {
    if (!isUnknown) return
    let isOver = false
    void past(id).then((found) => {
      if (isOver) return
      if (found) setLast(found)
      else leave({ kind: 'gathering', id })
    })
    return () => void (isOver = true)
  }, [id, isUnknown])
  return held
}

async function past(id: GatheringId): Promise<GatheringView | null> {
  try {
    return await ask('gatherings.get', { id })
  } catch {
    // Refused or not reached: then there is nothing to show.
    return null
  }
}
