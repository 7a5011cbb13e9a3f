import type { CommentPlace, CommentStanding } from '../../../contract/folders/line-comments.ts'

/** Whether a comment's lines are unchanged in the present file; null: there is no file. */
export function standingOf(place: CommentPlace, now: string | null): CommentStanding {
  const { line, lines, side, before, after } = place
  const file = now === null ? [] : now.split(/\r?\n/)
  if (side === 'old') {
    // Removed lines are back if they occur between the lines that surrounded them.
    const back = [...around(before), ...lines.map((one) => one.slice(1)), ...around(after)]
    const isBack = now !== null && placesOf(back, file).length > 0
    return isBack ? { state: 'changed' } : { state: 'there', line }
  }
  const own = lines.filter((one) => !one.startsWith('-')).map((one) => one.slice(1))
  const places = now === null ? [] : placesOf(own, file)
  const isBetween = (at: number): number =>
    Number(file[at - 1] === (before ?? undefined)) + Number(file[at + own.length] === (after ?? undefined))
  // Prefer the place with the same surrounding lines, then the nearest.
  const [best] = places.toSorted(
    (a, b) => isBetween(b) - isBetween(a) || Math.abs(a + 1 - line) - Math.abs(b + 1 - line),
  )
  return best === undefined ? { state: 'changed' } : { state: 'there', line: best + 1 }
}

const around = (line: string | null): readonly string[] => (line === null ? [] : [line])

function placesOf(lines: readonly string[], file: readonly string[]): readonly number[] {
  return file.flatMap((_, at) => (lines.every((line, by) => file[at + by] === line) ? [at] : []))
}
