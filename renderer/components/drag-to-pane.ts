import { useRef, type MouseEvent, type PointerEvent } from 'react'
import { dropAt, dropIn, showDrop, useDrop } from '../state/pane-drop.ts'
import type { Thing } from '../state/panes.ts'
import { useEscape } from './dragging.ts'

/** Moving less than this, in px, is a press, not a drag. */
const slack = 5

/** Handlers that drag something onto a pane by mouse or pen. Esc cancels. */
export function useDragToPane(thing: Thing) {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null)
  /** Swallow the click that ends a drag. */
  const swallows = useRef(false)
  const drop = useDrop()
  const letGo = () => {
    from.current = null
    showDrop(null)
  }
  useEscape(drop !== null, letGo)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      swallows.current = false
      if (event.button !== 0 || event.pointerType === 'touch') return
      from.current = { x: event.clientX, y: event.clientY }
      // Capture at once: a fast pointer leaves the element with its first move.
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { clientX: x, clientY: y } = event
      const began = from.current
      if (!began || (!swallows.current && Math.hypot(x - began.x, y - began.y) < slack)) return
      swallows.current = true
      showDrop(dropAt(thing, x, y))
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      const at = from.current && swallows.current ? dropAt(thing, clientX, clientY) : null
      letGo()
      if (at) dropIn(thing, at)
    },
    onPointerCancel: letGo,
    onClickCapture: (event: MouseEvent) => {
      if (!swallows.current) return
      swallows.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
