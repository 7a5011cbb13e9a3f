import { useEffect, useRef, useState, type RefObject } from 'react'

/** Where a preview stands, and whether lines of it do not show; told when it is laid out, and not measured before. */
export function useClamped(isOpen: boolean): readonly [RefObject<HTMLParagraphElement | null>, boolean] {
  const ref = useRef<HTMLParagraphElement>(null)
  const [isClamped, setClamped] = useState(false)
  useEffect(() => {
    const shown = ref.current
    if (!shown || isOpen) return
    const watch = new ResizeObserver(() => setClamped(shown.scrollHeight > shown.clientHeight + 1))
    watch.observe(shown)
    return () => watch.disconnect()
  }, [isOpen])
  return [ref, isClamped]
}
