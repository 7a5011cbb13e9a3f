/** Longer texts are shown as they are: parsing them would hold up the window. */
const longest = 100_000
/** In one stretch without an empty line: marks that a parser has to pair, and lines. */
const mostMarks = 3_000
const mostLines = 2_000
/** In the whole text: lines that begin a list item. */
const mostItems = 1_500

const fence = /^ {0,3}(`{3,}|~{3,})/
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/
/** Quote and list marks in a row, or an item far to the right: nesting nobody writes. */
const tooDeep =
  /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){25}|^[ \t]{60,}(?:[-*+]|\d{1,9}[.)])[ \t]/

/**
 * Would parsing take longer than a person should wait? Markdown has texts whose cost grows with the square of
 * their length; agents do not write them, but what an agent has read may.
 */
export function isTooHard(text: string): boolean {
  if (text.length > longest) return true
  let open: string | null = null
  let marks = 0
  let lines = 0
  let items = 0
  for (const line of text.split('\n')) {
    const [, ticks = null] = fence.exec(line) ?? []
    if (open !== null) {
      if (ticks?.startsWith(open)) open = null
      continue
    }
    if (ticks !== null) open = ticks
    if (line.trim() === '') marks = lines = 0
    marks += line.match(/[[\]*_~`<&@]/g)?.length ?? 0
    lines++
    if (item.test(line)) items++
    if (marks > mostMarks || lines > mostLines || items > mostItems || tooDeep.test(line)) return true
  }
  return false
}
