import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { useMemo } from 'react'
import { openLinks } from '../../state/selectors.ts'
import { useMirror } from '../../state/store.ts'
import { useAnswer } from '../../state/use-answer.ts'

/** Closed links requested, most recently opened first. */
const most = 50

/** Newest first; requested again when a link is opened or closed. */
export function useClosedLinks(): readonly LinkView[] {
  const open = useMirror((now) =>
    openLinks(now.links)
      .map((link) => link.id)
      .join(' '),
  )
  const snapshots = useMirror((now) => now.snapshots)
  const { answer } = useAnswer('links.list', { state: 'closed', limit: most }, `${open} ${snapshots}`)
  return useMemo(() => answer?.items.filter((link) => link.closed !== null) ?? [], [answer])
}
