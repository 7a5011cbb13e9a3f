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

/** Groups at the end that are always drawn: a tab shows them first, and they change. */
const keptGroups = 2
/** Guessed height of a row that was not drawn yet, in px. */
const guessedRow = 45

/** The rows of a conversation, with a line where a day begins and where the user has not read on. */
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
  /** The key of the row before which the user has not read on. */
  readonly unread: number | null
  /** The key of the turn that runs. */
  readonly current: number | null
  /** The place to jump to, if it is in this group. */
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

/** A turn that has no entry yet, under the key that its first entry will give it: rows are counted without gaps. */
const beginningAfter = (last: TranscriptRow | undefined): TranscriptRow => ({
  kind: 'turn',
  key: (last?.entries.at(-1)?.n ?? 0) + 1,
  entries: [],
})

/** The rows with which a day begins, and its name; the first row has none. */
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

/** The newest row that was there when the user last left a tab, by agent. */
const seen = new Map<AgentId, number>()

/** The key of the first row that came while the user was elsewhere; null if none did. */
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
