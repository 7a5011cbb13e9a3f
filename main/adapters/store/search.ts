/** Longest query that is looked at, in UTF-16 units, and most words of it: more would only slow the search. */
const longest = 2000
const mostTerms = 32

/**
 * What was typed, as an FTS5 expression: every word must occur, words in double quotes as a phrase. Each term
 * is quoted, so nothing of it is read as an operator. Null when there is nothing to look for.
 */
export function matchExpression(query: string): string | null {
  const words = query.slice(0, longest).replace(/[\p{Cc}\p{Cs}]/gu, ' ')
  const terms = Array.from(words.matchAll(/"([^"]*)"|[^\s"]+/gu), (match) => match[1] ?? match[0])
    .filter((term) => /[\p{L}\p{N}]/u.test(term))
    .slice(0, mostTerms)
  return terms.length === 0 ? null : terms.map((term) => `"${term}"`).join(' ')
}
