import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  Fragment,
  memo,
} from 'react'
import type { Entry, AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { PathOpener } from '../../components/path-link.tsx'
import { openPath } from '../../entities/folder/open-path.ts'
import { applyEvent, useIsWriting, useLog } from '../../state/store.ts'
import { VirtualList, VirtualListItem } from '../../components/virtual-list.tsx'
import { useStickToEnd } from '../../components/stick-to-end.ts'
import { Timeline } from '../../entities/log/timeline.tsx'
import { rowReader, rowGroups, type TranscriptRow, type RowGroup } from './rows.ts'
import { rowSelector, showRow } from '../../entities/log/show-row.ts'
import { arrive, useView } from '../../state/view-store.ts'
import { dayOf } from '../../components/duration.ts'
import { Turn } from './turn.tsx'
import { classes } from '../../components/classes.ts'
import css from './transcript.module.css'

interface TranscriptProps {
  readonly agent: AgentView
  readonly children: ReactNode
  readonly empty: ReactNode
}

const nothing: readonly Entry[] = []

/** Older rows beyond this are dropped while the user is at the end. */
const mostRows = 1_600
const keptRows = 1_200

/** The transcript scrolls along only while the user is at its end. */
export function Transcript({ agent, children, empty }: TranscriptProps) {
  const log = useLog('agent', agent.id)
  const entries = log?.rows ?? nothing
  const count = entries.length
  const [read] = useState(rowReader)
  const rows = useMemo(() => read(entries), [read, entries])
  const stick = useStickToEnd(entries[0]?.n, entries.at(-1)?.n)
  const { scroller, isAtEnd, toEnd, letGo } = stick
  const isJumping = useJump(agent.id, entries, scroller, letGo)
  useEffect(() => {
    const channel = { kind: 'agent', id: agent.id } as const
    if (isAtEnd && !isJumping && count > mostRows) applyEvent({ kind: 'logTrimmed', channel, keep: keptRows })
  }, [agent.id, isAtEnd, isJumping, count])

  useOwnWords(entries.at(-1), toEnd)
  const open = useCallback(
    (path: string, line: number | null) => void openPath(agent.id, path, line),
    [agent.id],
  )

  const isWriting = useIsWriting(agent.id)
  const isQuiet = agent.status === 'idle' || agent.status === 'asleep' || agent.status === 'starting'
  const isEmpty = log?.phase === 'ready' && rows.length === 0 && isQuiet
  return (
    <Timeline
      channel={{ kind: 'agent', id: agent.id }}
      log={log}
      stick={stick}
      label={`Conversation with ${visible(agent.name)}`}
      failed="The conversation could not be read."
      isWriting={isWriting}
    >
      {isEmpty && empty}
      <PathOpener value={open}>
        <VirtualList scroller={scroller}>
          <Rows agent={agent} rows={rows} />
        </VirtualList>
      </PathOpener>
      {children}
    </Timeline>
  )
}

/** Scrolls to the user's own new message, wherever they were reading. */
function useOwnWords(newest: Entry | undefined, toEnd: () => void) {
  const seen = useRef(newest?.n)
  useEffect(() => {
    const before = seen.current
    seen.current = newest?.n
    if (newest === undefined || before === undefined || newest.n <= before) return
    if (newest.author.kind === 'user' && newest.author.via === 'window') toEnd()
  }, [newest, toEnd])
}

/** Scrolls to the wanted row once it is loaded. Returns whether one is wanted. */
function useJump(
  agent: AgentId,
  entries: readonly Entry[],
  scroller: RefObject<HTMLElement | null>,
  letGo: () => void,
): boolean {
  const jump = useView((now) => (now.jump?.agent === agent ? now.jump : null))
  const wanted = jump?.n ?? null
  const first = entries[0]?.n ?? Infinity
  const last = entries.at(-1)?.n ?? 0
  useEffect(() => {
    if (jump === null || wanted === null || wanted < first || wanted > last || !scroller.current) return
    const row = rowAt(scroller.current, wanted)
    if (row) {
      letGo()
      // First, while all rows on the way are rendered.
      showRow(row, { words: jump.words, isLanding: jump.isLanding })
    }
    arrive()
  }, [jump, wanted, first, last, scroller, letGo])
  return wanted !== null
}

/** The element that shows a row: its own, or the one before it that it is collapsed into. */
function rowAt(scroller: HTMLElement, n: number): HTMLElement | undefined {
  const placeOf = (element: HTMLElement) => Number(element.dataset['n'])
  return [...scroller.querySelectorAll<HTMLElement>(rowSelector)]
    .filter((element) => placeOf(element) <= n)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .at(-1)
}

/** Groups at the end that are always rendered: a tab shows them first, and they change. */
const keptGroups = 2
/** Estimated height of a row not yet rendered, in px. */
const guessedRow = 45

function Rows({ agent, rows }: { readonly agent: AgentView; readonly rows: readonly TranscriptRow[] }) {
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
