import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { useEffect, useState } from 'react'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { openLinks } from '../../state/selectors.ts'

/** Closed links requested, most recently opened first. */
const most = 50

/** Newest first; requested again when a link is opened or closed. */
export function useClosedLinks(): readonly LinkView[] {
  const [closed, setClosed] = useState<readonly LinkView[]>([])
  const open = useMirror((now) =>
    openLinks(now.links)
      .map((link) => link.id)
      .join(' '),
  )
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    let isWanted = true
    const take = (items: readonly LinkView[]) => {
      if (isWanted) setClosed(items.filter((link) => link.closed !== null))
    }
    // Main was not reached: nothing to list.
    ask('links.list', { state: 'closed', limit: most }).then(
      ({ items }) => take(items),
      () => undefined,
    )
    return () => void (isWanted = false)
  }, [open, snapshots])
  return closed
}
