import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import { setRoom, setSide, useView, view } from '../state/view-store.ts'

/** In a window as narrow as this the list collapses by itself, and the panel at the side lies over the panes. */
const narrow = {
  list: { one: '(max-width: 60em)', two: '(max-width: 80em)' },
  side: { one: '(max-width: 68em)', two: '(max-width: 86em)' },
} as const

/** Narrower than this, in rem, the panes have room for one at a time. */
const roomForTwo = 50

const counted = (): 'one' | 'two' => (view.getState().panes.list.length === 2 ? 'two' : 'one')

/** Does the panel at the side lie over the panes? */
export const liesOver = (): boolean =>
  view.getState().side === 'open' && matchMedia(narrow.side[counted()]).matches

/** Is the list of tabs collapsed? */
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

/** What the window has room for beside its panes. A side panel that comes to lie over them so is closed. */
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

/** Follows whether the panes have room for two, by the width of what they stand in. */
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
