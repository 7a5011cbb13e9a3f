import { partsAround, termsOf } from '../../contract/found-words.ts'
import type { CircleWords } from '../../contract/circle-words.ts'
import type { AgentId } from '../../contract/model.ts'
import { halvesOf, rankedHits, type Found, type SearchQuery } from '../../search-query.ts'
import type { Connection } from './connection.ts'
import { readCircleWords, readEntry } from './rows.ts'
import { entryExpression, matchExpression, placesOf, wordsExpression, type Half } from './search.ts'

type Columns = Record<string, unknown>

/** So many rows are looked at one by one in a moment. */
const fewRows = 10_000

/** The searches of a store, over its full-text indexes; one that is damaged is made anew and asked again. */
export class HistorySearch {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Hits of the one half of what is searched, then of the other; `limit` and `offset` are not negative. */
  search(query: SearchQuery, limit: number, offset: number): readonly Found[] {
    const terms = termsOf(query.words)
    return this.#page(query, limit, offset).map((row) => {
      const entry = readEntry(row, row['agent'] as AgentId)
      return { entry, parts: partsAround(entry.text, terms) }
    })
  }

  #page(query: SearchQuery, limit: number, offset: number): readonly Columns[] {
    const { search } = this.#connection.statements()
    const rows: Columns[] = []
    let before = 0
    for (const half of halvesOf(query)) {
      const expression = this.#expression(query, half)
      if (expression === null || rows.length >= limit) break
      const from = Math.max(0, offset - before)
      const page = [limit - rows.length, from] as const
      const found = this.mending(() => search.all(expression, ...placesOf(query, half), ...page))
      // How many there were is asked only where the page begins behind them.
      if (found.length === 0 && from > 0) before += this.#count(query, half, rankedHits)
      else before += from + found.length
      rows.push(...found)
    }
    return rows
  }

  count(query: SearchQuery, most: number): number {
    return halvesOf(query).reduce((sum, half) => sum + this.#count(query, half, most - sum), 0)
  }

  #count(query: SearchQuery, half: 'words' | 'work', most: number): number {
    const expression = this.#expression(query, half)
    if (expression === null || most <= 0) return 0
    const { searchCount } = this.#connection.statements()
    const found = this.mending(() => searchCount.get(expression, ...placesOf(query, half), most))
    return Number(found?.['count'])
  }

  /**
   * By what the index is asked. To rank a hit, FTS5 counts all rows that have one of the words it is asked for, and nearly
   * all have that they are something said: of words that are seldom the rows are rather looked at one by one.
   */
  #expression(query: SearchQuery, half: Half): string | null {
    const words = wordsExpression(query.words)
    if (words === null) return null
    const { searchIsOften } = this.#connection.statements()
    const isOften = this.mending(() => searchIsOften.get(words, fewRows)) !== undefined
    // So are those of one conversation, as far as the half goes.
    return isOften ? entryExpression(query, query.agent === null ? half : 'both') : words
  }

  places(query: SearchQuery, limit: number): readonly number[] {
    const expression = entryExpression(query, 'both')
    if (expression === null) return []
    const { searchPlaces } = this.#connection.statements()
    const found = this.mending(() => searchPlaces.all(expression, ...placesOf(query, 'both'), limit))
    return found.map(({ n }) => Number(n)).sort((a, b) => a - b)
  }

  circles(query: string, limit: number): readonly CircleWords[] {
    const expression = matchExpression(query)
    if (expression === null) return []
    const { searchCircles } = this.#connection.statements()
    return this.mending(() => searchCircles.all(expression, limit)).flatMap(
      (row) => readCircleWords(row) ?? [],
    )
  }

  /** Asks; where the index is damaged it is made anew, and asked once more. */
  mending<T>(find: () => T): T {
    try {
      return find()
    } catch (error) {
      if (this.#connection.mendSearch(error)) return find()
      throw error
    }
  }
}
