import { useEffect, useMemo } from 'react'
import type { LinkView } from '../../../main/contract/link-views.ts'
import type { Entry } from '../../../main/contract/model.ts'
import { readNewest, readOlder, useMirrorList } from '../../state/store.ts'
import { wordsOfPerson, type PersonWords } from './person-words.ts'

/** No more rows of a member's transcript than this are read for what the person wrote to it. */
const mostRows = 1_000

const nothing: readonly Entry[] = []

/** What the person wrote to the members of a link since a time in ms; null: not known since when yet. */
export function usePersonWords(link: LinkView, since: number | null): readonly PersonWords[] {
  const { members, closed } = link
  const rows = useMirrorList((now) => members.map((id) => now.logs.agent[id]?.rows ?? nothing))
  const lacking = useMirrorList((now) =>
    members.map((id) => {
      const held = now.logs.agent[id]
      if (!now.agents[id] || since === null) return 'nothing'
      if (held === undefined || held.phase === 'stale') return 'newest'
      const first = held.rows[0]?.at ?? since
      const isShort = held.phase === 'ready' && held.older !== null && held.rows.length < mostRows
      return isShort && first > since ? 'older' : 'nothing'
    }),
  )
  useEffect(() => {
    for (const [at, id] of members.entries()) {
      if (lacking[at] === 'newest') void readNewest({ kind: 'agent', id })
      if (lacking[at] === 'older') void readOlder({ kind: 'agent', id })
    }
  }, [members, lacking])
  const until = closed?.at ?? Infinity
  return useMemo(() => (since === null ? [] : wordsOfPerson(rows, since, until)), [rows, since, until])
}
