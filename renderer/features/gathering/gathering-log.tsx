import { useMemo, useState, type ReactNode } from 'react'
import type { GatheringView, UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { Phase, UtteranceId } from '../../../main/contract/gatherings/gatherings.ts'
import { useStickToEnd } from '../../components/stick-to-end.ts'
import { Timeline } from '../../entities/log/timeline.tsx'
import { useLog } from '../../state/store.ts'
import { Banner } from './banner.tsx'
import { LiveRow } from './live-row.tsx'
import { Passages } from './passages.tsx'
import { firstSealed, phasesOver, scrollRows, type ScrollRow } from './rows.ts'
import type { Sitting } from '../../entities/gathering/signs.tsx'
import { LockLine, NoteRow, PassedRow, SealedRow } from './small-rows.tsx'
import { useJump } from './use-jump.ts'
import { UtteranceRow } from './utterance-row.tsx'

const nothing: readonly UtteranceView[] = []

interface GatheringLogProps {
  readonly of: GatheringView
  /** A row that is wanted in view. */
  readonly wanted: UtteranceId | null
  readonly onArrived: () => void
}

/** Everything that happened, in order: it opens at the newest, and keeps its place when one reads up. */
export function GatheringLog({ of, wanted, onArrived }: GatheringLogProps) {
  const log = useLog('gathering', of.id)
  const phase = log?.phase
  const items = log?.rows ?? nothing
  const { folded, fold, unfold } = useFolds(items, phase === 'ready', of.state === 'closed')
  const rows = useMemo(() => scrollRows(items, folded), [items, folded])
  const sealed = useMemo(() => firstSealed(items), [items])
  const stick = useStickToEnd(items[0]?.n, items.at(-1)?.n)
  const { scroller, letGo } = stick
  useJump({ of: of.id, log, wanted, scroller, letGo, unfold, onArrived })
  return (
    <Timeline
      channel={{ kind: 'gathering', id: of.id }}
      log={log}
      stick={stick}
      label="What was said"
      failed="What was said could not be read."
    >
      {phase === 'ready' && log?.older === null && <Passages passages={of.passages} />}
      {rows.map((row) => (
        <LogRow
          key={row.row.id}
          of={of}
          row={row}
          isFirstSealed={sealed.has(row.row.id)}
          onFold={() => fold(row.row.phase)}
        />
      ))}
      {(of.state === 'running' || of.state === 'paused') && <LiveRow of={of} />}
    </Timeline>
  )
}

/** What was over when the pane opened is folded; afterwards only the hand folds. */
function useFolds(items: readonly UtteranceView[], isRead: boolean, isOpen: boolean) {
  const [folded, setFolded] = useState<ReadonlySet<Phase> | null>(null)
  if (folded === null && isRead) setFolded(isOpen ? new Set() : phasesOver(items))
  const shown = folded ?? none
  const unfold = (phase: Phase) => setFolded(new Set([...shown].filter((one) => one !== phase)))
  const fold = (phase: Phase) => (shown.has(phase) ? unfold(phase) : setFolded(new Set([...shown, phase])))
  return { folded: shown, fold, unfold }
}

const none: ReadonlySet<Phase> = new Set()

interface RowProps {
  readonly of: GatheringView
  readonly row: ScrollRow
  readonly isFirstSealed: boolean
  /** Null: nothing folds here. */
  readonly onFold: (() => void) | null
}

/** A row of the scroll, as what it is. */
export function LogRow({ of, row, isFirstSealed, onFold }: RowProps): ReactNode {
  if (row.kind === 'phase') return <Banner of={of} row={row} onFold={onFold} />
  const by = sitting(of, row.row)
  switch (row.row.kind) {
    case 'said':
    case 'comment':
    case 'host':
      if (!row.row.sealed) return <UtteranceRow row={row.row} by={by} />
      return (
        <>
          {isFirstSealed && <LockLine />}
          <SealedRow row={row.row} by={by} />
        </>
      )
    case 'passed':
    case 'silent':
    case 'missed':
      return <PassedRow row={row.row} by={by} />
    case 'phase':
    case 'opened':
    case 'note':
      return <NoteRow row={row.row} />
  }
}

/** Whose a row is; the host is the person. */
function sitting(of: GatheringView, { number, name, agent, kind }: UtteranceView): Sitting {
  const seat = of.seats.find((one) => one.number === number)
  const isHuman = seat?.kind === 'human' || kind === 'host'
  return { number: number ?? 0, name, agent, kind: isHuman ? 'human' : 'agent' }
}
