import type { TimelineRow } from '../../../main/contract/history/timeline.ts'

/** What stands in the list: a row, or the day that begins with the next. */
export type Item =
  | { readonly kind: 'row'; readonly row: TimelineRow }
  | { readonly kind: 'day'; readonly at: number; readonly before: number }

/** Rows with a line above the first of each day. */
export function itemsOf(rows: readonly TimelineRow[]): readonly Item[] {
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

/** Where a row stands among the items, by its place in the timeline; -1: it does not. */
export function placeOfRow(items: readonly Item[], n: number): number {
  return items.findIndex((item) => item.kind === 'row' && item.row.n === n)
}

/** So many items beyond both ends of what is in view are drawn too. */
const around = 24

/** The items in view, from the first to before the last, with some around them; `top` and `size` in px. */
export function visibleIn(
  { top, size }: { readonly top: number; readonly size: number },
  count: number,
  height: number,
): { readonly from: number; readonly to: number } {
  const first = Math.floor(top / height) - around
  const last = Math.ceil((top + size) / height) + around
  return { from: Math.min(count, Math.max(0, first)), to: Math.min(count, Math.max(0, last)) }
}
