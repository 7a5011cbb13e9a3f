import type { LinkId } from '../../../main/contract/links/links.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keepSeen, seenAt } from './link-memory.ts'

/** Who leaves the window for less than this, in ms, was not away. */
const shortest = 20_000

/** A stretch of time, in ms, in which the person did not look. */
export interface Away {
  readonly since: number
  readonly until: number
}

/**
 * When the person was away from this link: since it was last in view, or the window had their attention.
 * `isRead`: what crossed is here; before that, nothing counts as seen.
 */
export function useAway(link: LinkId, isRead: boolean): Away | null {
  const [away, setAway] = useState<Away | null>(() => {
    const since = seenAt(link)
    return since === null ? null : { since, until: Date.now() }
  })
  const read = useRef(isRead)
  useEffect(() => {
    read.current = isRead
  }, [isRead])
  const left = useRef<number | null>(null)
  const leave = useCallback(() => {
    if (left.current !== null) return
    left.current = Date.now()
    if (read.current) keepSeen(link, left.current)
  }, [link])
  useEffect(() => {
    const come = () => {
      const since = left.current
      left.current = null
      if (since !== null && read.current && Date.now() - since >= shortest)
        setAway({ since, until: Date.now() })
    }
    const look = () => (document.hidden ? leave() : come())
    window.addEventListener('blur', leave)
    window.addEventListener('focus', come)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', come)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', look)
      leave()
    }
  }, [leave])
  return away
}
