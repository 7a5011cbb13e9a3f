import { utf8Length } from '../text.ts'

/** What is shown at first of a long text. `hidden`: how many characters of it are not. */
export interface Excerpt {
  readonly input: string
  readonly hidden: number
}

/** A text among the input of a tool is not cut shorter than this. */
const shortest = 64

/**
 * A tool's input as JSON text of at most `limit` bytes. Long texts in it are cut in their middle, so that it can still
 * be read as what it is: a command by its beginning and its end, a change to a file as a change.
 */
export function excerptOf(json: string, limit: number): Excerpt {
  if (utf8Length(json) <= limit) return { input: json, hidden: 0 }
  for (let longest = Math.floor(limit / 2); longest >= shortest; longest = Math.floor(longest / 2)) {
    const excerpt = shortened(json, longest)
    if (excerpt === null) break
    if (utf8Length(excerpt.input) <= limit) return excerpt
  }
  // A character takes three bytes at most.
  const { text, hidden } = withoutMiddle(json, Math.floor(limit / 3) - shortest)
  return { input: text, hidden }
}

/** Null where it is no JSON, or too deep. */
function shortened(json: string, longest: number): Excerpt | null {
  let all = 0
  const cut = (_: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value
    const { text, hidden } = withoutMiddle(value, longest)
    all += hidden
    return text
  }
  try {
    return { input: JSON.stringify(JSON.parse(json, cut)), hidden: all }
  } catch {
    return null
  }
}

/** At most so many characters of a text, of its beginning and its end, and between them how many are left out. */
function withoutMiddle(text: string, longest: number): { text: string; hidden: number } {
  if (text.length <= longest) return { text, hidden: 0 }
  const half = Math.floor(longest / 2)
  const start = isPair(text, half - 1) ? half - 1 : half
  const end = isPair(text, text.length - half - 1) ? text.length - half + 1 : text.length - half
  const hidden = end - start
  return { text: `${text.slice(0, start)}\n[… ${hidden} characters …]\n${text.slice(end)}`, hidden }
}

/** Whether one character takes this unit and the next. */
const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff
