import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { carriedAlong, type SeatPlace } from './places.ts'

/** Animates the element along the circle when the holder changes, for the duration of its CSS transition. */
export function useCarrying(places: readonly SeatPlace[], to: number): RefObject<HTMLSpanElement | null> {
  const piece = useRef<HTMLSpanElement>(null)
  const at = useRef({ places, to })
  useLayoutEffect(() => {
    const { current } = piece
    const from = at.current.to
    const isElsewhere = at.current.places.length !== places.length
    at.current = { places, to }
    if (!current || isElsewhere || from === to) return
    // The computed value is always in seconds.
    const duration = parseFloat(getComputedStyle(current).transitionDuration) * 1000
    const frames = carriedAlong(places, from, to).map(({ x, y }) => ({ left: `${x}%`, top: `${y}%` }))
    if (frames.length > 0 && duration > 0) current.animate(frames, { duration, easing: 'ease-in-out' })
  })
  return piece
}

/** Index of the seat that the piece came from; -1 if it has not moved while this window was open. */
export function usePieceWay(of: GatheringView): number {
  const now = of.piece?.number ?? null
  const [way, setWay] = useState(() => ({ from: lastSpeaker(of), to: now }))
  if (now !== null && now !== way.to) setWay({ from: way.to ?? lastSpeaker(of), to: now })
  const from = way.to === now ? way.from : way.to
  return from === now ? -1 : of.seats.findIndex((seat) => seat.number === from)
}

/** The last speaker before the current holder. */
function lastSpeaker({ heard, piece }: GatheringView): number | null {
  return heard.findLast((one) => one.number !== piece?.number)?.number ?? null
}

/** In rem; a narrower pane or a lower window shows a row of seats. */
const least = { width: 48, height: 47 } as const

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
