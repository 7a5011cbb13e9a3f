import type { CrossingView, LinkView } from '../../../main/contract/links/link-views.ts'
import { sideOf } from '../../entities/link/link-words.ts'
import type { PersonWords } from './person-words.ts'

type Side = 'left' | 'right'

export type LogRow =
  /** `isAgain`: something had crossed before it was closed. */
  | { readonly kind: 'opened'; readonly isAgain: boolean }
  | { readonly kind: 'day'; readonly at: number }
  /** Where the person left off. */
  | { readonly kind: 'new'; readonly since: number }
  /** What the person wrote to one member, or to several. */
  | { readonly kind: 'words'; readonly words: PersonWords; readonly side: Side | 'both' }
  | { readonly kind: 'said' | 'silent'; readonly crossing: CrossingView; readonly side: Side }

interface Log {
  /** `members`: all who are or were, in their order. */
  readonly link: Pick<LinkView, 'members' | 'opened'>
  readonly items: readonly CrossingView[]
  readonly words: readonly PersonWords[]
  /** The beginning is here. */
  readonly isWhole: boolean
  /** When the person left off; null: they did not. */
  readonly since: number | null
}

/** What crossed and was said, as rows by time: with the opening, a line where a day begins, one for what is new. */
export function rowsOf({ link, items, words, isWhole, since }: Log): readonly LogRow[] {
  const timed: readonly { readonly at: number; readonly row: LogRow }[] = [
    ...openings(link.opened.at, items, isWhole),
    ...words.map((one) => ({ at: one.at, row: wordsRow(link, one) })),
    ...items.map((crossing) => {
      const side = sideOf(link, crossing.from)
      return { at: crossing.at, row: { kind: crossing.kind, crossing, side } }
    }),
  ].sort((a, b) => a.at - b.at)
  const rows: LogRow[] = []
  let day = dayIn(timed[0]?.at)
  let isTold = since === null
  for (const { at, row } of timed) {
    if (dayIn(at) !== day) rows.push({ kind: 'day', at })
    day = dayIn(at)
    if (!isTold && since !== null && 'crossing' in row && at > since) {
      rows.push({ kind: 'new', since })
      isTold = true
    }
    rows.push(row)
  }
  return rows
}

/** The last opening stands at its place in time: what crossed before an earlier closing is older. */
function openings(at: number, items: readonly CrossingView[], isWhole: boolean) {
  const isAgain = (items[0]?.at ?? Infinity) < at
  return isWhole || isAgain ? [{ at, row: { kind: 'opened', isAgain } as const }] : []
}

function wordsRow(link: Pick<LinkView, 'members'>, words: PersonWords): LogRow {
  const [to, ...others] = words.to
  const side = to === undefined || others.length > 0 ? 'both' : sideOf(link, to)
  return { kind: 'words', words, side }
}

const dayIn = (at: number | undefined): string => (at === undefined ? '' : new Date(at).toDateString())
