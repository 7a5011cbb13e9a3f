import type { SQLInputValue } from 'node:sqlite'
import { partsAround, termsOf } from '../../contract/history/found-words.ts'
import type { CircleWords } from '../../contract/gatherings/circle-words.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { halvesOf, rankedResults, type FoundRow, type SearchQuery } from '../../ports/search-query.ts'
import type { StoreConnection } from './connection.ts'
import { readCircleWords, readEntry } from './rows.ts'
import { entryExpression, matchExpression, searchPlacesOf, wordsExpression, type Half } from './search.ts'

type Columns = Record<string, unknown>

/** So many rows with some words are looked at one by one in a moment: of all, and where few of them are meant. */
const fewRows = { 'of all': 10_000, 'of some': 1_000 }

/** By what the index is asked for rows, and by what for their rank. */
interface Asked {
  readonly found: string
  readonly ranked: string
}

/** The searches of a store, over its full-text indexes; one that is damaged is made again and asked again. */
export class HistorySearch {
  readonly #connection: StoreConnection

  constructor(connection: StoreConnection) {
    this.#connection = connection
  }

  /** Results of the one half of what is searched, then of the other; `limit` and `offset` are not negative. */
  search(query: SearchQuery, limit: number, offset: number): readonly FoundRow[] {
    const terms = termsOf(query.words)
    return this.#page(query, limit, offset).map((row) => {
      const entry = readEntry(row, row['agent'] as AgentId)
      return { entry, parts: partsAround(entry.text, terms) }
    })
  }

  #page(query: SearchQuery, limit: number, offset: number): readonly Columns[] {
    const rows: Columns[] = []
    let before = 0
    for (const half of halvesOf(query)) {
      const asked = this.#asked(query, half)
      if (asked === null || rows.length >= limit) break
      const from = Math.max(0, offset - before)
      const found = this.#ranked(asked, [...searchPlacesOf(query, half), limit - rows.length, from])
      // How many there were is asked only where the page begins behind them.
      if (found.length === 0 && from > 0) before += this.#count(query, half, rankedResults)
      else before += from + found.length
      rows.push(...found)
    }
    return rows
  }

  #ranked({ found, ranked }: Asked, more: readonly SQLInputValue[]): readonly Columns[] {
    const { search, searchTwice } = this.#connection.statements()
    return this.repairing(() =>
      found === ranked ? search.all(found, ...more) : searchTwice.all(found, ...more, ranked),
    )
  }

  count(query: SearchQuery, most: number): number {
    return halvesOf(query).reduce((sum, half) => sum + this.#count(query, half, most - sum), 0)
  }

  #count(query: SearchQuery, half: 'words' | 'work', most: number): number {
    const asked = this.#asked(query, half)
    if (asked === null || most <= 0) return 0
    const { searchCount } = this.#connection.statements()
    const found = this.repairing(() => searchCount.get(asked.found, ...searchPlacesOf(query, half), most))
    return Number(found?.['count'])
  }

  /**
   * By what the index finds results, and by what it ranks them: to do so it counts all rows that have one of the words it is
   * asked for. Nearly all have that they are something said, so that is never among those; of words that are seldom the
   * rows are rather looked at one by one, and what they are narrowed to is not counted either.
   */
  #asked(query: SearchQuery, half: Half): Asked | null {
    const words = wordsExpression(query.words)
    const narrowed = entryExpression(query, 'both')
    if (words === null || narrowed === null) return null
    const { searchIsOften } = this.#connection.statements()
    const few = fewRows[narrowed === words ? 'of all' : 'of some']
    if (this.repairing(() => searchIsOften.get(words, few)) === undefined)
      return { found: narrowed, ranked: words }
    // The halves of one conversation are told apart by its rows.
    const found = query.agent === null ? entryExpression(query, half) : narrowed
    return { found: found ?? narrowed, ranked: narrowed }
  }

  places(query: SearchQuery, limit: number): readonly number[] {
    const expression = entryExpression(query, 'both')
    if (expression === null) return []
    const { searchPlaces } = this.#connection.statements()
    const found = this.repairing(() => searchPlaces.all(expression, ...searchPlacesOf(query, 'both'), limit))
    return [...new Set(found.map(({ n }) => Number(n)))].sort((a, b) => a - b)
  }

  circles(query: string, limit: number): readonly CircleWords[] {
    const expression = matchExpression(query)
    if (expression === null) return []
    const { searchCircles } = this.#connection.statements()
    return this.repairing(() => searchCircles.all(expression, limit)).flatMap(
      (row) => readCircleWords(row) ?? [],
    )
  }

  /** Asks; where the index is damaged it is made again, and asked once more. */
  repairing<T>(find: () => T): T {
    try {
      return find()
    } catch (error) {
      if (this.#connection.repairSearch(error)) return find()
      throw error
    }
  }
}
