import { useEffect } from 'react'
import { countedRows } from '../../../main/contract/history/timeline.ts'
import { Broken, ErrorBoundary } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icon.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { Menu } from '../../components/menu.tsx'
import { Pane } from '../../components/pane.tsx'
import { PriorityRow, RowMenu, Yields } from '../../components/priority-row.tsx'
import { PaneButton } from '../../components/pane-button.tsx'
import { useStickToEnd } from '../../components/stick-to-end.ts'
import { EarlierPages, RowsInView } from '../../entities/log/timeline.tsx'
import { useMirror } from '../../state/store.ts'
import { readNewestMoments, readOlderMoments, useTimeline } from '../../state/timeline.ts'
import { showTimeline } from '../../state/view-store.ts'
import { exportItems } from './export.ts'
import { TimelineFilters } from './filters.tsx'
import { MomentList } from './moment-list.tsx'
import { Nothing } from './nothing.tsx'
import css from './timeline.module.css'

/** Everything that has passed, in one order: who, to whom, when, why, and what it cost. */
export function TimelinePane() {
  return (
    <Pane className={css.pane} label="Timeline">
      <PriorityRow as="header" className="head">
        <Icon name="clock" />
        <h1 data-name="">Timeline</h1>
        <div className="head-facts grow" data-elastic="" data-yield={3}>
          <Count />
        </div>
        <Menu label="Export the timeline" className="btn ghost" items={exportItems()}>
          <Icon name="out" />
          <span data-yield={2}>Export</span>
        </Menu>
        <button type="button" className="btn ghost" onClick={() => showTimeline(false)}>
          Close{' '}
          <span data-yield={1}>
            <KeyCaps of="interrupt" />
          </span>
        </button>
        <RowMenu label="Actions for the timeline" />
        <Yields at={4}>
          <PaneButton />
        </Yields>
      </PriorityRow>
      <TimelineFilters />
      <ErrorBoundary fallback={<Broken />}>
        <Moments />
      </ErrorBoundary>
    </Pane>
  )
}

/** How many rows fit. */
function Count() {
  const total = useTimeline((now) => now.total)
  const words = total === null ? '' : total > countedRows ? `${countedRows}+ rows` : rowsOf(total)
  return (
    <span className="num" role="status">
      {words}
    </span>
  )
}

const rowsOf = (total: number) => (total === 1 ? '1 row' : `${total} rows`)

function Moments() {
  const rows = useTimeline((now) => now.rows)
  const phase = useTimeline((now) => now.phase)
  const older = useTimeline((now) => now.older)
  const problem = useTimeline((now) => now.problem)
  useFresh()
  const first = rows[0]?.n
  const stick = useStickToEnd(first, rows.at(-1)?.n)
  const pages = { older, phase, first, readOlder: readOlderMoments, readNewest: readNewestMoments }
  return (
    <RowsInView
      stick={stick}
      label="Everything that has passed"
      column={css.column}
      earlier={<EarlierPages pages={pages} failed={problem} />}
    >
      {rows.length > 0 && <MomentList rows={rows} stick={stick} />}
      {rows.length === 0 && phase === 'ready' && <Nothing />}
      {rows.length === 0 && phase === 'loading' && <p className={css.nothing}>Reading…</p>}
    </RowsInView>
  )
}

/** Reads the newest rows when the pane opens, and whenever main says that there is more. */
function useFresh() {
  const told = useMirror((now) => now.moments)
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    void readNewestMoments()
  }, [told, snapshots])
}
