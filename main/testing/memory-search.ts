import type { Entry } from '../contract/model.ts'
import type { Found } from '../ports.ts'

/** Every word must occur, phrases in double quotes, the last may go on; newest first, for want of a better measure. */
export function search(entries: readonly Entry[], query: string): readonly Found[] {
  const terms = Array.from(query.matchAll(/"([^"]*)"|[^\s"]+/gu), (match) =>
    match[1] === undefined ? ` ${words(match[0])}` : ` ${words(match[1])} `,
  ).filter((term) => term.trim() !== '')
  const wanted = terms.map((term, i) => (i === terms.length - 1 ? term : `${term.trimEnd()} `))
  if (wanted.length === 0) return []
  const hits = entries.filter((entry) => {
    const text = ` ${words(entry.text)} `
    return wanted.every((term) => text.includes(term))
  })
  return hits.reverse().map((entry) => ({ entry, parts: partsOf(entry.text, wanted) }))
}

/** Words as the search sees them: without case, accents and what stands between them. */
const words = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The text, with the words marked that a term begins or holds. */
function partsOf(text: string, terms: readonly string[]): Found['parts'] {
  const wanted = terms.flatMap((term) => term.trim().split(' '))
  return text
    .split(/([\p{L}\p{N}\p{M}]+)/gu)
    .filter((part) => part !== '')
    .map((part) => ({
      text: part,
      isMatch: wanted.some((word) => word !== '' && words(part).startsWith(word)),
    }))
}
