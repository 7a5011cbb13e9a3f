import type { CrossingView, LinkView } from '../../../main/contract/link-views.ts'
import { sideOf } from './members.ts'

/** A row of the link's log. */
export type LogRow =
  | { readonly kind: 'opened' }
  | { readonly kind: 'day'; readonly at: number }
  /** Where the person left off. */
  | { readonly kind: 'new'; readonly since: number }
  | { readonly kind: 'said' | 'silent'; readonly crossing: CrossingView; readonly side: 'left' | 'right' }

interface Log {
  readonly link: Pick<LinkView, 'members' | 'opened'>
  readonly items: readonly CrossingView[]
  /** The beginning is here. */
  readonly isWhole: boolean
  /** When the person left off; null: they did not. */
  readonly since: number | null
}

/** What crossed, as rows: the opening, a line where a day begins, and one where the person left off. */
export function rowsOf({ link, items, isWhole, since }: Log): readonly LogRow[] {
  const rows: LogRow[] = isWhole ? [{ kind: 'opened' }] : []
  let day = dayIn(isWhole ? link.opened.at : items[0]?.at)
  let isTold = since === null
  for (const crossing of items) {
    if (dayIn(crossing.at) !== day) rows.push({ kind: 'day', at: crossing.at })
    day = dayIn(crossing.at)
    if (!isTold && since !== null && crossing.at > since) {
      rows.push({ kind: 'new', since })
      isTold = true
    }
    rows.push({ kind: crossing.kind, crossing, side: sideOf(link, crossing.from) })
  }
  return rows
}

const dayIn = (at: number | undefined): string => (at === undefined ? '' : new Date(at).toDateString())
