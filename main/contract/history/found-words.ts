interface Term {
  /** Without quotes. */
  readonly typed: string
  /** Normalized like the search index; at least one. */
  readonly words: readonly string[]
  /** The last word may be a prefix, since it may still be being typed. */
  readonly isPrefix: boolean
}

/** A match in a text, in UTF-16 units. */
interface Mark {
  readonly start: number
  readonly end: number
  /** Index of the term. */
  readonly term: number
}

export interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Longer queries would only slow the search. UTF-16 units. */
const longest = 2000
const mostTerms = 32

/**
 * A prefix of one or two Latin letters would match half of all words; in other scripts a single character can
 * be a word.
 */
const isShort = (word: string): boolean => /^[\p{Script=Latin}\p{N}]{1,2}$/u.test(word)

/** The words and quoted phrases of a query, in order. All of them must occur. */
export function termsOf(query: string): readonly Term[] {
  const typed = query.slice(0, longest).replace(/[\p{Cc}\p{Cs}]/gu, ' ')
  const found = Array.from(typed.matchAll(/"([^"]*)"|[^\s"]+/gu), (match) => ({
    typed: match[1] ?? match[0],
    words: Array.from(tokensIn(match[1] ?? match[0]), ({ word }) => word),
    isQuoted: match[1] !== undefined,
  }))
    .filter(({ words }) => words.length > 0)
    .slice(0, mostTerms)
  return found.map(({ typed: written, words, isQuoted }, at) => ({
    typed: written,
    words,
    isPrefix: !isQuoted && at === found.length - 1 && !isShort(words.at(-1) ?? ''),
  }))
}

/** Matches in order, without overlap. */
export function marksIn(text: string, terms: readonly Term[]): readonly Mark[] {
  if (terms.length === 0) return []
  const tokens = [...tokensIn(text)]
  const marks: Mark[] = []
  for (let at = 0; at < tokens.length; at++) {
    const term = terms.findIndex((one) => standsAt(tokens, at, one))
    const [first, last] = [tokens[at], tokens[at + (terms[term]?.words.length ?? 0) - 1]]
    if (term < 0 || !first || !last) continue
    marks.push({ start: first.start, end: last.end, term })
    at += (terms[term]?.words.length ?? 1) - 1
  }
  return marks
}

/** Splits the text at the marks. */
export function markedParts(text: string, marks: readonly Mark[]): readonly TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { start, end } of marks) {
    if (start > from) parts.push({ text: text.slice(from, start), isMatch: false })
    parts.push({ text: text.slice(start, end), isMatch: true })
    from = end
  }
  return from < text.length ? [...parts, { text: text.slice(from), isMatch: false }] : parts
}

/** How much of a long text is searched for the excerpt, in UTF-16 units. */
const lookedThrough = 200_000
/** Size of an excerpt in UTF-16 units: before the first mark, and in total. */
const lead = 60
const shownLength = 240

/** An excerpt from where most different terms match. */
export function partsAround(text: string, terms: readonly Term[]): readonly TextPart[] {
  const marks = marksIn(text.slice(0, lookedThrough), terms)
  const best = marks.reduce(
    (so, mark) => {
      const kinds = new Set(
        marks
          .filter(({ start }) => start >= mark.start && start < mark.start + shownLength - lead)
          .map(({ term }) => term),
      ).size
      return kinds > so.kinds ? { kinds, at: mark.start } : so
    },
    { kinds: 0, at: 0 },
  )
  const from = wordStart(text, best.at - lead)
  const until = wordStart(text, from + shownLength)
  const shown = marks.filter(({ start, end }) => start >= from && end <= until)
  const moved = shown.map((mark) => ({ ...mark, start: mark.start - from, end: mark.end - from }))
  const parts = markedParts(text.slice(from, until), moved)
  return [
    ...(from > 0 ? [{ text: '…', isMatch: false }] : []),
    ...parts,
    ...(until < text.length ? [{ text: '…', isMatch: false }] : []),
  ]
}

/** The next position outside a word; a very long word is cut, but no surrogate pair. */
function wordStart(text: string, place: number): number {
  if (place <= 0) return 0
  if (place >= text.length) return text.length
  const space = text.slice(place, place + lead).search(/\s/u)
  const at = space < 0 ? place : place + space
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at
}

interface Token {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Tokenizes like the store's index: letters and digits, without case and accents. */
function* tokensIn(text: string): Generator<Token> {
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)) {
    const word = folded(match[0])
    if (word !== '') yield { word, start: match.index, end: match.index + match[0].length }
  }
}

const folded = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function standsAt(tokens: readonly Token[], at: number, { words, isPrefix }: Term): boolean {
  return words.every((word, n) => {
    const token = tokens[at + n]?.word
    if (token === undefined) return false
    return isPrefix && n === words.length - 1 ? token.startsWith(word) : token === word
  })
}
