import { useEffect, useState } from 'react'
import type { LinkReport } from '../../../main/contract/link-views.ts'
import { ask } from '../../connection.ts'
import { useMirror } from '../../store.ts'
import { openLinks } from './links-of.ts'

/** So many closed links are asked for, the last opened ones. */
const most = 50

/** Closed links as main reports them, newest first; asked anew when a link was opened or closed. */
export function useClosedLinks(): readonly LinkReport[] {
  const [closed, setClosed] = useState<readonly LinkReport[]>([])
  const open = useMirror((now) =>
    openLinks(now.links)
      .map((link) => link.id)
      .join(' '),
  )
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    let isWanted = true
    const take = (items: readonly LinkReport[]) => {
      if (isWanted) setClosed(items.filter((link) => link.state === 'closed'))
    }
    // Not reached: then there is nothing to list.
    ask('links.list', { state: 'closed', limit: most }).then(
      ({ items }) => take(items),
      () => undefined,
    )
    return () => void (isWanted = false)
  }, [open, snapshots])
  return closed
}
