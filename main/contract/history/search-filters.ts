/** As typed: author, conversation, start and end time. */
const filterNames = ['from', 'in', 'after', 'before'] as const
export type FilterName = (typeof filterNames)[number]

interface SearchWords {
  readonly words: string
  readonly filters: Readonly<Partial<Record<FilterName, string>>>
}

const typedFilter = /(^|\s)(from|in|after|before):(?:"([^"]*)"?|(\S+))/giu

/** Parses `fares from:Scout in:"Agent 2" after:7d`. The last of two equal filters wins. */
export function readSearch(typed: string): SearchWords {
  const filters: Partial<Record<FilterName, string>> = {}
  const words = typed.replace(typedFilter, (_all, _gap, name: string, quoted?: string, plain?: string) => {
    const value = (quoted ?? plain ?? '').trim()
    if (value !== '') filters[name.toLowerCase() as FilterName] = value
    return ' '
  })
  return { words: words.replace(/\s+/gu, ' ').trim(), filters }
}

/** Replaces a filter's value; null removes the filter. */
export function withFilter(typed: string, name: FilterName, value: string | null): string {
  const rest = typed.replace(typedFilter, (all, gap: string, one: string) =>
    one.toLowerCase() === name ? gap : all,
  )
  const words = rest.replace(/ {2,}/g, ' ').trim()
  if (value === null) return words
  const written = /[\s"]/u.test(value) ? `"${value.replaceAll('"', '')}"` : value
  return `${words} ${name}:${written} `.trimStart()
}

const day = 24 * 60 * 60 * 1000
const units: Readonly<Record<string, number>> = { m: 60_000, h: 60 * 60_000, d: day, w: 7 * day }

/**
 * Parses a time to milliseconds, or null. `today`, `yesterday` and `2026-11-24` are the start of that day in
 * local time; `2h`, `3d` and `2w` are that long ago; else ISO 8601.
 */
export function readWhen(typed: string, now: number): number | null {
  const [, count, unit = ''] = /^(\d{1,4})([mhdw])$/i.exec(typed) ?? []
  if (count !== undefined) return now - Number(count) * (units[unit.toLowerCase()] ?? 0)
  const today = new Date(now)
  today.setHours(0, 0, 0, 0)
  if (/^today$/i.test(typed)) return today.getTime()
  if (/^yesterday$/i.test(typed)) return new Date(today.setDate(today.getDate() - 1)).getTime()
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed) ?? []
  if (year !== undefined) {
    const begins = new Date(Number(year), Number(month) - 1, Number(date))
    return begins.getMonth() === Number(month) - 1 ? begins.getTime() : null
  }
  const written = /^\d{4}-\d\d-\d\dT/.test(typed) ? Date.parse(typed) : NaN
  return Number.isNaN(written) ? null : written
}
