import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import type { DiffLine } from '../../components/diff-lines.ts'

/** Lines of one hunk, as inclusive diff indexes. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

interface Selecting {
  /** Where the selection starts, and its moving end. */
  readonly anchor: number
  readonly head: number
  readonly isSelected: boolean
}

const moves: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
}

/**
 * Selects lines of a diff: by dragging over the line numbers, or by arrow keys, Shift and Enter. `onChosen`
 * gets the range; it stays selected until `clear`.
 */
export function useLineSelection(lines: readonly DiffLine[], onChosen: (range: LineRange) => void) {
  const [now, setNow] = useState<Selecting>({ anchor: 0, head: 0, isSelected: false })
  const isDrawing = useRef(false)
  const choose = ({ anchor, head }: Selecting) => onChosen(within(lines, anchor, head))
  const latest = useRef({ now, choose })
  useEffect(() => void (latest.current = { now, choose }))
  useEffect(() => {
    const up = () => {
      if (isDrawing.current) latest.current.choose(latest.current.now)
      isDrawing.current = false
    }
    const cancelled = () => void (isDrawing.current = false)
    document.addEventListener('pointerup', up)
    document.addEventListener('pointercancel', cancelled)
    return () => {
      document.removeEventListener('pointerup', up)
      document.removeEventListener('pointercancel', cancelled)
    }
  }, [])
  const press = (event: KeyboardEvent<HTMLTableElement>) => {
    const at = placeOf(event.target)
    if (at === null || event.altKey || event.ctrlKey || event.metaKey) return
    const by = moves[event.key]
    if (by !== undefined) {
      event.preventDefault()
      const head = step(lines, now.head, by, event.shiftKey)
      const anchor = event.shiftKey ? now.anchor : head
      setNow({ anchor, head, isSelected: event.shiftKey })
      event.currentTarget.querySelector<HTMLElement>(`[data-at="${head}"]`)?.focus()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const selected = { ...now, isSelected: true }
      setNow(selected)
      choose(selected)
    } else if (event.key === 'Escape' && now.isSelected) {
      event.preventDefault()
      setNow({ ...now, isSelected: false })
    }
  }
  const down = (event: PointerEvent<HTMLTableElement>) => {
    const at = event.button === 0 && isGutter(event.target) ? placeOf(rowAt(event.target)) : null
    if (at === null) return
    // Prevent a text selection.
    event.preventDefault()
    // A touch pointer is captured: all later events would go to the first line.
    if (event.target instanceof Element) event.target.releasePointerCapture(event.pointerId)
    isDrawing.current = true
    setNow({ anchor: event.shiftKey ? now.anchor : at, head: at, isSelected: true })
  }
  const over = (event: PointerEvent<HTMLTableElement>) => {
    const at = isDrawing.current ? placeOf(rowAt(event.target)) : null
    if (at !== null && at !== now.head) setNow({ ...now, head: at })
  }
  const table: ComponentProps<'table'> = {
    role: 'grid',
    'aria-multiselectable': true,
    onKeyDown: press,
    onPointerDown: down,
    onPointerOver: over,
    onFocus: (event) => {
      const at = placeOf(event.target)
      // Keep what a key has just selected.
      if (at !== null) setNow((is) => (is.head === at ? is : { anchor: at, head: at, isSelected: false }))
    },
  }
  const { from, to } = within(lines, now.anchor, now.head)
  return {
    table,
    // The diff may have been replaced by one without this line.
    current: (lines[now.head]?.sign ?? '⋯') === '⋯' ? 0 : now.head,
    isSelected: (at: number) => now.isSelected && at >= from && at <= to,
    clear: () => setNow((is) => ({ ...is, isSelected: false })),
  }
}

const rowAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('tr') : null
const isGutter = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-part=gutter]') !== null

/** Index of a line that is itself the target; null for anything else, such as a field below a line. */
function placeOf(target: EventTarget | null): number | null {
  const at = target instanceof HTMLElement ? target.dataset['at'] : undefined
  return at === undefined ? null : Number(at)
}

/** Moves by a number of lines, skipping the gaps between hunks; with `isWithin` it stays inside the hunk. */
export function step(lines: readonly DiffLine[], from: number, by: number, isWithin: boolean): number {
  const way = Math.sign(by)
  let at = from
  for (let left = Math.abs(by); left > 0; left--) {
    let next = at + way
    if (isWithin && lines[next]?.sign === '⋯') break
    while (lines[next]?.sign === '⋯') next += way
    if (lines[next] === undefined) break
    at = next
  }
  return at
}

/** The lines between two indexes, cut at the end of the first one's hunk. */
export function within(lines: readonly DiffLine[], anchor: number, head: number): LineRange {
  const way = Math.sign(head - anchor)
  let reach = anchor
  while (reach !== head && lines[reach + way]?.sign !== '⋯') reach += way
  return { from: Math.min(anchor, reach), to: Math.max(anchor, reach) }
}
