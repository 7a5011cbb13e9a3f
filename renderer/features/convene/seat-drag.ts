import { useRef, useState, type PointerEvent } from 'react'
import { useEscape } from '../../components/dragging.ts'
import { moved, type SeatDraft } from './circle-draft.ts'

/** Dragging a seat by its grip moves it through the order at once; Esc puts the order back. */
export function useSeatDrag(seats: readonly SeatDraft[], onMove: (seats: readonly SeatDraft[]) => void) {
  const before = useRef<readonly SeatDraft[]>(seats)
  const held = useRef<string | null>(null)
  const [lifted, setLifted] = useState<string | null>(null)
  const letGo = () => {
    held.current = null
    setLifted(null)
  }
  useEscape(lifted !== null, () => {
    onMove(before.current)
    letGo()
  })
  return {
    lifted,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const grip = (event.target as Element).closest('[data-part=grip]')
        const key = grip?.closest<HTMLElement>('[data-seat]')?.dataset['seat']
        if (event.button !== 0 || key === undefined) return
        event.currentTarget.setPointerCapture(event.pointerId)
        before.current = seats
        held.current = key
        setLifted(key)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (held.current !== null)
          onMove(moved(seats, held.current, placeAt(event.currentTarget, held.current, event.clientY)))
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
    },
  }
}

/** The place, from 0, of a row that is let go at `y`: below all others whose middle is above it. */
function placeAt(list: HTMLElement, key: string, y: number): number {
  const others = [...list.querySelectorAll<HTMLElement>('[data-seat]')].filter(
    (row) => row.dataset['seat'] !== key,
  )
  return others.filter((row) => {
    const box = row.getBoundingClientRect()
    return box.top + box.height / 2 < y
  }).length
}
