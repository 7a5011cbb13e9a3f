import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { mostPassages } from '../../contract/api/limits.ts'
import type { CirclePassage, Gathering, SeedPassage } from '../../contract/gatherings/gatherings.ts'
import type { AgentId, Entry, Passage, TurnId } from '../../contract/api/model.ts'
import { parsedLines, withoutIds } from '../../core/gatherings/parse-harvest.ts'
import { membersOf } from '../../core/gatherings/seats.ts'
import { shorten } from '../../core/words/text.ts'
import type { Store } from '../../ports/ports.ts'
import { everything } from '../../ports/search-query.ts'
import { isoDay } from '../../contract/words/times.ts'

const passageLength = 400
const mostWords = 12
const maxResults = 30

export interface SeekParts {
  readonly store: Pick<Store, 'search' | 'searchCircles' | 'gathering'>
  /** The agent's present name; null: it was deleted. */
  readonly nameOf: (entry: Entry) => string | null
  /** Turns with sealed texts. */
  readonly sealed: () => ReadonlySet<TurnId>
}

interface Scored {
  readonly passage: SeedPassage
  readonly score: number
  readonly rank: number
}

/**
 * Passages relevant to a question: lines of harvests first, then texts from earlier circles or between
 * members.
 */
export function passagesFor(parts: SeekParts, g: Gathering, words: string): readonly SeedPassage[] {
  const terms = termsOf(words)
  const least = Math.min(2, terms.length)
  return [...fromCircles(parts, g, terms), ...fromTabs(parts, g, terms)]
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.rank - a.rank || b.score - a.score || b.passage.at - a.passage.at)
    .map(({ passage }) => passage)
    .filter((one, at, all) => !all.slice(0, at).some((other) => isAlike(one.text, other.text)))
    .slice(0, mostPassages)
}

function fromTabs(
  { store, sealed, nameOf }: SeekParts,
  g: Gathering,
  terms: readonly string[],
): readonly Scored[] {
  const members = new Set(membersOf(g).map(({ agent }) => agent))
  const [agent] = members
  if (agent === undefined) return []
  // Limits the search to these logs, so that other results use up no part of the page.
  const theirs = { reader: { agent, looks: [...members] }, of: 'words' } as const
  const hidden = sealed()
  const results = new Map<string, { entry: Entry; score: number }>()
  for (const term of terms)
    for (const { entry } of store.search({ ...everything(`"${term}"`), ...theirs }, maxResults, 0)) {
      if (!isBetween(entry, members) || (entry.turn !== null && hidden.has(entry.turn))) continue
      const key = `${entry.agent} ${String(entry.n)}`
      results.set(key, { entry, score: (results.get(key)?.score ?? 0) + 1 })
    }
  return [...results.values()].flatMap(({ entry, score }): readonly Scored[] => {
    const agentName = nameOf(entry)
    if (agentName === null) return []
    const { agent, author, authorName, n, at } = entry
    const passage: Passage = { from: 'tab', agent, agentName, author, authorName, n, at, ...shown(entry) }
    return [{ passage, score, rank: 0 }]
  })
}

function fromCircles({ store }: SeekParts, g: Gathering, terms: readonly string[]): readonly Scored[] {
  const open = new Map<string, Gathering | null>()
  const found = new Map<string, Scored>()
  for (const term of terms)
    for (const result of store.searchCircles(`"${term}"`, maxResults)) {
      const { gathering: id, utterance, speaker, at } = result
      if (!open.has(id)) open.set(id, sourceFor(g, store.gathering(id)))
      const source = open.get(id)
      if (!source) continue
      const of = { from: 'circle', gathering: id, topic: source.topic, at } as const
      if (utterance === null) {
        for (const one of harvestLines(source, result.text, of, terms))
          found.set(`${id} ${one.passage.text}`, one)
        continue
      }
      const heardBy = membersOf(source).map(({ agent }) => agent)
      const passage: CirclePassage = { ...of, utterance, speaker, heardBy, ...shown(result) }
      found.set(utterance, { passage, score: (found.get(utterance)?.score ?? 0) + 1, rank: 0 })
    }
  return [...found.values()]
}

/** Usable if closed, not archived, and with a common member or folder. */
function sourceFor(g: Gathering, other: Gathering | null): Gathering | null {
  if (!other || other.id === g.id || other.stage !== 'closed' || other.archived) return null
  const members = new Set(membersOf(g).map(({ agent }) => agent))
  const shares = membersOf(other).some(({ agent }) => members.has(agent))
  const isOfFolder = g.folder !== null && other.folder !== null && isSameFolder(g.folder, other.folder)
  return shares || isOfFolder ? other : null
}

/** Lines of a harvest that contain some of the terms. */
function harvestLines(
  { index }: Gathering,
  harvest: string,
  of: Pick<CirclePassage, 'from' | 'gathering' | 'topic' | 'at'>,
  terms: readonly string[],
): readonly Scored[] {
  return parsedLines(harvest, index).lines.flatMap(({ text, sources }): readonly Scored[] => {
    const words = ` ${plain(text)} `
    const score = terms.filter((term) => words.includes(` ${plain(term)} `)).length
    const line = { text: withoutIds(text), at: of.at }
    const passage: CirclePassage = { ...of, utterance: sources[0]?.id ?? null, speaker: null, ...shown(line) }
    return score === 0 ? [] : [{ passage, score, rank: 1 }]
  })
}

function shown({ text, at }: { readonly text: string; readonly at: number }): Pick<Passage, 'text' | 'day'> {
  const line = shorten(text.replace(/\s+/gu, ' ').trim(), passageLength)
  return { text: line, day: isoDay(at) }
}

/** Normalized like the search index. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A message between members, other than a question. Texts to or from the user are private. */
function isBetween({ kind, agent, author, text, spoken }: Entry, members: ReadonlySet<AgentId>): boolean {
  const isOwn = author.kind === 'agent' && members.has(author.id) && members.has(agent)
  return isOwn && kind === 'peer' && !spoken && text.trim().length >= 20 && !/\?(?:\W|$)/.test(text)
}

/** Most words of one text occur in the other, so it is a repetition. */
function isAlike(one: string, other: string): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size)
  const shared = [...(few ?? [])].filter((word) => many?.has(word)).length
  return few !== undefined && shared >= few.size * 0.7
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** The longest words of the question, without stop words. */
function termsOf(words: string): readonly string[] {
  const found = words.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.-]{2,}/gu) ?? []
  const terms = [...new Set(found.map((word) => word.replace(/[.-]+$/, '')))].filter(
    (word) => !common.has(word),
  )
  return terms.sort((a, b) => b.length - a.length).slice(0, mostWords)
}

const common = new Set(
  (
    'the and for are was what would could should have has had with this that from which who whom whose when where why ' +
    'how our your their his her its not but all any can will shall may might must about into over under than then them ' +
    'they you she him does did done been being make makes made let lets get gets one two each own more most some such'
  ).split(' '),
)
