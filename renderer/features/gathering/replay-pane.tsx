import { BarTitle } from './gathering-bar.tsx'
import { useEffect, useMemo, useState, useLayoutEffect, useRef } from 'react'
import type { GatheringView, UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { Button } from '../../components/button.tsx'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { visible } from '../../components/hygiene.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { Pane } from '../../components/pane.tsx'
import { PriorityRow, RowMenu, Yields } from '../../components/priority-row.tsx'
import { PaneButton, SideButton } from '../../components/pane-button.tsx'
import { classes } from '../../components/classes.ts'
import { currentAriaKeys } from '../../keys/current-keys.ts'
import { readOlder, readNewest, useLog } from '../../state/store.ts'
import { showReplay, useView } from '../../state/view-store.ts'
import { ReplayControls, usePlaying, useReplayKeys } from './replay-controls.tsx'
import { stepsOf, viewAt, within } from './replay-steps.ts'
import { SeatCircle } from './seat-circle.tsx'
import { visibleRowsAt } from '../../../main/contract/gatherings/replay.ts'
import { LogScroller } from '../../entities/log/timeline.tsx'
import { GatheringLogRow } from './gathering-log.tsx'
import { firstSealed, scrollRows } from './rows.ts'
import barCss from './gathering-bar.module.css'
import logCss from './gathering-log.module.css'
import css from './replay.module.css'

const none: readonly UtteranceView[] = []

export function ReplayPane({ of }: { readonly of: GatheringView }) {
  return (
    <Pane className={logCss.gatheringPane} label={`Replay of ${visible(of.topic)}`}>
      <PriorityRow as="header" className={barCss.gbar} data-part="gathering-bar">
        <BarTitle of={of} />
        <div className={barCss.state} data-yield={2}>
          Replay
        </div>
        <span className="grow" data-elastic="" />
        <div className="acts">
          <Button
            variant="ghost"
            aria-keyshortcuts={currentAriaKeys('replayClose')}
            onClick={() => showReplay(null)}
          >
            <span>
              Back<span data-yield={3}> to the gathering</span>
            </span>{' '}
            <span data-yield={1}>
              <KeyCaps of="replayClose" />
            </span>
          </Button>
          <RowMenu label={`Actions for the replay of ${visible(of.topic)}`} />
          <Yields at={4}>
            <PaneButton />
          </Yields>
          <Yields at={5}>
            <SideButton />
          </Yields>
        </div>
      </PriorityRow>
      <ErrorBoundary>
        <Steps of={of} />
      </ErrorBoundary>
    </Pane>
  )
}

function useWhole(id: GatheringView['id']) {
  const log = useLog('gathering', id)
  const { phase, older } = log ?? {}
  useEffect(() => {
    if (phase === 'ready' && older !== null) void readOlder({ kind: 'gathering', id })
  }, [id, phase, older])
  const isWhole = phase === 'ready' && older === null
  return { rows: log?.rows ?? none, isWhole, isFailed: phase === 'failed' }
}

function Steps({ of }: { readonly of: GatheringView }) {
  const { rows, isWhole, isFailed } = useWhole(of.id)
  const [wasWhole, setWhole] = useState(false)
  if (isWhole && !wasWhole) setWhole(true)
  if (isFailed && !wasWhole)
    return (
      <p className={classes('col muted', css.reading)}>
        What was said could not be read.{' '}
        <Button onClick={() => void readNewest({ kind: 'gathering', id: of.id })}>Try again</Button>
      </p>
    )
  if (!wasWhole)
    return (
      <p className={classes('col muted', css.reading)} role="status">
        Reading what was said…
      </p>
    )
  return <Walk of={of} rows={rows} />
}

function Walk({ of, rows }: { readonly of: GatheringView; readonly rows: readonly UtteranceView[] }) {
  const steps = stepsOf(of, rows)
  const wanted = useView((now) => (now.replay?.gathering === of.id ? now.replay.step : 1))
  const step = within(wanted, steps)
  const go = (to: number) => showReplay({ gathering: of.id, step: within(to, steps) })
  const playing = usePlaying({ gathering: of.id, rows, step, steps, go })
  useReplayKeys({ step, steps, go: playing.byHand, toggle: playing.toggle })
  const shown = useMemo(() => viewAt(of, rows, step), [of, rows, step])
  return (
    <>
      <SeatCircle of={shown} />
      <ReplayLog of={of} rows={rows} step={step} />
      <ReplayControls of={of} rows={rows} step={step} steps={steps} playing={playing} />
    </>
  )
}

interface ReplayLogProps {
  readonly of: GatheringView
  readonly rows: readonly UtteranceView[]
  readonly step: number
}

const noPhases: ReadonlySet<never> = new Set()

/**
 * The log as it was after a step: statements sealed at that time have no text, and the step's row is marked.
 */
function ReplayLog({ of, rows, step }: ReplayLogProps) {
  const shown = useMemo(() => visibleRowsAt(rows, step), [rows, step])
  const sealed = useMemo(() => firstSealed(shown), [shown])
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    // The close has no row of its own: scroll to the end.
    const row = box?.querySelector<HTMLElement>('[data-now], [data-part=replay-row]:last-child')
    if (!box || !row) return
    // Show the end of the step's text, or its beginning if it is taller than the view.
    const isLong = row.offsetHeight > box.clientHeight
    row.scrollIntoView({ block: isLong ? 'start' : 'end' })
  }, [step])
  return (
    <div className="transcript" data-part="transcript">
      <LogScroller of={scroller} label="What had been said">
        <div className="col">
          {scrollRows(shown, noPhases).map((one) => (
            <div
              key={one.row.id}
              className={css.row}
              data-part="replay-row"
              data-now={one.row.n === step || undefined}
            >
              <GatheringLogRow of={of} row={one} isFirstSealed={sealed.has(one.row.id)} onCollapse={null} />
            </div>
          ))}
        </div>
      </LogScroller>
    </div>
  )
}
