import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import type { AgentId } from '../../../main/contract/model.ts'
import { rowBelow, useEscape } from '../../components/dragging.ts'
import { moveTab } from './order.ts'

/** A tab that is being dragged, and where it would go: before another one of its group, or to its end (null). */
export interface Drag {
  readonly agent: AgentId
  readonly before: AgentId | null
}

/** A hand that moves less than this, in px, only presses. */
const slack = 5

interface Held {
  readonly agent: AgentId
  readonly y: number
  readonly group: HTMLElement
}

/** Dragging tabs within their group by mouse or pen; a finger scrolls. Esc lets it go where it was. */
export function useTabDrag() {
  const held = useRef<Held | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const isDragging = drag !== null
  /** The click that ends a drag is none. */
  const swallows = useRef(false)

  const letGo = () => {
    held.current = null
    setDrag(null)
  }
  useEscape(isDragging, letGo)

  return {
    drag,
    handlers: (agent: AgentId) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        swallows.current = false
        const group = event.currentTarget.closest('section')
        if (event.button !== 0 || event.pointerType === 'touch' || !group) return
        held.current = { agent, y: event.clientY, group }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const now = held.current
        if (!now || (!isDragging && Math.abs(event.clientY - now.y) < slack)) return
        if (!event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.setPointerCapture(event.pointerId)
        swallows.current = true
        const before = tabBelow(now.group, event.clientY)
        if (drag?.agent !== agent || drag.before !== before) setDrag({ agent, before })
      },
      onPointerUp: () => {
        if (drag && held.current) void moveTab(drag.agent, drag.before)
        letGo()
      },
      onPointerCancel: letGo,
      onClickCapture: (event: MouseEvent) => {
        if (!swallows.current) return
        swallows.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    }),
  }
}

/** The tab before which one would go that is let go at `y`; null below them all. */
function tabBelow(group: HTMLElement, y: number): AgentId | null {
  const row = rowBelow(group.querySelectorAll<HTMLElement>('[data-agent]'), y)
  return (row?.dataset['agent'] as AgentId | undefined) ?? null
}
