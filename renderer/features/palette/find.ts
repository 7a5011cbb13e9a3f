import fuzzysort from 'fuzzysort'
import type { TextPart } from '../../../main/contract/history/found-words.ts'

/** In display order. */
const allGroups = ['Agents', 'Gatherings', 'Links', 'Timers', 'Actions'] as const

export interface Findable {
  readonly key: string
  readonly group: (typeof allGroups)[number]
  readonly text: string
  /** Other words that users type for it, in lower case. They are matched but not shown. */
  readonly synonyms?: readonly string[]
}

interface Found<T extends Findable> {
  readonly item: T
  readonly parts: readonly TextPart[]
}

/** `@` limits the search to agents, `#` to gatherings, `>` to actions. */
interface Query {
  readonly only: Findable['group'] | null
  readonly words: string
}

/** Lowest score of a match, from 0 to 1. */
const threshold = 0.35
/** Score of an item whose synonym begins with the query: below a match of a word, above scattered letters. */
const synonymScore = 0.75
/** Results per group among other groups, and for a group alone. */
const most = 7
const mostAlone = 60

const marks: Readonly<Record<string, Findable['group']>> = {
  '@': 'Agents',
  '#': 'Gatherings',
  '>': 'Actions',
}

export function readQuery(text: string): Query {
  const typed = text.trimStart()
  const only = marks[typed.charAt(0)] ?? null
  return { only, words: (only === null ? typed : typed.slice(1)).trim() }
}

/** Matches grouped, in each group the best first. */
export function find<T extends Findable>(items: readonly T[], { only, words }: Query): readonly Found<T>[] {
  const groups = only === null ? allGroups : [only]
  const limit = only === null && words !== '' ? most : mostAlone
  return groups.flatMap((group) =>
    within(
      items.filter((item) => item.group === group),
      isNameOf(group, words) ? '' : words,
    ).slice(0, limit),
  )
}

/** A group's name, or its beginning, finds all of it: `link`, `timers`, `gather`. */
const isNameOf = (group: Findable['group'], words: string): boolean =>
  (group === 'Gatherings' || group === 'Links' || group === 'Timers') &&
  words.length > 2 &&
  group.toLowerCase().startsWith(words.toLowerCase())

function within<T extends Findable>(items: readonly T[], words: string): readonly Found<T>[] {
  if (words === '') return items.map((item) => ({ item, parts: partsAt(item.text, []) }))
  const byText = new Map(
    fuzzysort.go(words, items as T[], { key: 'text', threshold }).map((result) => [result.obj, result]),
  )
  const typed = words.toLowerCase()
  const scored = items.map((item) => {
    const result = byText.get(item)
    const isSynonym = item.synonyms?.some((synonym) => synonym.startsWith(typed)) ?? false
    const score = Math.max(result?.score ?? 0, isSynonym ? synonymScore : 0)
    return { item, score, parts: partsAt(item.text, result?.indexes ?? []) }
  })
  // The sort is stable: equal matches keep their order.
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
}

/** Splits a text at matched positions (UTF-16 units), never inside a character. */
export function partsAt(text: string, places: readonly number[]): readonly TextPart[] {
  const found = new Set(places)
  const parts: { text: string; isMatch: boolean }[] = []
  let place = 0
  for (const point of text) {
    const isMatch = found.has(place) || (point.length > 1 && found.has(place + 1))
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += point
    else parts.push({ text: point, isMatch })
    place += point.length
  }
  return parts
}
