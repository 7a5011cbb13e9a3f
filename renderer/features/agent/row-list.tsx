import { Fragment, useEffect, useMemo, useState } from 'react'
import type { AgentView } from '../../../main/contract/views.ts'
import type { AgentId } from '../../../main/contract/model.ts'
import { dayOf } from '../../components/duration.ts'
import { useIsWriting } from '../../state/store.ts'
import type { Row } from './rows.ts'
import { Turn } from './turn.tsx'
import { classes } from '../../components/classes.ts'
import css from './transcript.module.css'

interface RowsProps {
  readonly agent: AgentView
  readonly rows: readonly Row[]
}

/** The rows of a conversation, with a line where a day begins and where the person has not read on. */
export function Rows({ agent, rows }: RowsProps) {
  const isWorking = agent.status === 'working'
  const last = rows.at(-1)
  const goesOn = isWorking && last?.kind === 'turn'
  const isWriting = useIsWriting(agent.id)
  // A turn that only waits for the person has nothing to show yet.
  const begins = isWorking && !goesOn && (agent.needs === null || isWriting)
  const shown = useMemo(() => (begins ? [...rows, beginningAfter(rows.at(-1))] : rows), [begins, rows])
  const unread = useUnread(agent.id, rows)
  const days = useMemo(() => dayBreaks(rows), [rows])
  const current = goesOn || begins ? shown.at(-1) : null
  return shown.map((row) => (
    <Fragment key={row.key}>
      {days.has(row.key) && <p className={css.lineBreak}>{days.get(row.key)}</p>}
      {row.key === unread && <p className={classes(css.lineBreak, css.unread)}>New since you were here</p>}
      <Turn row={row} agent={agent.id} isRunning={row === current} />
    </Fragment>
  ))
}

/** A turn that has no entry yet, under the key that its first entry will give it: rows are counted without gaps. */
const beginningAfter = (last: Row | undefined): Row => ({
  kind: 'turn',
  key: (last?.entries.at(-1)?.n ?? 0) + 1,
  entries: [],
})

/** The rows with which a day begins, and its name; the first row has none. */
function dayBreaks(rows: readonly Row[]): ReadonlyMap<number, string> {
  const days = new Map<number, string>()
  let before: string | null = null
  for (const row of rows) {
    const at = row.entries[0]?.at ?? 0
    const day = new Date(at).toDateString()
    if (before !== null && day !== before) days.set(row.key, dayOf(at))
    before = day
  }
  return days
}

/** The newest row that was there when the person last left a tab, by agent. */
const seen = new Map<AgentId, number>()

/** The key of the first row that came while the person was elsewhere; null if none did. */
function useUnread(agent: AgentId, rows: readonly Row[]): number | null {
  const [unread] = useState(() => {
    const last = seen.get(agent)
    if (last === undefined) return null
    return rows.find((row) => row.kind !== 'human' && (row.entries[0]?.n ?? 0) > last)?.key ?? null
  })
  const newest = rows.at(-1)?.entries.at(-1)?.n
  useEffect(() => () => void (newest !== undefined && seen.set(agent, newest)), [agent, newest])
  return unread
}
