import { flushSync } from 'react-dom'
import { swapPanes } from '../state/pane-acts.ts'

/** The two panes change places; where one reads and writes in them stays: the page forgets that of what is moved. */
export function swapInPlace(): void {
  const scrollers = document.querySelectorAll<HTMLElement>('[data-part=pane] *')
  const places = Array.from(scrollers, (one) => [one, one.scrollTop] as const).filter(([, top]) => top > 0)
  const held = document.activeElement
  flushSync(swapPanes)
  for (const [one, top] of places) one.scrollTop = top
  if (held instanceof HTMLElement && held !== document.activeElement) held.focus({ preventScroll: true })
}
