import { useEffect, useRef, useState } from 'react'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { readSearch, readWhen } from '../../../main/contract/history/search-filters.ts'
import type { SearchResult } from '../../../main/contract/history/search-views.ts'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'

export interface Search {
  /** The query that `results` match. */
  readonly q: string
  readonly results: readonly SearchResult[]
  /** Cursor of the next page; null at the end. */
  readonly next: number | null
  /** Total number, counted up to `countedResults`. */
  readonly total: number
  readonly phase: 'idle' | 'searching' | 'found' | 'failed'
  readonly problem: string
}

const nothing: Search = { q: '', results: [], next: null, total: 0, phase: 'idle', problem: '' }
/** Debounce; ms. */
const pause = 120

/** Searches after a pause in typing; answers to older queries are dropped. */
export function useSearch(
  typed: string,
  limit: number,
  of: 'words' | 'work' | 'all',
): Search & { readonly more: () => void } {
  const q = readSearch(typed).words === '' ? '' : typed.trim()
  const [search, setSearch] = useState(nothing)
  const asked = useRef(0)
  useEffect(() => {
    const id = ++asked.current
    if (q === '') return
    const timer = setTimeout(() => {
      setSearch((now) => ({ ...now, phase: 'searching' }))
      void page(q, { limit, of, cursor: null }).then((found) => {
        if (asked.current === id)
          setSearch((now) => (found.phase === 'failed' ? { ...now, ...found } : found))
      })
    }, pause)
    return () => clearTimeout(timer)
  }, [q, limit, of])

  const more = () => {
    if (search.next === null || search.phase === 'searching') return
    const id = asked.current
    setSearch({ ...search, phase: 'searching' })
    void page(search.q, { limit, of, cursor: search.next }).then((found) => {
      if (asked.current !== id) return
      setSearch((now) => ({
        ...now,
        ...found,
        total: now.total,
        results: [...now.results, ...found.results],
      }))
    })
  }
  return { ...(q === '' ? nothing : search), more }
}

interface Wanted {
  readonly limit: number
  readonly of: 'words' | 'work' | 'all'
  readonly cursor: number | null
}

async function page(q: string, { limit, of, cursor }: Wanted): Promise<Search> {
  try {
    const found = await ask('history.search', {
      ...queryOf(q),
      limit,
      of,
      ...(cursor === null ? {} : { cursor }),
    })
    const { items: results, next, total } = found
    return { q, results, next, total: total ?? 0, phase: 'found', problem: '' }
  } catch (error) {
    return { q, results: [], next: cursor, total: 0, phase: 'failed', problem: errorWords(error) }
  }
}

/** Throws for an invalid time, naming the filter. */
function queryOf(
  typed: string,
): Pick<RequestInput<'history.search'>, 'q' | 'agent' | 'author' | 'after' | 'before'> {
  const { words, filters } = readSearch(typed)
  const [after, before] = [whenOf(filters.after), whenOf(filters.before)]
  return {
    q: words.slice(0, 1000),
    ...(filters.in === undefined ? {} : { agent: filters.in }),
    ...(filters.from === undefined ? {} : { author: filters.from }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  }
}

function whenOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined
  const at = readWhen(typed, Date.now())
  if (at !== null) return at
  const message = `“${typed}” is no time. Write a day such as 2026-11-24, or 7d, 2h, today, yesterday.`
  throw new RefusedError({ code: 'bad_request', message })
}
