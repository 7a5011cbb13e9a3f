import { useEffect, useState } from 'react'
import type { GatheringSummary } from '../../../main/contract/gathering-views.ts'
import { ask } from '../../connection.ts'
import { listedGatherings } from '../../gathered.ts'
import { mirror, useMirror } from '../../store.ts'

/** So many closed gatherings are asked for, the newest. */
const most = 50

/** Closed gatherings that do not stand in the list any more, newest first. */
export function usePastGatherings(): readonly GatheringSummary[] {
  const [past, setPast] = useState<readonly GatheringSummary[]>([])
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    let isWanted = true
    const take = (items: readonly GatheringSummary[]) => {
      const listed = new Set(listedGatherings(mirror.getState().gatherings).map((one) => one.id))
      if (isWanted) setPast(items.filter((one) => !listed.has(one.id)))
    }
    // Not reached: then there is nothing to list.
    ask('gatherings.list', { state: 'closed', limit: most }).then(
      ({ items }) => take(items),
      () => undefined,
    )
    return () => void (isWanted = false)
  }, [snapshots])
  return past
}
