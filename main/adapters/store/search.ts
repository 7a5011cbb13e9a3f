import { ownerOf } from '../../contract/agents/subagents.ts'
import { termsOf } from '../../contract/history/found-words.ts'
import { senderKey } from '../../contract/mail/authors.ts'
import type { Entry } from '../../contract/api/model.ts'
import { isWords, type SearchQuery } from '../../ports/search-query.ts'
import { searchSpanWords, timeWords } from './time-words.ts'
import type { TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { TimelineQuery } from '../../ports/ports.ts'

/**
 * Turns a search text into an FTS5 expression in which every term must occur. Terms are quoted, so none is
 * read as an operator. Returns null when there are no terms.
 */
export function matchExpression(query: string): string | null {
  const terms = termsOf(query)
  if (terms.length === 0) return null
  return terms.map(({ typed, isPrefix }) => `"${typed}"${isPrefix ? '*' : ''}`).join(' ')
}

/** Keywords by which searches filter entries: kind, tab, author, time. */
export function aboutEntry(entry: Pick<Entry, 'kind' | 'agent' | 'author' | 'at'>): string {
  const { agent, author, at } = entry
  return [
    isWords(entry) ? words : work,
    inWord(ownerOf(agent)),
    byWord(senderKey(author)),
    timeWords(at),
  ].join(' ')
}

/** Statements, tool use, or both. */
export type Half = 'words' | 'work' | 'both'

/** Returns an FTS5 expression for the text only; null when there are no terms. */
export function wordsExpression(query: string): string | null {
  const typed = matchExpression(query)
  return typed === null ? null : `{text names} : (${typed})`
}

/**
 * Returns an FTS5 expression for the text and all filters that the index has keywords for; null when
 * nothing can match.
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

/** The tokenizer would split an id at its separators. */
const oneWord = (id: string): string => id.replace(/[^0-9a-z]/giu, '')

/** Parameters of the search statement from the second on. */
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

/** Keywords by which the timeline is filtered. */
export function aboutWords({ fact, agents, link, gathering }: TimelineEntry): string {
  return [
    kindWord(fact.kind),
    ...agents.map(oneWord),
    ...[link, gathering].flatMap((id) => (id ? oneWord(id) : [])),
  ].join(' ')
}

/** Returns an FTS5 expression; null when nothing is filtered, `never` when nothing can match. */
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

/** Alternatives: with both a link and a gathering either matches, as with two agents. */
function oneOf(words: readonly string[]): string | null {
  if (words.length === 0) return null
  return `about : (${words.map((word) => `"${word}"`).join(' OR ')})`
}

const kindWord = (kind: string): string => `kind${kind}`
