import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** So near to the end counts as there, in px. */
const near = 32

interface StickToEnd {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  readonly toEnd: () => void
}

/**
 * Keeps a scroller at its end while the reader is there, and leaves it alone otherwise. It follows the size
 * of the content, so whatever grows (words, a card, a fold, the composer below) is covered.
 */
export function useStickToEnd(): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const sticks = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    sticks.current = true
    setAtEnd(true)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [])

  useEffect(() => {
    const box = scroller.current
    const inner = content.current
    if (!box || !inner) return
    const stick = () => {
      if (sticks.current) box.scrollTop = box.scrollHeight
    }
    let lastTop = box.scrollTop
    const look = () => {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < near
      // Only going up lets go: content that grows also leaves the end out of sight for a moment.
      if (isNear) sticks.current = true
      else if (box.scrollTop < lastTop) sticks.current = false
      lastTop = box.scrollTop
      setAtEnd(sticks.current)
    }
    const watch = new ResizeObserver(stick)
    watch.observe(inner)
    watch.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    stick()
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])

  return { scroller, content, isAtEnd, toEnd }
}
