import { useLayoutEffect, useRef, type RefObject } from 'react'
import { carriedAlong } from './piece-way.ts'
import type { SeatPlace } from './places.ts'

/** Carries what it is given to along the circle when another seat holds the piece; `--carry` says how long. */
export function useCarrying(places: readonly SeatPlace[], to: number): RefObject<HTMLSpanElement | null> {
  const piece = useRef<HTMLSpanElement>(null)
  const at = useRef({ places, to })
  useLayoutEffect(() => {
    const { current } = piece
    const from = at.current.to
    const isElsewhere = at.current.places.length !== places.length
    at.current = { places, to }
    if (!current || isElsewhere || from === to) return
    const duration = parseFloat(getComputedStyle(current).getPropertyValue('--carry'))
    const frames = carriedAlong(places, from, to).map(({ x, y }) => ({ left: `${x}%`, top: `${y}%` }))
    if (frames.length > 0 && duration > 0) current.animate(frames, { duration, easing: 'ease-in-out' })
  })
  return piece
}
