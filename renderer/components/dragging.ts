import { useEffect } from 'react'

/** While something is dragged, Esc lets it go where it was, and does nothing else. */
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

/** The first of some rows whose middle is below `y`, in px of the window; undefined below them all. */
export function rowBelow(rows: Iterable<HTMLElement>, y: number): HTMLElement | undefined {
  return Array.from(rows).find((row) => {
    const box = row.getBoundingClientRect()
    return box.top + box.height / 2 > y
  })
}
