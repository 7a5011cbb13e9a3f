import type { CommentPlace, LineCommentView } from '../../../main/contract/folders/line-comments.ts'
import type { DiffLine } from '../../components/diff-lines.ts'
import type { LineRange } from './line-selection.ts'

const signs = { '−': '-', '+': '+', ' ': ' ', '⋯': ' ' } as const

export function placeOfLines(
  path: string,
  lines: readonly DiffLine[],
  { from, to }: LineRange,
): CommentPlace {
  const chosen = lines.slice(from, to + 1)
  const side = chosen.every(({ sign }) => sign === '−') ? 'old' : 'new'
  const first = chosen.find(({ sign }) => side === 'old' || sign !== '−')
  return {
    path,
    side,
    line: (side === 'old' ? first?.old : first?.fresh) ?? 0,
    lines: chosen.map(({ sign, text }) => signs[sign] + text),
    before: nextOf(lines, from, -1, side),
    after: nextOf(lines, to, 1, side),
  }
}

/** The nearest line in the same version of the file; null: none is shown. */
function nextOf(
  lines: readonly DiffLine[],
  from: number,
  way: 1 | -1,
  side: CommentPlace['side'],
): string | null {
  for (let at = from + way; ; at += way) {
    const line = lines[at]
    if (line === undefined || line.sign === '⋯') return null
    if (line.sign !== (side === 'old' ? '+' : '−')) return line.text
  }
}

/**
 * Returns the diff index of a comment's last line; null when the diff doesn't show its lines as they were.
 * `isPast`: the diff has the line numbers of an earlier turn, as a comment written there does.
 */
export function placeInDiff(
  lines: readonly DiffLine[],
  { side, lineStatus, line, lines: quoted }: CommentPlace & Pick<LineCommentView, 'lineStatus'>,
  isPast = false,
): number | null {
  if (lineStatus.state !== 'there' || lineStatus.line === 0) return null
  const own = quoted.filter((one) => side === 'old' || !one.startsWith('-'))
  const placeOf = (number: number): number =>
    lines.findIndex(({ sign, old, fresh }) =>
      side === 'old' ? sign === '−' && old === number : fresh === number,
    )
  const endOf = (first: number): number | undefined => {
    const places = own.map((_, by) => placeOf(first + by))
    return places.every((at, by) => lines[at]?.text === own[by]?.slice(1)) ? places.at(-1) : undefined
  }
  return (isPast ? endOf(line) : undefined) ?? endOf(lineStatus.line) ?? null
}

/** Returns the diff index of this line number in the changed file, else of the nearest line before it. */
export const placeOfNumber = (lines: readonly DiffLine[], number: number): number =>
  Math.max(
    0,
    lines.findLastIndex(({ fresh }) => fresh !== null && fresh <= number),
  )
