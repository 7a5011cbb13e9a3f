import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import type { AgentId } from '../../../main/contract/model.ts'
import { rowBelow, useEscape } from '../../components/dragging.ts'
import { linkTabs } from '../../entities/link/link-acts.ts'
import { moveTab } from './order.ts'

/** Where a dragged tab would go: before another one of its group or to its end (null), or onto one: that links. */
export type DropPlace =
  | { readonly kind: 'before'; readonly agent: AgentId | null }
  | { readonly kind: 'onto'; readonly agent: AgentId }

/** A tab that is being dragged, and where it would go. */
export interface Drag {
  readonly agent: AgentId
  readonly to: DropPlace
}

/** A hand that moves less than this, in px, only presses. */
const slack = 5

interface Held {
  readonly agent: AgentId
  readonly y: number
  readonly group: HTMLElement
}

/**
 * Dragging tabs by mouse or pen: between others of its group moves one, onto another links the two; a finger
 * scrolls. Esc lets it go where it was.
 */
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
        const to = placeAt(now, event.clientY)
        if (drag?.to.kind !== to.kind || drag.to.agent !== to.agent) setDrag({ agent, to })
      },
      onPointerUp: () => {
        if (drag && held.current) {
          const { agent: id, to } = drag
          if (to.kind === 'onto') linkTabs(id, to.agent)
          else void moveTab(id, to.agent)
        }
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

/** What letting go at `y` would do. */
function placeAt({ agent, group }: Held, y: number): DropPlace {
  const rows = group.parentElement?.querySelectorAll<HTMLElement>('[data-agent]') ?? []
  const under = Array.from(rows).find((row) => isOnto(row.getBoundingClientRect(), y))
  const id = under?.dataset['agent'] as AgentId | undefined
  if (id !== undefined && id !== agent) return { kind: 'onto', agent: id }
  return { kind: 'before', agent: tabBelow(group, y) }
}

/** The middle of a tab takes what is dropped; its edges stand for the gaps between tabs. */
const isOnto = ({ top, height }: DOMRect, y: number): boolean =>
  y > top + height / 4 && y < top + (height * 3) / 4

/** The tab before which one would go that is let go at `y`; null below them all. */
function tabBelow(group: HTMLElement, y: number): AgentId | null {
  const row = rowBelow(group.querySelectorAll<HTMLElement>('[data-agent]'), y)
  return (row?.dataset['agent'] as AgentId | undefined) ?? null
}
