import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import type { AgentId } from '../../../main/contract/model.ts'
import { rowBelow, useEscape } from '../../components/dragging.ts'
import { linkTabs } from '../../entities/link/link-acts.ts'
import { dropAt, dropIn, showDrop } from '../../state/pane-drop.ts'
import { moveTab } from './order.ts'

/** Where a dragged tab would go: before another one of its group or to its end (null), onto one: that links, or to a pane. */
export type DropPlace =
  | { readonly kind: 'pane'; readonly agent: null }
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
  readonly x: number
  readonly y: number
  readonly group: HTMLElement
}

/**
 * Dragging tabs by mouse or pen: between others of its group moves one, onto another links the two, over the panes
 * shows it there; a finger scrolls. Esc lets it go where it was.
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
    showDrop(null)
  }
  useEscape(isDragging, letGo)

  return {
    drag,
    handlers: (agent: AgentId) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        swallows.current = false
        const group = event.currentTarget.closest('section')
        if (event.button !== 0 || event.pointerType === 'touch' || !group) return
        held.current = { agent, x: event.clientX, y: event.clientY, group }
        // At once: a quick hand is beyond it with its first move.
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const now = held.current
        const far = now ? Math.hypot(event.clientX - now.x, event.clientY - now.y) : 0
        if (!now || (!isDragging && far < slack)) return
        swallows.current = true
        const over = dropAt({ kind: 'agent', id: agent }, event.clientX, event.clientY)
        showDrop(over)
        const isAway = event.clientX > now.group.getBoundingClientRect().right
        const to = isAway ? ({ kind: 'pane', agent: null } as const) : placeAt(now, event.clientY)
        if (drag?.to.kind !== to.kind || drag.to.agent !== to.agent) setDrag({ agent, to })
      },
      onPointerUp: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
        if (drag && held.current) {
          const { agent: id, to } = drag
          const thing = { kind: 'agent', id } as const
          const over = to.kind === 'pane' ? dropAt(thing, clientX, clientY) : null
          if (over) dropIn(thing, over)
          else if (to.kind === 'onto') linkTabs(id, to.agent)
          else if (to.kind === 'before') void moveTab(id, to.agent)
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
