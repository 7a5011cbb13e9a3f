import { ownerOf } from '../../../contract/agents/subagents.ts'
import { senderKey } from '../../../contract/mail/authors.ts'
import { marksIn, partsAround, termsOf } from '../../../contract/history/found-words.ts'
import { attachedNames } from '../../../contract/mail/attachments.ts'
import {
  wordsOfHarvest,
  wordsOfUtterance,
  type CircleWords,
} from '../../../contract/gatherings/circle-words.ts'
import type { Gathering } from '../../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../../contract/gatherings/utterances.ts'
import type { Entry } from '../../../contract/api/model.ts'
import { halvesOf, isWords, type FoundRow, type SearchQuery } from '../../../ports/search-query.ts'

/** Every term must occur; text comes before tool calls, newest first, since there is no ranking. */
export function search(all: readonly Entry[], query: SearchQuery): readonly FoundRow[] {
  const terms = termsOf(query.words)
  const named = all
    .filter((entry) => mayFind(entry, query))
    .map((entry) => ({ entry, text: `${entry.text} ${attachedNames(entry.attachments ?? [])}` }))
  const found = matching(named, query.words)
    .map(({ entry }) => entry)
    .toSorted((a, b) => b.at - a.at)
  return halvesOf(query)
    .flatMap((half) => found.filter((entry) => isWords(entry) === (half === 'words')))
    .map((entry) => ({ entry, parts: partsAround(entry.text, terms) }))
}

/** The places of the results in order; the newest `limit`. */
export const placesIn = (found: readonly FoundRow[], limit: number): readonly number[] =>
  [...new Set(found.map(({ entry }) => entry.within ?? entry.n))].sort((a, b) => a - b).slice(-limit)

/** Searchable text of gatherings: statements, then harvests. */
export const circleWords = (
  said: readonly Utterance[],
  circles: readonly Gathering[],
): readonly CircleWords[] => [
  ...said.flatMap((row) => wordsOfUtterance(row) ?? []),
  ...circles.flatMap((one) => wordsOfHarvest(one) ?? []),
]

/** The same search over any texts. */
export const searchWords = <T extends { readonly text: string }>(
  all: readonly T[],
  query: string,
): readonly T[] => matching(all, query)

/** Whether a text contains all words of a query; false without words. */
export const matches = (text: string, query: string): boolean => matching([{ text }], query).length > 0

/** Whether the query's filters include it. */
function mayFind(entry: Entry, { reader, agent, author, after, before, notIn }: SearchQuery): boolean {
  const by = senderKey(entry.author)
  return (
    (reader === null || mayRead(entry, by, reader)) &&
    (agent === null || ownerOf(entry.agent) === agent) &&
    (author === null || by === author) &&
    (after === null || entry.at >= after) &&
    (before === null || entry.at < before) &&
    (entry.turn === null || !notIn.includes(entry.turn))
  )
}

function mayRead({ agent, kind }: Entry, by: string, reader: NonNullable<SearchQuery['reader']>): boolean {
  if (agent === reader.agent) return kind !== 'thinking'
  const known: readonly string[] = [reader.agent, ...reader.looks]
  if (!reader.looks.includes(agent)) return false
  return ['user', 'text', 'tool', 'result'].includes(kind) || (kind === 'peer' && known.includes(by))
}

function matching<T extends { readonly text: string }>(all: readonly T[], query: string): readonly T[] {
  const terms = termsOf(query)
  if (terms.length === 0) return []
  return all.filter(({ text }) => terms.every((term) => marksIn(text, [term]).length > 0)).reverse()
}

/** Transcript rows about changed files. */
export function editRows(rows: readonly Entry[]): readonly Entry[] {
  const changing = rows.filter(({ kind, tool }) => kind === 'tool' && (tool?.diffs.length ?? 0) > 0)
  const calls = new Set(changing.map(({ call }) => call))
  const kinds: readonly (string | undefined)[] = ['filesUndone', 'filesPutBack']
  return rows.filter(
    (row) =>
      changing.includes(row) ||
      (row.kind === 'result' && calls.has(row.call)) ||
      kinds.includes(row.note?.kind),
  )
}
