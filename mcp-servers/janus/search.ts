import { readSearch, readWhen, type FilterName } from '../../main/contract/search-filters.ts'
import { queryOf } from '../shared/ask-as-agent.ts'
import type { ApiRequest } from '../shared/ask.ts'
import { EndingError } from './ending.ts'

/** What is searched for; times as they were written. */
export interface SearchCommand {
  readonly words: string
  readonly where: Readonly<Partial<Record<FilterName, string>>>
  readonly of: string | null
  readonly limit: string | null
  readonly cursor: string | null
}

/** The flags that belong to a search, as they were written. */
export interface SearchFlags {
  readonly agent?: string
  readonly by?: string
  readonly after?: string
  readonly before?: string
  readonly of?: string
  readonly limit?: string
  readonly cursor?: string
}

/** Reads what stands behind `janus search`: words, and filters among them or as flags. */
export function readSearchCommand(rest: readonly string[], flags: SearchFlags): SearchCommand {
  // A shell takes the quotes away: what is one argument is one value.
  const typed = rest.map((one) => one.replace(/^(from|in|after|before):([^"]*\s[^"]*)$/iu, '$1:"$2"'))
  const { words, filters } = readSearch(typed.join(' '))
  if (words === '') throw usage('Say what is looked for: janus search WORDS [from:NAME] [in:NAME] [after:7d]')
  const { of = null, limit = null, cursor = null, agent, by, after, before } = flags
  if (of !== null && !['words', 'work', 'all'].includes(of)) throw usage('--of is words, work or all.')
  if (limit !== null && !/^([1-9]\d?|100)$/.test(limit))
    throw usage('--limit is a number of hits, 100 at most.')
  if (cursor !== null && !/^\d{1,6}$/.test(cursor))
    throw usage('--cursor is the number that the page before ends with.')
  const said = Object.entries({ from: by, in: agent, after, before }).filter(
    ([, value]) => value !== undefined,
  )
  return { words, where: { ...filters, ...Object.fromEntries(said) }, of, limit, cursor }
}

/** The question to the API; `now` in ms. */
export function searchRequest({ words, where, of, limit, cursor }: SearchCommand, now: number): ApiRequest {
  const [after, before] = [timeOf(where.after, now), timeOf(where.before, now)]
  const narrowed = { agent: where.in, author: where.from, after, before }
  const query = queryOf({
    ...{ q: words, of: of ?? undefined, ...narrowed },
    ...{ limit: limit ?? 20, cursor: cursor ?? undefined },
  })
  return { method: 'GET', path: `/history${query}`, repeatable: true }
}

/** A day stays one, which the app reads as UTC; spans and words are times. */
function timeOf(written: string | undefined, now: number): string | undefined {
  if (written === undefined || /^\d{4}-/.test(written)) return written
  const at = readWhen(written, now)
  if (at === null)
    throw usage(`${JSON.stringify(written)} is no time: 2026-11-24, 7d, 2h, today or yesterday.`)
  return new Date(at).toISOString()
}

function usage(message: string): EndingError {
  return new EndingError('usage', `${message}\nSee janus --help.`)
}
