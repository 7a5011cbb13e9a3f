import type { Found, SearchQuery } from '../../search-query.ts'

/** Longest query that is looked at, in UTF-16 units, and most words of it: more would only slow the search. */
const longest = 2000
const mostTerms = 32

/**
 * What was typed, as an FTS5 expression: every word must occur, words in double quotes as a phrase; the last
 * word, if it is not quoted, may go on, since it may be still being typed. Each term is quoted, so nothing of
 * it is read as an operator. Null when there is nothing to look for.
 */
export function matchExpression(query: string): string | null {
  const words = query.slice(0, longest).replace(/[\p{Cc}\p{Cs}]/gu, ' ')
  const terms = Array.from(words.matchAll(/"([^"]*)"|[^\s"]+/gu), (match) => ({
    text: match[1] ?? match[0],
    isQuoted: match[1] !== undefined,
  }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .slice(0, mostTerms)
  if (terms.length === 0) return null
  const last = terms.at(-1)?.isQuoted === false ? '*' : ''
  return terms.map(({ text }) => `"${text}"`).join(' ') + last
}

/** Where is searched, as the statement's values from the second on. */
export function placesOf({ reader, agent, author, after, before, notIn }: SearchQuery) {
  return [
    ...[reader?.agent ?? null, JSON.stringify(reader?.looks ?? []), agent, author],
    ...[after ?? Number.MIN_SAFE_INTEGER, before ?? Number.MAX_SAFE_INTEGER, JSON.stringify(notIn)],
  ]
}

/** Reads the words around what was found, in which U+0002 and U+0003 enclose each match. */
export function readParts(around: string): Found['parts'] {
  return around
    .split(/(\u0002[^\u0003]*\u0003)/u)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('\u0002')
        ? { text: part.slice(1, -1), isMatch: true }
        : { text: part.replace(/[\u0002\u0003]/gu, ''), isMatch: false },
    )
}
