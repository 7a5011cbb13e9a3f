import { createStore, useStore } from 'zustand'
import { openAt, openBeside } from './pane-acts.ts'
import { paneIndexOf, type PaneIndex, type Thing } from './panes.ts'
import { view } from './view-store.ts'

/** Where a dragged thing would open: in a pane, or in a new one at that side. */
export interface PaneDrop {
  readonly how: 'in' | 'beside'
  readonly at: PaneIndex
}

const dropping = createStore<{ readonly now: PaneDrop | null }>(() => ({ now: null }))

export const showDrop = (now: PaneDrop | null): void => dropping.setState({ now })

export const useDrop = (): PaneDrop | null => useStore(dropping, ({ now }) => now)

/** Part of the width at each side where a drop opens a new pane. */
const edge = 0.34

/** Where a thing dropped at `x`, `y` (px of the viewport) would open; null if nothing would change. */
export function dropAt(thing: Thing, x: number, y: number): PaneDrop | null {
  const box = document.querySelector('[data-part=panes]')?.getBoundingClientRect()
  if (!box || x < box.left || x > box.right || y < box.top || y > box.bottom) return null
  const { panes, room } = view.getState()
  const along = (x - box.left) / box.width
  const shown = paneIndexOf(panes, thing)
  if (panes.list.length === 2) {
    const at = room === 1 ? panes.at : along * 100 < panes.share ? 0 : 1
    return at === shown ? null : { how: 'in', at }
  }
  if (shown !== null) return null
  if (along < edge) return { how: 'beside', at: 0 }
  return along > 1 - edge ? { how: 'beside', at: 1 } : { how: 'in', at: 0 }
}

export const dropIn = (thing: Thing, { how, at }: PaneDrop): void =>
  how === 'in' ? openAt(thing, at) : openBeside(thing, at)
