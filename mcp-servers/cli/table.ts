import { terminalLine } from './clean.ts'

const least = 8

/** Leaves out empty columns. Cuts the widest ones, but never the first, which users copy. */
export function textTable(rows: readonly (readonly string[])[], columns: number): string {
  const cells = rows.map((row) => row.map(terminalLine))
  const used = (cells[0] ?? []).map((_, n) => cells.slice(1).some((row) => row[n] !== ''))
  const kept = cells.map((row) => row.filter((_, n) => used[n]))
  const widths = (kept[0] ?? []).map((_, n) => Math.max(...kept.map((row) => width(row[n] ?? ''))))
  while (sum(widths) > columns) {
    const widest = Math.max(...widths.slice(1))
    if (widest <= least) break
    widths[widths.lastIndexOf(widest)] = widest - 1
  }
  return kept
    .map((row) =>
      row
        .map((cell, n) => fitted(cell, widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Cell functions by column header; null is an empty cell. */
type Columns<T> = Readonly<Record<string, (one: T, all: readonly T[]) => string | number | null>>

/** Returns a function that prints a list or a page as a table, or `none` when it is empty. */
export const list =
  <T>(none: string, columns: Columns<T>) =>
  (
    found: readonly T[] | { readonly items: readonly T[] },
    terminal: { readonly columns: number },
  ): string => {
    const all = 'items' in found ? found.items : found
    if (all.length === 0) return none
    const rows = all.map((one) => Object.values(columns).map((cell) => String(cell(one, all) ?? '')))
    return textTable([Object.keys(columns), ...rows], terminal.columns)
  }

const sum = (widths: readonly number[]): number => widths.reduce((all, one) => all + one + 2, -2)

function fitted(cell: string, room: number): string {
  if (width(cell) <= room) return cell + ' '.repeat(room - width(cell))
  let cut = ''
  for (const letter of cell) {
    if (width(cut + letter) > room - 1) break
    cut += letter
  }
  return `${cut}…${' '.repeat(room - 1 - width(cut))}`
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u

/** Terminal columns of a text; wide characters take two, combining marks none. */
function width(text: string): number {
  return [...text].reduce((all, letter) => all + (wide.test(letter) ? 2 : /\p{M}/u.test(letter) ? 0 : 1), 0)
}
