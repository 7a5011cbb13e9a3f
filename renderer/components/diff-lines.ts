/** A line of a change: taken away, added, or standing as it was. */
export interface DiffLine {
  readonly sign: '−' | '+' | ' '
  readonly text: string
}

/**
 * The lines of a change: what both sides begin and end with stands once, the rest goes and comes. `context`
 * lines are kept on either side.
 */
export function diffLines(before: string, after: string, context = 3): readonly DiffLine[] {
  const old = linesOf(before)
  const fresh = linesOf(after)
  let head = 0
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++
  let tail = 0
  const room = Math.min(old.length, fresh.length) - head
  while (tail < room && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++
  const lines = (sign: DiffLine['sign'], texts: readonly string[]) => texts.map((text) => ({ sign, text }))
  return [
    ...lines(' ', old.slice(Math.max(0, head - context), head)),
    ...lines('−', old.slice(head, old.length - tail)),
    ...lines('+', fresh.slice(head, fresh.length - tail)),
    ...lines(' ', old.slice(old.length - tail, old.length - tail + context)),
  ]
}

/** A newline ends a line; after the last one there is none. */
const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** How many lines come and go. */
export const countOf = (lines: readonly DiffLine[], sign: DiffLine['sign']): number =>
  lines.filter((line) => line.sign === sign).length
