import type { GatheringLine } from '../../main/contract/gathering-views.ts'
import { useEffect, useMemo, useState } from 'react'
import { ask } from '../state/connection.ts'
import { listedGatherings } from '../state/gatherings.ts'
import { useMirror } from '../state/store.ts'

/** So many closed gatherings are asked for, the newest. */
const most = 50

/** Closed gatherings that do not stand in the list any more, newest first. */
export function usePastGatherings(): readonly GatheringLine[] {
  const [past, setPast] = useState<readonly GatheringLine[]>([])
  const snapshots = useMirror((now) => now.snapshots)
  const gatherings = useMirror((now) => now.gatherings)
  useEffect(() => {
    let isWanted = true
    // Not reached: then there is nothing to list.
    ask('gatherings.list', { state: 'closed', limit: most }).then(
      ({ items }) => (isWanted ? setPast(items) : undefined),
      () => undefined,
    )
    return () => void (isWanted = false)
  }, [snapshots])
  // Which of them stand in the list may change while the palette is open.
  return useMemo(() => {
    const listed = new Set(listedGatherings(gatherings).map((one) => one.id))
    return past.filter((one) => !listed.has(one.id))
  }, [past, gatherings])
}
