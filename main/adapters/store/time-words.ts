/**
 * Times as keywords of the index: year, month and day (UTC). A span is covered by few keywords, so an old
 * one is found without scanning everything newer.
 */

const day = 24 * 60 * 60 * 1000
/** Milliseconds; the limit of JavaScript dates. */
const furthest = 8.64e15
/** Years with their own keywords; earlier and later ones share one each. */
const years = { first: 2000, last: 2199 } as const

const dateOf = (at: number) => new Date(Math.max(-furthest, Math.min(furthest, at)))
const two = (n: number) => String(n).padStart(2, '0')

const yearWord = (year: number) =>
  year < years.first ? 'yearearly' : year > years.last ? 'yearlate' : `year${year}`
const monthWord = (year: number, month: number) => `month${year}${two(month + 1)}`
const dayWord = (date: Date) =>
  `day${date.getUTCFullYear()}${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())}`

/** `at`: milliseconds. */
export function timeWords(at: number): string {
  const date = dateOf(at)
  const year = date.getUTCFullYear()
  if (year < years.first || year > years.last) return yearWord(year)
  return [yearWord(year), monthWord(year, date.getUTCMonth()), dayWord(date)].join(' ')
}

/**
 * Returns keywords that cover the span from `after` until before `before`: whole years and months, and days
 * at the ends, so it may include a bit more. Null for an unlimited span.
 */
export function searchSpanWords(after: number | null, before: number | null): readonly string[] | null {
  if (after === null && before === null) return null
  const from = Math.max(after ?? -Infinity, Date.UTC(years.first, 0, 1))
  const to = Math.min(before ?? Infinity, Date.UTC(years.last + 1, 0, 1))
  const words: string[] = []
  if (after === null || after < from) words.push('yearearly')
  for (let at = from; at < to;) {
    const date = dateOf(at)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    const [nextYear, nextMonth] = [Date.UTC(year + 1, 0, 1), Date.UTC(year, month + 1, 1)]
    const nextDay = (Math.floor(at / day) + 1) * day
    const isAt = (start: number) => Math.floor(at / day) * day === start
    if (isAt(Date.UTC(year, 0, 1)) && nextYear <= to) {
      words.push(yearWord(year))
      at = nextYear
    } else if (isAt(Date.UTC(year, month, 1)) && nextMonth <= to) {
      words.push(monthWord(year, month))
      at = nextMonth
    } else {
      words.push(dayWord(date))
      at = nextDay
    }
  }
  if (before === null || before > Date.UTC(years.last + 1, 0, 1)) words.push('yearlate')
  return words
}
