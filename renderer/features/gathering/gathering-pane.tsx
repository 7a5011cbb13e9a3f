import { useEffect, useRef } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { visible } from '../../components/hygiene.ts'
import { fieldIn, focusQuietly, paneAround } from '../../components/focus.ts'
import { once } from '../../components/use-still-hand.ts'
import { Pane, usePane } from '../../components/pane.tsx'
import { Name } from '../../components/safe-text.tsx'
import { ClosedGathering } from './harvest.tsx'
import { GatheringBar } from './gathering-bar.tsx'
import { Proposal } from './proposal.tsx'
import { GatheringLog, clearScrollTarget, useScrollTarget } from './gathering-log.tsx'
import { SeatCircle } from './seat-circle.tsx'
import { leave, useView } from '../../state/view-store.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { classes } from '../../components/classes.ts'
import { isUnderWay } from './turn-words.ts'
import { useShown } from '../../state/use-shown.ts'
import { GatheringDock } from './dock.tsx'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import css from './gathering-log.module.css'

export function GatheringPane({ of }: { readonly of: GatheringView }) {
  const alive = useSignOfLife(of)
  useFocusFound()
  return (
    <Pane
      className={css.gatheringPane}
      label={`Gathering ${visible(of.topic)}`}
      onKeyDown={alive}
      onPointerDown={alive}
      onClickCapture={once}
    >
      <GatheringBar of={of} />
      <ErrorBoundary>
        <Content of={of} />
      </ErrorBoundary>
    </Pane>
  )
}

function Content({ of }: { readonly of: GatheringView }) {
  const aim = useScrollTarget(of.id)
  if (of.state === 'closed') return <ClosedGathering of={of} />
  return (
    <>
      <SeatCircle of={of} />
      {of.state === 'proposed' && <Proposal of={of} />}
      {of.state === 'convening' && (
        <div className="scroll" data-part="scroll">
          <p className={classes('col row small muted break-anywhere', css.circleNote)} role="status">
            <span>
              Preparing the agents and earlier context; then <Name name={of.seats[0]?.name ?? ''} /> has the
              piece.
            </span>
          </p>
        </div>
      )}
      {isUnderWay(of) && (
        <>
          <GatheringLog of={of} wanted={aim} onArrived={clearScrollTarget} />
          <GatheringDock of={of} />
        </>
      )}
    </>
  )
}

/**
 * When the focused field disappears and there is no other to type in, the focus goes to the log or the
 * harvest.
 */
function useFocusFound() {
  const isUnder = useView((now) => now.panel !== null)
  const { isFocused } = usePane()
  useEffect(() => {
    if (isUnder || !isFocused || document.activeElement !== document.body) return
    const pane = paneAround(null)
    if (fieldIn(pane)) return
    focusQuietly(pane?.querySelector<HTMLElement>('[data-part=scroll][tabindex="0"]') ?? null)
  })
}

/** Reports once that the user is back after a missed turn, at their first action in the pane. */
function useSignOfLife({ id, user, state }: GatheringView): () => void {
  const told = useRef(false)
  const isAway = user?.away === true && state !== 'closed'
  return () => {
    if (!isAway) told.current = false
    if (!isAway || told.current) return
    told.current = true
    void steer(id, 'here')
  }
}

/** A gathering that main no longer sends is requested. */
export function useShownGathering(id: GatheringId | null): GatheringView | null {
  const told = useMirror((now) => (id === null ? undefined : now.gatherings[id]))
  return useShown(id, told, pastGathering, leaveGathering)
}

const pastGathering = (id: GatheringId) => ask('gatherings.get', { id })

const leaveGathering = (id: GatheringId) => leave({ kind: 'gathering', id })
