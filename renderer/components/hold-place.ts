/** What stands at the top of what is seen in a scroller, and how far it is from the beginning of its content, in px. */
interface Anchor {
  readonly element: Element
  readonly at: number
}

/** Holds what is seen in a scroller in its place, whatever becomes higher or lower above it. */
export interface HeldPlace {
  /** To be called after the content may have changed, before it is painted, and after it was scrolled. */
  readonly hold: () => void
  /** From now on nothing is held, until `hold` is called again. */
  readonly release: () => void
}

/**
 * The browser could do so itself, but lets go while styles around the change; and one does not at all. `box` scrolls,
 * `content` is what is in it.
 */
export function heldPlace(box: HTMLElement, content: HTMLElement): HeldPlace {
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
