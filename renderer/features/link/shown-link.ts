import type { LinkId } from '../../../main/contract/links/links.ts'
import { useEffect, useState } from 'react'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { Page } from '../../../main/contract/api/views.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { leave } from '../../state/view-store.ts'

/** So many pages of closed links are looked through for one of long ago. */
const mostPages = 20

/** A link that is shown. One that main no longer tells of is shown as it was told last, or as main has it. */
export function useShownLink(id: LinkId | null): LinkView | null {
  const told = useMirror((now) => (id === null ? undefined : now.links[id]))
  const isConnected = useMirror((now) => now.snapshots > 0)
  const [last, setLast] = useState<LinkView | null>(null)
  if (told && told !== last) setLast(told)
  const held = told ?? (last?.id === id ? last : null)
  const isUnknown = isConnected && id !== null && held === null
  useEffect(() => {
    if (!isUnknown) return
    let isOver = false
    void pastLink(id).then((past) => {
      if (isOver) return
      if (past) setLast(past)
      else leave({ kind: 'link', id })
    })
    return () => void (isOver = true)
  }, [id, isUnknown])
  return held
}

/** A closed link as main has it; null: there is none, or it cannot be asked. */
async function pastLink(id: LinkId): Promise<LinkView | null> {
  try {
    let cursor: number | null = 0
    for (let page = 0; page < mostPages && cursor !== null; page += 1) {
      const found: Page<LinkView> = await ask('links.list', {
        state: 'all',
        limit: 100,
        ...(cursor > 0 ? { cursor } : {}),
      })
      const past = found.items.find((one) => one.id === id)
      if (past) return past
      cursor = found.next
    }
  } catch {
    // Refused or not reached: then there is nothing to show.
  }
  return null
}
