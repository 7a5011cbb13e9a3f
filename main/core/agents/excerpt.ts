import type { FileDiff } from '../../contract/agents/tool-calls.ts'
import { utf8Length } from '../words/text.ts'

export interface CallExcerpt {
  readonly input: string
  readonly diffs: readonly FileDiff[]
}

/** `hidden`: number of characters not shown. */
interface Excerpt extends CallExcerpt {
  readonly hidden: number
}

/** Texts are never cut to fewer characters than this. */
const shortest = 64

/**
 * At most `limit` bytes of what a call would do. Long texts are cut in the middle, so that a command keeps
 * its beginning and end, and a file change stays a change. With too many changes none is shown.
 */
export function excerptOf(all: CallExcerpt, limit: number): Excerpt {
  if (sizeOf(all) <= limit) return { ...all, hidden: 0 }
  for (let longest = Math.floor(limit / 2); longest >= shortest; longest = Math.floor(longest / 2)) {
    const excerpt = shortened(all, longest)
    if (sizeOf(excerpt) <= limit) return excerpt
  }
  // A UTF-16 unit takes at most three bytes.
  const { text: input, hidden } = withoutMiddle(all.input, Math.floor(limit / 3) - shortest)
  const unshown = textsOf(all.diffs).reduce((sum, text) => sum + text.length, 0)
  return { input, diffs: [], hidden: hidden + unshown }
}

function sizeOf({ input, diffs }: CallExcerpt): number {
  return [input, ...textsOf(diffs)].reduce((sum, text) => sum + utf8Length(text), 0)
}

const textsOf = (diffs: readonly FileDiff[]): readonly string[] =>
  diffs.flatMap(({ path, before, after }) => [path, before ?? '', after])

function shortened({ input, diffs }: CallExcerpt, longest: number): Excerpt {
  let hidden = 0
  const cut = (whole: string): string => {
    const part = withoutMiddle(whole, longest)
    hidden += part.hidden
    return part.text
  }
  const shown = {
    input: cut(input),
    diffs: diffs.map(({ path, before, after }) => ({
      path: cut(path),
      before: before === null ? null : cut(before),
      after: cut(after),
    })),
  }
  return { ...shown, hidden }
}

/** Keeps the beginning and end of a text, and says between them how many characters are left out. */
function withoutMiddle(text: string, longest: number): { text: string; hidden: number } {
  if (text.length <= longest) return { text, hidden: 0 }
  const half = Math.floor(longest / 2)
  const start = isPair(text, half - 1) ? half - 1 : half
  const end = isPair(text, text.length - half - 1) ? text.length - half + 1 : text.length - half
  const hidden = end - start
  return { text: `${text.slice(0, start)}\n[… ${hidden} characters …]\n${text.slice(end)}`, hidden }
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff
