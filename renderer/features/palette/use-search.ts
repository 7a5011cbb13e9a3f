import { useEffect, useRef, useState } from 'react'
import type { SearchHit } from '../../../main/contract/views.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'

/** What a search has found so far. */
export interface Search {
  /** The words that `hits` are for. */
  readonly q: string
  readonly hits: readonly SearchHit[]
  /** Where the next page begins; null at the end. */
  readonly next: number | null
  readonly phase: 'idle' | 'searching' | 'found' | 'failed'
  /** What went wrong. */
  readonly problem: string
}

const nothing: Search = { q: '', hits: [], next: null, phase: 'idle', problem: '' }
/** So long a person may pause between two letters, in ms. */
const pause = 120

/** Searches for what is being typed, soon after it; what an older question brings is not heard any more. */
export function useSearch(typed: string, limit: number): Search & { readonly more: () => void } {
  const q = typed.trim()
  const [search, setSearch] = useState(nothing)
  const asked = useRef(0)
  useEffect(() => {
    const id = ++asked.current
    if (q === '') return
    const timer = setTimeout(() => {
      setSearch((now) => ({ ...now, phase: 'searching' }))
      void page(q, limit, null).then((found) => {
        if (asked.current === id)
          setSearch((now) => (found.phase === 'failed' ? { ...now, ...found } : found))
      })
    }, pause)
    return () => clearTimeout(timer)
  }, [q, limit])

  const more = () => {
    if (search.next === null || search.phase === 'searching') return
    const id = asked.current
    setSearch({ ...search, phase: 'searching' })
    void page(search.q, limit, search.next).then((found) => {
      if (asked.current === id) setSearch((now) => ({ ...now, ...found, hits: [...now.hits, ...found.hits] }))
    })
  }
  return { ...(q === '' ? nothing : search), more }
}

async function page(q: string, limit: number, cursor: number | null): Promise<Search> {
  try {
    const found = await ask('history.search', {
      q: q.slice(0, 1000),
      limit,
      ...(cursor === null ? {} : { cursor }),
    })
    return { q, hits: found.items, next: found.next, phase: 'found', problem: '' }
  } catch (error) {
    return { q, hits: [], next: cursor, phase: 'failed', problem: wordsOf(error) }
  }
}
