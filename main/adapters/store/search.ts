import { ownerOf } from '../../contract/agents/subagents.ts'
import { termsOf } from '../../contract/history/found-words.ts'
import { senderKey } from '../../contract/mail/authors.ts'
import type { Entry } from '../../contract/api/model.ts'
import { isWords, type SearchQuery } from '../../ports/search-query.ts'
import { searchSpanWords, timeWords } from './time-words.ts'
import type { TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { TimelineQuery } from '../../ports/ports.ts'

/**
 * What was typed, as an FTS5 expression: every term must occur. Each is quoted, so nothing of it is read as an
 * operator. Null when there is nothing to look for.
 */
export function matchExpression(query: string): string | null {
  const terms = termsOf(query)
  if (terms.length === 0) return null
  return terms.map(({ typed, goesOn }) => `"${typed}"${goesOn ? '*' : ''}`).join(' ')
}

/** What an entry is narrowed by, a word each, as the index keeps it: what kind, in whose tab, by whom, when. */
export function aboutEntry(entry: Pick<Entry, 'kind' | 'agent' | 'author' | 'at'>): string {
  const { agent, author, at } = entry
  return [
    isWords(entry) ? words : work,
    inWord(ownerOf(agent)),
    byWord(senderKey(author)),
    timeWords(at),
  ].join(' ')
}

/** Which half of what was kept is searched, or both. */
export type Half = 'words' | 'work' | 'both'

/** The words of a search alone as an FTS5 expression; null: nothing to look for. */
export function wordsExpression(query: string): string | null {
  const typed = matchExpression(query)
  return typed === null ? null : `{text names} : (${typed})`
}

/**
 * A search as an FTS5 expression, with all that the index knows of what it is narrowed to; null: nothing to look for.
 */
export function entryExpression(
  { words: query, agent, author, after, before }: SearchQuery,
  half: Half,
): string | null {
  const typed = wordsExpression(query)
  if (typed === null) return null
  const about = [
    ...(half === 'both' ? [] : [half === 'words' ? words : work]),
    ...(agent === null ? [] : [inWord(agent)]),
    ...(author === null ? [] : [byWord(author)]),
  ].map((word) => `"${word}"`)
  const span = searchSpanWords(after, before)
  if (span?.length === 0) return null
  if (span !== null) about.push(`(${span.map((word) => `"${word}"`).join(' OR ')})`)
  const narrowed = about.length === 0 ? '' : `about : (${about.join(' AND ')}) AND `
  return `${narrowed}${typed}`
}

const [words, work] = ['iswords', 'iswork']
const inWord = (agent: string): string => `in${oneWord(agent)}`
const byWord = (author: string): string => `by${oneWord(author)}`

/** An id as one word: what stands between its parts would cut it in two. */
const oneWord = (id: string): string => id.replace(/[^0-9a-z]/giu, '')

/** What a search is narrowed to, as the statement's values from the second on. */
export function searchPlacesOf({ reader, agent, author, after, before, notIn }: SearchQuery, half: Half) {
  return [
    reader?.agent ?? null,
    JSON.stringify(reader?.looks ?? []),
    after ?? Number.MIN_SAFE_INTEGER,
    before ?? Number.MAX_SAFE_INTEGER,
    JSON.stringify(notIn),
    half === 'both' ? null : Number(half === 'words'),
    agent,
    author,
  ]
}

/** What an entry is filtered by, a word each, as the index keeps it. */
export function aboutWords({ fact, agents, link, gathering }: TimelineEntry): string {
  return [
    kindWord(fact.kind),
    ...agents.map(oneWord),
    ...[link, gathering].flatMap((id) => (id ? oneWord(id) : [])),
  ].join(' ')
}

/** A filter as an FTS5 expression, null where everything is wanted; `never`: nothing can be meant by these words. */
export function filterExpression({
  kinds,
  agents,
  link,
  gathering,
  text,
}: TimelineQuery): string | null | 'never' {
  const words = matchExpression(text)
  if (text.trim() !== '' && words === null) return 'never'
  const wanted = [
    oneOf(kinds.map(kindWord)),
    oneOf(agents.map(oneWord)),
    oneOf([link, gathering].flatMap((id) => (id === null ? [] : oneWord(id)))),
    words === null ? null : `text : (${words})`,
  ].filter((part) => part !== null)
  return wanted.length === 0 ? null : wanted.join(' AND ')
}

/** Where a link and a gathering are asked for, either will do, as with two agents. */
function oneOf(words: readonly string[]): string | null {
  if (words.length === 0) return null
  return `about : (${words.map((word) => `"${word}"`).join(' OR ')})`
}

const kindWord = (kind: string): string => `kind${kind}`
