import { useLayoutEffect, useRef, type RefObject } from 'react'
import { carriedAlong } from './piece-way.ts'
import type { SeatPlace } from './places.ts'

/** Carries what it is given to along the circle when another seat holds the piece, for as long as its style has a transition take. */
export function useCarrying(places: readonly SeatPlace[], to: number): RefObject<HTMLSpanElement | null> {
  const piece = useRef<HTMLSpanElement>(null)
  const at = useRef({ places, to })
  useLayoutEffect(() => {
    const { current } = piece
    const from = at.current.to
    const isElsewhere = at.current.places.length !== places.length
    at.current = { places, to }
    if (!current || isElsewhere || from === to) return
    // As the browser computes it: in seconds, however the style wrote it.
    const duration = parseFloat(getComputedStyle(current).transitionDuration) * 1000
    const frames = carriedAlong(places, from, to).map(({ x, y }) => ({ left: `${x}%`, top: `${y}%` }))
    if (frames.length > 0 && duration > 0) current.animate(frames, { duration, easing: 'ease-in-out' })
  })
  return piece
}
