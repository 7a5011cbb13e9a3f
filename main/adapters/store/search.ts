import { termsOf } from '../../contract/found-words.ts'
import type { Author, Entry } from '../../contract/model.ts'
import { isWordsKind, type SearchQuery } from '../../search-query.ts'

/**
 * What was typed, as an FTS5 expression: every term must occur. Each is quoted, so nothing of it is read as an
 * operator. Null when there is nothing to look for.
 */
export function matchExpression(query: string): string | null {
  const terms = termsOf(query)
  if (terms.length === 0) return null
  return terms.map(({ typed, goesOn }) => `"${typed}"${goesOn ? '*' : ''}`).join(' ')
}

/** What an entry is narrowed by, a word each, as the index keeps it: what kind, in whose tab, by whom. */
export function aboutEntry({ kind, agent, author }: Pick<Entry, 'kind' | 'agent' | 'author'>): string {
  return [isWordsKind(kind) ? words : work, inWord(agent), byWord(byOf(author))].join(' ')
}

/** A search as an FTS5 expression of what was said, of the work behind it, or of both; null: nothing to look for. */
export function entryExpression(
  { words: query, agent, author }: SearchQuery,
  half: 'words' | 'work' | 'both',
): string | null {
  const typed = matchExpression(query)
  if (typed === null) return null
  const about = [
    ...(half === 'both' ? [] : [half === 'words' ? words : work]),
    ...(agent === null ? [] : [inWord(agent)]),
    ...(author === null ? [] : [byWord(author)]),
  ]
  const narrowed =
    about.length === 0 ? '' : `about : (${about.map((word) => `"${word}"`).join(' AND ')}) AND `
  return `${narrowed}{text names} : (${typed})`
}

const [words, work] = ['iswords', 'iswork']
const byOf = (author: Author): string => (author.kind === 'agent' ? author.id : author.kind)
const inWord = (agent: string): string => `in${oneWord(agent)}`
const byWord = (author: string): string => `by${oneWord(author)}`

/** An id as one word: what stands between its parts would cut it in two. */
const oneWord = (id: string): string => id.replace(/[^0-9a-z]/giu, '')

/** Where is searched beside that, as the statement's values from the second on. */
export function placesOf({ reader, after, before, notIn }: SearchQuery) {
  return [
    ...[reader?.agent ?? null, JSON.stringify(reader?.looks ?? [])],
    ...[after ?? Number.MIN_SAFE_INTEGER, before ?? Number.MAX_SAFE_INTEGER, JSON.stringify(notIn)],
  ]
}
