import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** So near to the end counts as there, in px. */
const near = 32

/** Where the reader of a log stands, and how they are led. */
export interface StickToEnd {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  /** Rows were added since the reader left the end. */
  readonly hasNew: boolean
  readonly toEnd: () => void
  /** The reader is led elsewhere: what grows no longer pulls them to the end. */
  readonly letGo: () => void
}

/**
 * Keeps a scroller at its end while the reader is there, and leaves it alone otherwise. It follows the size
 * of the content, so whatever grows (words, a card, what is expanded, the composer below) is covered. `first` and `last`
 * name the rows at both ends: when earlier ones are put before the first, or anything above becomes higher, what the
 * reader sees stays where it is.
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
      // Content that shrinks takes the reader up as well, and may have grown again when the scroll event comes.
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
      // A box that becomes higher takes the reader up too, by no more than that; what is in it is pegged, to a px.
      const own = lastTop - Math.max(0, box.clientHeight - lastHeight) - 1
      // Only going up lets go: content that grows also leaves the end out of sight for a moment.
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
 * Keeps a scroller as high inside as it is, until a change of its content is seen, which is before the next paint. Else
 * content that shrinks takes the reader up as soon as anything in the window is measured; and where a frame takes long,
 * it has grown by more when the scroll event comes: that looks as if the reader had gone up.
 */
function peg(box: HTMLElement) {
  const { scrollHeight, clientHeight } = box
  if (scrollHeight > clientHeight) box.style.setProperty('--pegged', `${scrollHeight}px`)
}

const pull = (box: HTMLElement) => box.style.removeProperty('--pegged')

/** What stands at the top of what is seen in a scroller, and how far it is from the beginning of its content, in px. */
interface Anchor {
  readonly element: Element
  readonly at: number
}

/** Holds what is seen in a scroller in its place, whatever becomes higher or lower above it. */
interface HeldPlace {
  /** To be called after the content may have changed, before it is painted, and after it was scrolled. */
  readonly hold: () => void
  /** From now on nothing is held, until `hold` is called again. */
  readonly release: () => void
}

/**
 * The browser could do so itself, but lets go while styles around the change; and one does not at all. `box` scrolls,
 * `content` is what is in it.
 */
function heldPlace(box: HTMLElement, content: HTMLElement): HeldPlace {
  box.style.overflowAnchor = 'none'
  let anchor: Anchor | null = null
  let fromEnd = box.scrollHeight - box.scrollTop
  const placeOf = (element: Element) => element.getBoundingClientRect().top + box.scrollTop
  return {
    hold() {
      // What was held may be gone: then what is below it is thought to be as high as before.
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
 * The first thing of which the top is seen; where there is none, the innermost that reaches over all that is seen.
 * `data-hold` says where that is not so: `no` is never held on to, since something may come between it and what is
 * seen; of `in` only what is in it, since something may come before that.
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
