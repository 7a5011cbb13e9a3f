import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { carriedAlong, type SeatPlace } from './places.ts'

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

/** Place of the seat that the piece came from; -1: it has not moved as far as this window knows. */
export function usePieceWay(of: GatheringView): number {
  const now = of.piece?.number ?? null
  const [way, setWay] = useState(() => ({ from: lastSpeaker(of), to: now }))
  if (now !== null && now !== way.to) setWay({ from: way.to ?? lastSpeaker(of), to: now })
  const from = way.to === now ? way.from : way.to
  return from === now ? -1 : of.seats.findIndex((seat) => seat.number === from)
}

/** Who spoke last before the one who has the piece. */
function lastSpeaker({ heard, piece }: GatheringView): number | null {
  return heard.findLast((one) => one.number !== piece?.number)?.number ?? null
}

/** A pane narrower than this, in rem, or a window lower than this has no room for a circle. */
const least = { width: 48, height: 47 } as const

/** How the seats stand: in the circle, or in a row where the pane is narrow or the window low. */
export function useCircleShape(stage: RefObject<HTMLElement | null>): 'circle' | 'row' {
  const [shape, setShape] = useState<'circle' | 'row'>('circle')
  useLayoutEffect(() => {
    const pane = stage.current?.parentElement
    if (!pane) return
    const look = () => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
      const fits = pane.clientWidth >= least.width * rem && window.innerHeight >= least.height * rem
      setShape(fits ? 'circle' : 'row')
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(pane)
    return () => watch.disconnect()
  }, [stage])
  return shape
}
