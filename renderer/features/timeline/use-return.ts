import { useEffect, useRef } from 'react'
import type { StickToEnd } from '../../components/stick-to-end.ts'
import { leaveAt, timeline } from '../../state/timeline.ts'

/** Who comes back finds the row from which they went, in view and in focus; who comes anew, the newest. */
export function useReturn({ scroller, letGo }: StickToEnd, hasRows: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || !hasRows) return
    isDone.current = true
    const { left } = timeline.getState()
    leaveAt(null)
    const rows = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-moment]') ?? [])]
    const row = rows.find((one) => one.dataset['moment'] === String(left)) ?? rows.at(-1)
    if (left !== null && row) {
      letGo()
      row.scrollIntoView({ block: 'center' })
    }
    row?.focus({ preventScroll: true })
  }, [scroller, letGo, hasRows])
}
