import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** This close to the end counts as the end, in px. */
const near = 32

export interface StickToEnd {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  /** Rows were added since the reader left the end. */
  readonly hasNew: boolean
  readonly toEnd: () => void
  /** Stops following the end, because the reader is moved elsewhere. */
  readonly letGo: () => void
}

/**
 * Keeps a scroller at its end while the reader is there. It observes the size of the content, so it covers
 * whatever grows: text, a card, the composer below. `first` and `last` identify the rows at both ends: when
 * rows are added before the first, or anything above becomes higher, what the reader sees stays in place.
 */
export function useStickToEnd(first: number | undefined, last: number | undefined): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const sticks = useRef(true)
  const held = useRef<HeldPlace>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const newest = useRef(last)
  const [leftAt, setLeftAt] = useState<number | undefined>(undefined)

  const toEnd = useCallback(() => {
    sticks.current = true
    setAtEnd(true)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [])

  const letGo = useCallback(() => {
    sticks.current = false
    setAtEnd(false)
    setLeftAt(newest.current)
  }, [])

  useLayoutEffect(() => {
    if (!sticks.current) held.current?.hold()
  }, [first])

  useEffect(() => {
    newest.current = last
  }, [last])

  useEffect(() => {
    const box = scroller.current
    const inner = content.current
    if (!box || !inner) return
    let [lastTop, lastHeight] = [0, box.clientHeight]
    const place = heldPlace(box, inner)
    held.current = place
    const stay = () => {
      if (sticks.current) place.release()
      else {
        pull(box)
        place.hold()
      }
      // Shrinking content also scrolls up, and may have grown again when the scroll event comes.
      lastTop = box.scrollTop
      lastHeight = box.clientHeight
      if (sticks.current) peg(box)
    }
    const grow = () => {
      pull(box)
      if (sticks.current) box.scrollTop = box.scrollHeight
      stay()
    }
    const look = () => {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < near
      // A box that becomes higher scrolls up by at most that; its content is pegged, to a px.
      const own = lastTop - Math.max(0, box.clientHeight - lastHeight) - 1
      // Only scrolling up stops following: growing content also moves the end out of sight for a moment.
      if (isNear) sticks.current = true
      else if (sticks.current && box.scrollTop < own) {
        sticks.current = false
        setLeftAt(newest.current)
      }
      stay()
      setAtEnd(sticks.current)
    }
    const watch = new ResizeObserver(grow)
    watch.observe(inner)
    watch.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    grow()
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])

  return { scroller, content, isAtEnd, hasNew: !isAtEnd && last !== leftAt, toEnd, letGo }
}

/**
 * Fixes the inner height until a change of the content is observed, before the next paint. Otherwise content
 * that shrinks scrolls up as soon as anything is measured; in a long frame it has grown again when the scroll
 * event comes, which looks as if the reader had scrolled up.
 */
function peg(box: HTMLElement) {
  const { scrollHeight, clientHeight } = box
  if (scrollHeight > clientHeight) box.style.setProperty('--pegged', `${scrollHeight}px`)
}

const pull = (box: HTMLElement) => box.style.removeProperty('--pegged')

/** The element at the top of the visible part, and its distance from the beginning of the content, in px. */
interface Anchor {
  readonly element: Element
  readonly at: number
}

/** Keeps what is visible in place when content above it changes its height. */
interface HeldPlace {
  /** Call after the content may have changed, before paint, and after a scroll. */
  readonly hold: () => void
  readonly release: () => void
}

/**
 * Replaces the browser's scroll anchoring, which stops when styles around the change change, and which one
 * browser lacks.
 */
function heldPlace(box: HTMLElement, content: HTMLElement): HeldPlace {
  box.style.overflowAnchor = 'none'
  let anchor: Anchor | null = null
  let fromEnd = box.scrollHeight - box.scrollTop
  const placeOf = (element: Element) => element.getBoundingClientRect().top + box.scrollTop
  return {
    hold() {
      // If the anchor is gone, assume that the height below it is unchanged.
      const moved =
        anchor?.element.isConnected === true
          ? placeOf(anchor.element) - anchor.at
          : box.scrollHeight - fromEnd - box.scrollTop
      if (anchor !== null && Math.abs(moved) >= 1) box.scrollTop += moved
      const element = atTop(box, content)
      anchor = element && { element, at: placeOf(element) }
      fromEnd = box.scrollHeight - box.scrollTop
    },
    release: () => (anchor = null),
  }
}

/**
 * Returns the first element whose top is visible, else the innermost one that covers the view. `data-hold`
 * restricts that: `no` is never an anchor, since something may come between it and the view; of `in` only its
 * children are.
 */
function atTop(box: HTMLElement, content: HTMLElement): Element | null {
  const top = box.getBoundingClientRect().top
  let over: Element | null = null
  const firstIn = (within: Element): Element | null => {
    for (const child of within.children) {
      const its = child.getBoundingClientRect()
      const hold = child.getAttribute('data-hold')
      if (its.height === 0 || its.bottom <= top + 1 || hold === 'no') continue
      if (its.top >= top && hold === null) return child
      if (its.top < top) over = child
      const found = firstIn(child)
      if (found !== null) return found
    }
    return null
  }
  return firstIn(content) ?? over
}
