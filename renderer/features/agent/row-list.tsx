import { Fragment, memo, useEffect, useMemo, useState } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { dayOf } from '../../components/duration.ts'
import { VirtualListItem } from '../../components/virtual-list.tsx'
import { useIsWriting } from '../../state/store.ts'
import { useView } from '../../state/view-store.ts'
import { rowGroups, type TranscriptRow, type RowGroup } from './rows.ts'
import { Turn } from './turn.tsx'
import { classes } from '../../components/classes.ts'
import css from './transcript.module.css'

/** Groups at the end that are always rendered: a tab shows them first, and they change. */
const keptGroups = 2
/** Estimated height of a row not yet rendered, in px. */
const guessedRow = 45

export function Rows({
  agent,
  rows,
}: {
  readonly agent: AgentView
  readonly rows: readonly TranscriptRow[]
}) {
  const isWorking = agent.status === 'working'
  const last = rows.at(-1)
  const goesOn = isWorking && last?.kind === 'turn'
  const isWriting = useIsWriting(agent.id)
  // A turn that only waits for the user has nothing to show yet.
  const begins = isWorking && !goesOn && (agent.needs === null || isWriting)
  const shown = useMemo(() => (begins ? [...rows, beginningAfter(rows.at(-1))] : rows), [begins, rows])
  const unread = useUnread(agent.id, rows)
  const days = useMemo(() => dayBreaks(rows), [rows])
  const groups = useMemo(() => rowGroups(shown), [shown])
  const current = goesOn || begins ? (shown.at(-1)?.key ?? null) : null
  const wanted = useView((now) => (now.jump?.agent === agent.id ? now.jump.n : null))
  return groups.map((group, at) => {
    const isWanted = wanted !== null && wanted >= group.first && wanted <= group.last
    const isEnd = at >= groups.length - keptGroups
    return (
      <VirtualListItem
        key={group.key}
        name={`rows ${group.key}`}
        guess={() => (group.last - group.first + 1) * guessedRow}
        isKept={isWanted || isEnd}
      >
        <Group
          agent={agent.id}
          group={group}
          days={days}
          unread={unread}
          current={isEnd ? current : null}
          wanted={isWanted ? wanted : null}
        />
      </VirtualListItem>
    )
  })
}

interface GroupProps {
  readonly agent: AgentId
  readonly group: RowGroup
  readonly days: ReadonlyMap<number, string>
  /** Key of the first unread row. */
  readonly unread: number | null
  readonly current: number | null
  /** Row to jump to, if it is in this group. */
  readonly wanted: number | null
}

const Group = memo(
  ({ agent, group, days, unread, current, wanted }: GroupProps) =>
    group.rows.map((row) => (
      <Fragment key={row.key}>
        {days.has(row.key) && (
          <p className={classes('row gap-5 small faint', css.lineBreak)}>{days.get(row.key)}</p>
        )}
        {row.key === unread && (
          <p className={classes('row gap-5 small muted', css.lineBreak, css.unread)}>
            New since you were here
          </p>
        )}
        <Turn row={row} agent={agent} isRunning={row.key === current} wanted={wanted} />
      </Fragment>
    )),
  (before, after) =>
    before.agent === after.agent &&
    before.unread === after.unread &&
    before.current === after.current &&
    before.wanted === after.wanted &&
    before.group.rows.length === after.group.rows.length &&
    before.group.rows.every(
      (row, at) => row === after.group.rows[at] && before.days.get(row.key) === after.days.get(row.key),
    ),
)
Group.displayName = 'Group'

/**
 * A running turn without entries, under the key that its first entry will have: rows are numbered without
 * gaps.
 */
const beginningAfter = (last: TranscriptRow | undefined): TranscriptRow => ({
  kind: 'turn',
  key: (last?.entries.at(-1)?.n ?? 0) + 1,
  entries: [],
})

/** Keys of the rows with which a day begins, with the day's name; the first row has none. */
function dayBreaks(rows: readonly TranscriptRow[]): ReadonlyMap<number, string> {
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

/** The newest row when the user last left the tab, by agent. */
const seen = new Map<AgentId, number>()

/** Key of the first row that arrived while the user was in another tab; null if none. */
function useUnread(agent: AgentId, rows: readonly TranscriptRow[]): number | null {
  const [unread] = useState(() => {
    const last = seen.get(agent)
    if (last === undefined) return null
    return rows.find((row) => row.kind !== 'user' && (row.entries[0]?.n ?? 0) > last)?.key ?? null
  })
  const newest = rows.at(-1)?.entries.at(-1)?.n
  useEffect(() => () => void (newest !== undefined && seen.set(agent, newest)), [agent, newest])
  return unread
}
