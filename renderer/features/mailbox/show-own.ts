import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { PendingView } from '../../../main/contract/mail-views.ts'
import { lastOwn } from './sections.ts'

/** Brings what the person has just queued into view; what stood there before they came is left where it is. */
export function useOwnInView(list: RefObject<HTMLElement | null>, pending: readonly PendingView[]): void {
  const own = lastOwn(pending.filter((one) => one.state === 'queued'))
  const seen = useRef<number | null>(null)
  const at = own?.acceptedAt ?? 0
  const id = own?.id
  useLayoutEffect(() => {
    const isNew = seen.current !== null && at > seen.current
    seen.current = Math.max(seen.current ?? 0, at)
    if (!isNew || id === undefined) return
    const row = list.current?.querySelector(`[data-mail="${CSS.escape(id)}"]`)
    // Newer browsers answer with a promise, which is no cleanup.
    void row?.scrollIntoView({ block: 'nearest' })
  }, [list, at, id])
}
