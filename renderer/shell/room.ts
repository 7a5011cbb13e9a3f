import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import { setRoom, setSide, useView, view } from '../state/view-store.ts'

/** In narrower windows the list collapses by itself, and the side panel covers the panes. */
const narrow = {
  list: { one: '(max-width: 60em)', two: '(max-width: 80em)' },
  side: { one: '(max-width: 68em)', two: '(max-width: 86em)' },
} as const

/** In rem; a narrower area shows one pane at a time. */
const roomForTwo = 50

const counted = (): 'one' | 'two' => (view.getState().panes.list.length === 2 ? 'two' : 'one')

/** Whether the side panel covers the panes. */
export const isSideOverPanes = (): boolean =>
  view.getState().side === 'open' && matchMedia(narrow.side[counted()]).matches

export function isCollapsed(): boolean {
  const { list } = view.getState()
  return list === 'auto' ? matchMedia(narrow.list[counted()]).matches : list === 'collapsed'
}

function useMedia(query: string): boolean {
  const follow = useCallback(
    (look: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', look)
      return () => media.removeEventListener('change', look)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => matchMedia(query).matches)
}

/**
 * Tracks whether the list collapses and the side panel covers the panes. Closes a side panel that begins to
 * cover them.
 */
export function useNarrow(): { readonly isCollapsed: boolean; readonly isOver: boolean } {
  const count = useView(({ panes }) => (panes.list.length === 2 ? 'two' : 'one'))
  const list = useView((now) => now.list)
  const isNarrow = useMedia(narrow.list[count])
  const isOver = useMedia(narrow.side[count])
  const was = useRef(isOver)
  useEffect(() => {
    if (isOver && !was.current) setSide('closed')
    was.current = isOver
  }, [isOver])
  return { isCollapsed: list === 'auto' ? isNarrow : list === 'collapsed', isOver }
}

/** Tracks whether two panes fit, by the width of their container. */
export function useRoomIn(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRoom(element.clientWidth < roomForTwo * rem ? 1 : 2)
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  }, [box])
}
