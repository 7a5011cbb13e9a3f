import { useEffect, useState } from 'react'
import type { AgentId } from '../../../main/contract/model.ts'
import type { Row } from './rows.ts'

/** The newest row that was there when the person last left a tab, by agent. */
const seen = new Map<AgentId, number>()

/** The key of the first row that came while the person was elsewhere; null if none did. */
export function useUnread(agent: AgentId, rows: readonly Row[]): number | null {
  const [unread] = useState(() => {
    const last = seen.get(agent)
    if (last === undefined) return null
    return rows.find((row) => row.kind !== 'human' && (row.entries[0]?.n ?? 0) > last)?.key ?? null
  })
  const newest = rows.at(-1)?.entries.at(-1)?.n
  useEffect(() => () => void (newest !== undefined && seen.set(agent, newest)), [agent, newest])
  return unread
}
