import type { KeyboardEvent } from 'react'
import { shownAnchor } from './yielded-items.ts'

/** With less room than this below its button, in px, a list opens above it if there is more room there. */
const enough = 360

/**
 * Puts a list below its button, or above if there is more room, within the viewport. `align` is the edge that
 * both share.
 */
export function placeAt(button: HTMLElement | null, list: HTMLElement | null, align: 'start' | 'end'): void {
  if (!button || !list) return
  const { top, bottom, left, right } = shownAnchor(button).getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const below = clientHeight - bottom
  const isBelow = below > enough || below > top
  const { style } = list
  style.top = isBelow ? `${bottom + 4}px` : 'auto'
  style.bottom = isBelow ? 'auto' : `${clientHeight - top + 4}px`
  style.maxHeight = `${Math.max(96, (isBelow ? below : top) - 12)}px`
  if (align === 'end') style.right = `${Math.max(4, clientWidth - right)}px`
  else style.left = `${Math.max(4, left)}px`
}

/** Keeps an open list that is wider than the room to its right within the viewport. */
export function keepWithin(list: HTMLElement): void {
  const { clientWidth } = document.documentElement
  const { left, width } = list.getBoundingClientRect()
  if (left + width > clientWidth - 8) list.style.left = `${Math.max(8, clientWidth - width - 8)}px`
}

/**
 * Moves the focus through a list: arrow keys (wrapping), Home, End, or the first letter of an entry. Returns
 * whether it handled the key.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, of: 'menuitem' | 'radio' | 'button'): boolean {
  const selector = of === 'button' ? of : `[role=${of}]`
  const all = Array.from(event.currentTarget.querySelectorAll<HTMLElement>(selector))
  const next = targetOf(event, all, all.indexOf(document.activeElement as HTMLElement))
  if (!next) return false
  event.preventDefault()
  next.focus()
  return true
}

function targetOf(event: KeyboardEvent, all: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return all[(at + 1) % all.length]
    case 'ArrowUp':
    case 'ArrowLeft':
      return all.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
  }
  if (event.key.length > 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  const letter = event.key.toLowerCase()
  return [...all.slice(at + 1), ...all].find((entry) =>
    entry.textContent.trim().toLowerCase().startsWith(letter),
  )
}
