import { useState, type MouseEvent, type PointerEvent } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { rowBelow, useEscape } from '../../components/dragging.ts'
import { linkTabs } from '../../entities/link/link-acts.ts'
import { dropAt, dropIn, showDrop } from '../../state/pane-drop.ts'
import { moveTab } from './order.ts'

/**
 * Where a dragged tab would go: before another one of its group (null: to its end), onto one, which links
 * them, or into a pane.
 */
export type DropPlace =
  | { readonly kind: 'pane'; readonly agent: null }
  | { readonly kind: 'before'; readonly agent: AgentId | null }
  | { readonly kind: 'onto'; readonly agent: AgentId }

interface Drag {
  readonly agent: AgentId
  readonly to: DropPlace
}

/** A pointer that moves less than this only clicks; px. */
const slack = 5

interface Held {
  readonly agent: AgentId
  readonly x: number
  readonly y: number
  readonly group: HTMLElement
}

/**
 * Drags tabs by mouse or pen: within a group to reorder, onto a tab to link, over the panes to show it.
 * Escape cancels; touch scrolls. The handlers are the same object in every render.
 */
export function useTabDrag() {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [handlers] = useState(() => handlersOf(setDrag))
  useEscape(drag !== null, handlers.onPointerCancel)
  return { drag, handlers }
}

export type TabHandlers = ReturnType<typeof handlersOf>

function handlersOf(tell: (drag: Drag | null) => void) {
  let held: Held | null = null
  let drag: Drag | null = null
  /** Ignore the click that ends a drag. */
  let swallows = false

  const setDrag = (now: Drag | null) => {
    drag = now
    tell(now)
  }
  const letGo = () => {
    held = null
    setDrag(null)
    showDrop(null)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      swallows = false
      const { currentTarget: tab, pointerId, clientX: x, clientY: y } = event
      const group = tab.closest('section')
      const agent = tab.closest<HTMLElement>('[data-agent]')?.dataset['agent'] as AgentId | undefined
      if (event.button !== 0 || event.pointerType === 'touch' || !group || agent === undefined) return
      held = { agent, x, y, group }
      // Immediately: a fast pointer leaves the tab with its first move.
      tab.setPointerCapture(pointerId)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      const far = held ? Math.hypot(clientX - held.x, clientY - held.y) : 0
      if (!held || (drag === null && far < slack)) return
      swallows = true
      const { agent, group } = held
      showDrop(dropAt({ kind: 'agent', id: agent }, clientX, clientY))
      const isAway = clientX > group.getBoundingClientRect().right
      const to = isAway ? ({ kind: 'pane', agent: null } as const) : placeAt(held, clientY)
      if (drag?.to.kind !== to.kind || drag.to.agent !== to.agent) setDrag({ agent, to })
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (drag && held) {
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
      if (!swallows) return
      swallows = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

function placeAt({ agent, group }: Held, y: number): DropPlace {
  const rows = group.parentElement?.querySelectorAll<HTMLElement>('[data-agent]') ?? []
  const under = Array.from(rows).find((row) => isOnto(row.getBoundingClientRect(), y))
  const id = under?.dataset['agent'] as AgentId | undefined
  if (id !== undefined && id !== agent) return { kind: 'onto', agent: id }
  return { kind: 'before', agent: tabBelow(group, y) }
}

/** The middle of a tab is a drop target; its edges belong to the gaps between tabs. */
const isOnto = ({ top, height }: DOMRect, y: number): boolean =>
  y > top + height / 4 && y < top + (height * 3) / 4

/** The tab before which one dropped at `y` would go; null: below all. */
function tabBelow(group: HTMLElement, y: number): AgentId | null {
  const row = rowBelow(group.querySelectorAll<HTMLElement>('[data-agent]'), y)
  return (row?.dataset['agent'] as AgentId | undefined) ?? null
}
