import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { GatheringView, UtteranceView } from '../../../main/contract/gathering-views.ts'
import type { Phase, UtteranceId } from '../../../main/contract/gatherings.ts'
import { Icon } from '../../components/icon.tsx'
import { readNewest, useMirror } from '../../store.ts'
import { Earlier } from '../log/earlier.tsx'
import { useStickToEnd } from '../agent/stick-to-end.ts'
import { Banner } from './banner.tsx'
import { LiveRow } from './live-row.tsx'
import { Passages } from './passages.tsx'
import { firstSealed, phasesOver, scrollRows, type ScrollRow } from './rows.ts'
import type { Sitting } from './seat-face.tsx'
import { SealedRow } from './sealed-row.tsx'
import { LockLine, NoteRow, PassedRow } from './small-rows.tsx'
import { useLead } from './use-lead.ts'
import { UtteranceRow } from './utterance-row.tsx'
import '../agent/transcript.css'
import '../agent/receipt.css'
import './scroll.css'

const nothing: readonly UtteranceView[] = []

interface ScrollProps {
  readonly of: GatheringView
  /** A row that is wanted in view. */
  readonly wanted: UtteranceId | null
  readonly onArrived: () => void
}

/** Everything that happened, in order: it opens at the newest, and keeps its place when one reads up. */
export function Scroll({ of, wanted, onArrived }: ScrollProps) {
  const held = useMirror((now) => now.logs.gathering[of.id])
  const phase = held?.phase
  useEffect(() => {
    if (phase === undefined || phase === 'stale') void readNewest({ kind: 'gathering', id: of.id })
  }, [of.id, phase])
  const items = held?.rows ?? nothing
  const { folded, fold, unfold } = useFolds(items, phase === 'ready', of.state === 'closed')
  const rows = useMemo(() => scrollRows(items, folded), [items, folded])
  const sealed = useMemo(() => firstSealed(items), [items])
  const { scroller, content, isAtEnd, hasNew, toEnd, letGo } = useStickToEnd(items[0]?.n, items.at(-1)?.n)
  useLead({ of: of.id, held, wanted, scroller, letGo, unfold, onArrived })
  return (
    <div className="transcript">
      <div
        ref={scroller}
        className="scroll"
        role="log"
        aria-live="off"
        aria-label="What was said"
        tabIndex={0}
      >
        <div ref={content} className="col">
          {held && (
            <Earlier
              channel={{ kind: 'gathering', id: of.id }}
              log={held}
              failed="What was said could not be read."
            />
          )}
          {phase === 'ready' && held?.older === null && <Passages passages={of.passages} />}
          {rows.map((row) => (
            <Row
              key={row.row.id}
              of={of}
              row={row}
              isFirstSealed={sealed.has(row.row.id)}
              onFold={() => fold(row.row.phase)}
            />
          ))}
          {(of.state === 'running' || of.state === 'paused') && <LiveRow of={of} />}
        </div>
      </div>
      {!isAtEnd && (
        <button type="button" className="btn new-below" onClick={toEnd}>
          <Icon name="down" />
          {hasNew ? 'New below' : 'To the end'}
        </button>
      )}
    </div>
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
  readonly onFold: () => void
}

function Row({ of, row, isFirstSealed, onFold }: RowProps): ReactNode {
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
