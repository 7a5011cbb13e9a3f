import { attachedNames } from '../contract/attachments.ts'
import type { Entry } from '../contract/model.ts'
import type { Found, SearchQuery } from '../search-query.ts'

/** Every word must occur, phrases in double quotes, the last may go on; newest first, for want of a better measure. */
export function search(all: readonly Entry[], query: SearchQuery): readonly Found[] {
  const entries = all.filter((entry) => mayFind(entry, query))
  const wanted = termsOf(query.words)
  const hits = matching(
    entries.map((entry) => ({ entry, text: `${entry.text} ${attachedNames(entry.attachments ?? [])}` })),
    wanted,
  )
  return hits.map(({ entry }) => ({ entry, parts: partsOf(entry.text, wanted) }))
}

/** The same over anything that has words. */
export const searchWords = <T extends { readonly text: string }>(
  all: readonly T[],
  query: string,
): readonly T[] => matching(all, termsOf(query))

/** Whether a text has all the words of a query; none, where there is nothing to look for. */
export const matches = (text: string, query: string): boolean =>
  matching([{ text }], termsOf(query)).length > 0

/** Whether it lies where is searched. */
function mayFind(entry: Entry, { reader, agent, author, after, before, notIn }: SearchQuery): boolean {
  const by = entry.author.kind === 'agent' ? entry.author.id : entry.author.kind
  return (
    (reader === null || mayRead(entry, by, reader)) &&
    (agent === null || entry.agent === agent) &&
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
  return ['human', 'text', 'tool', 'result'].includes(kind) || (kind === 'peer' && known.includes(by))
}

function termsOf(query: string): readonly string[] {
  const terms = Array.from(query.matchAll(/"([^"]*)"|[^\s"]+/gu), (match) =>
    match[1] === undefined ? ` ${words(match[0])}` : ` ${words(match[1])} `,
  ).filter((term) => term.trim() !== '')
  return terms.map((term, i) => (i === terms.length - 1 ? term : `${term.trimEnd()} `))
}

function matching<T extends { readonly text: string }>(
  all: readonly T[],
  terms: readonly string[],
): readonly T[] {
  if (terms.length === 0) return []
  const hits = all.filter((one) => {
    const text = ` ${words(one.text)} `
    return terms.every((term) => text.includes(term))
  })
  return hits.reverse()
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
