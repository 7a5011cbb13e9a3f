import type { SQLInputValue } from 'node:sqlite'
import { partsAround, termsOf } from '../../contract/history/found-words.ts'
import type { CircleWords } from '../../contract/gatherings/circle-words.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { halvesOf, rankedResults, type FoundRow, type SearchQuery } from '../../ports/search-query.ts'
import type { StoreConnection } from './connection.ts'
import { readCircleWords, readEntry } from './rows.ts'
import { entryExpression, matchExpression, searchPlacesOf, wordsExpression, type Half } from './search.ts'

type Columns = Record<string, unknown>

/** Up to this many matches are checked one by one: for unfiltered and for filtered searches. */
const fewRows = { 'of all': 10_000, 'of some': 1_000 }

/** Match expressions: which rows are found, and which count for the rank. */
interface Asked {
  readonly found: string
  readonly ranked: string
}

/** Full-text searches of the store; a damaged index is rebuilt and the search repeated. */
export class HistorySearch {
  readonly #connection: StoreConnection

  constructor(connection: StoreConnection) {
    this.#connection = connection
  }

  /** Returns results of the first half, then of the second. `limit` and `offset` must not be negative. */
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
      // Counts the first half only when the page starts behind it.
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
   * Returns the expressions for finding and ranking rows. Ranking counts all rows with any of the words in
   * its expression. Nearly every row has the filter keyword for text, so that never takes part in ranking;
   * for rare words the rows are filtered one by one, and the filter's keywords don't take part either.
   */
  #asked(query: SearchQuery, half: Half): Asked | null {
    const words = wordsExpression(query.words)
    const narrowed = entryExpression(query, 'both')
    if (words === null || narrowed === null) return null
    const { searchIsOften } = this.#connection.statements()
    const few = fewRows[narrowed === words ? 'of all' : 'of some']
    if (this.repairing(() => searchIsOften.get(words, few)) === undefined)
      return { found: narrowed, ranked: words }
    // Within one conversation, the halves are told apart by row.
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

  /** If the index is damaged, rebuilds it and tries once more. */
  repairing<T>(find: () => T): T {
    try {
      return find()
    } catch (error) {
      if (this.#connection.repairSearch(error)) return find()
      throw error
    }
  }
}
