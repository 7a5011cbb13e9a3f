import { useEffect, useRef, type RefObject } from 'react'
import { useView } from '../../view-store.ts'

/** Takes the focus once, when it comes into view; under a sheet, when that has gone. Never from a field in use. */
export function useFocusOnce(input: RefObject<HTMLElement | null>): void {
  const isCovered = useView((now) => now.panel !== null)
  const isFresh = useRef(true)
  useEffect(() => {
    if (isCovered || !isFresh.current) return
    isFresh.current = false
    input.current?.focus({ preventScroll: true })
  }, [input, isCovered])
}
