import { useEffect } from 'react'

/** Calls `letGo` on Esc during a drag, and keeps Esc from doing anything else. */
export function useEscape(isDragging: boolean, letGo: () => void): void {
  useEffect(() => {
    if (!isDragging) return
    const stop = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      letGo()
    }
    document.addEventListener('keydown', stop, { capture: true })
    return () => document.removeEventListener('keydown', stop, { capture: true })
  })
}

/** Returns the first row whose middle is below `y` (px of the viewport); undefined below them all. */
export function rowBelow(rows: Iterable<HTMLElement>, y: number): HTMLElement | undefined {
  return Array.from(rows).find((row) => {
    const box = row.getBoundingClientRect()
    return box.top + box.height / 2 > y
  })
}
