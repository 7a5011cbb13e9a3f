import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { classes } from '../../components/classes.ts'
import type { TimelineRow } from '../../../main/contract/history/timeline.ts'
import { dayOf } from '../../components/duration.ts'
import type { StickToEnd } from '../../components/stick-to-end.ts'
import { leaveAt, timeline } from '../../state/timeline.ts'
import { TimelineItem } from './timeline-item.tsx'
import css from './timeline.module.css'

interface TimelineListProps {
  readonly rows: readonly TimelineRow[]
  readonly stick: StickToEnd
}

/** Item height, also set in CSS. All are equal, so that an index gives the position. */
const itemRem = 2.75

/** A virtual list: renders only the items near the viewport, and the focused one. */
export function TimelineList({ rows, stick }: TimelineListProps) {
  const items = useMemo(() => itemsByDay(rows), [rows])
  const list = useRef<HTMLOListElement>(null)
  const height = useItemHeight()
  const { from, to } = useVisible(stick.scroller, list, items.length, height)
  const [walked, setWalked] = useState<number | null>(null)
  const wanted = useRef<number | null>(null)
  const stop = walked ?? rows.at(-1)?.n ?? null
  const kept = stop === null ? -1 : placeOfRow(items, stop)
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  const outside = kept >= 0 && (kept < from || kept >= to) ? [kept] : []
  useEffect(() => {
    if (wanted.current === null) return
    const row = list.current?.querySelector<HTMLElement>(`[data-entry="${wanted.current}"]`)
    wanted.current = null
    row?.focus({ preventScroll: true })
  })
  const go = (n: number, where: 'nearest' | 'center') => {
    const box = stick.scroller.current
    const place = placeOfRow(items, n)
    if (!box || !list.current || place < 0) return
    const top = list.current.offsetTop + place * height
    const isSeen = top >= box.scrollTop && top + height <= box.scrollTop + box.clientHeight
    if (where === 'center') box.scrollTo({ top: top - box.clientHeight / 2 })
    else if (!isSeen)
      box.scrollTo({ top: top < box.scrollTop ? top - height : top + 2 * height - box.clientHeight })
    wanted.current = n
    setWalked(n)
  }
  useReturn(rows, stick, go)
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = stepped(event, rows, stop)
    if (next === null) return
    event.preventDefault()
    stick.letGo()
    go(next, 'nearest')
  }
  return (
    <ol
      ref={list}
      className={css.rows}
      style={{ height: items.length * height }}
      onKeyDown={walk}
      onFocus={({ target }) => setWalked(numberOf(target) ?? walked)}
    >
      {[...drawn, ...outside].map((at) => (
        <Placed
          key={keyOf(items[at])}
          item={items[at]}
          at={at}
          of={items.length}
          stop={stop}
          height={height}
        />
      ))}
    </ol>
  )
}

interface PlacedProps {
  readonly item: Item | undefined
  readonly at: number
  readonly of: number
  readonly stop: number | null
  readonly height: number
}

function Placed({ item, at, of, stop, height }: PlacedProps) {
  if (item === undefined) return null
  const style = { top: at * height, height }
  const said = { 'aria-posinset': at + 1, 'aria-setsize': of }
  if (item.kind === 'day')
    return (
      <li style={style} {...said}>
        <h2 className={classes('muted small strong', css.day)}>{dayOf(item.at)}</h2>
      </li>
    )
  return (
    <li style={style} {...said} data-kind={item.row.fact.kind}>
      <TimelineItem row={item.row} isStop={item.row.n === stop} />
    </li>
  )
}

const keyOf = (item: Item | undefined) => (item?.kind === 'row' ? item.row.n : `day ${item?.before ?? 0}`)

const numberOf = (target: Element): number | null => {
  const n = target instanceof HTMLElement ? target.dataset['entry'] : undefined
  return n === undefined ? null : Number(n)
}

function stepped(event: KeyboardEvent, rows: readonly TimelineRow[], from: number | null): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  const at = rows.findIndex(({ n }) => n === from)
  const next = { ArrowDown: rows[at + 1], ArrowUp: rows[at - 1], Home: rows[0], End: rows.at(-1) }[event.key]
  return next?.n ?? null
}

/** Restores the row that the user left from, with scroll position and focus; on another visit, the newest. */
function useReturn(
  rows: readonly TimelineRow[],
  { letGo }: StickToEnd,
  go: (n: number, where: 'nearest' | 'center') => void,
) {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || rows.length === 0) return
    isDone.current = true
    const { left } = timeline.getState()
    leaveAt(null)
    const isThere = left !== null && rows.some(({ n }) => n === left)
    if (isThere) letGo()
    const n = isThere ? left : rows.at(-1)?.n
    if (n !== undefined) go(n, isThere ? 'center' : 'nearest')
  })
}

/** In px; follows the font size. */
function useItemHeight(): number {
  const read = () => itemRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const [height, setHeight] = useState(read)
  useEffect(() => {
    const look = () => setHeight(read())
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [])
  return height
}

function useVisible(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): { readonly from: number; readonly to: number } {
  const [seen, setSeen] = useState({ top: 0, size: 0 })
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => {
      const top = box.scrollTop - (list.current?.offsetTop ?? 0)
      const next = { top: Math.floor(top / (8 * height)) * 8 * height, size: box.clientHeight }
      setSeen((now) => (now.top === next.top && now.size === next.size ? now : next))
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller, list, height, count])
  return visibleIn(seen, count, height)
}

type Item =
  | { readonly kind: 'row'; readonly row: TimelineRow }
  | { readonly kind: 'day'; readonly at: number; readonly before: number }

export function itemsByDay(rows: readonly TimelineRow[]): readonly Item[] {
  const items: Item[] = []
  let last = ''
  for (const row of rows) {
    const day = dayIn(row)
    if (day !== last) items.push({ kind: 'day', at: row.at, before: row.n })
    last = day
    items.push({ kind: 'row', row })
  }
  return items
}

const days = new WeakMap<TimelineRow, string>()

function dayIn(row: TimelineRow): string {
  const known = days.get(row) ?? new Date(row.at).toDateString()
  days.set(row, known)
  return known
}

export function placeOfRow(items: readonly Item[], n: number): number {
  return items.findIndex((item) => item.kind === 'row' && item.row.n === n)
}

/** Items rendered beyond both ends of the viewport. */
const around = 24

/** Range of items to render, end exclusive; `top` and `size` in px. */
export function visibleIn(
  { top, size }: { readonly top: number; readonly size: number },
  count: number,
  height: number,
): { readonly from: number; readonly to: number } {
  const first = Math.floor(top / height) - around
  const last = Math.ceil((top + size) / height) + around
  return { from: Math.min(count, Math.max(0, first)), to: Math.min(count, Math.max(0, last)) }
}
