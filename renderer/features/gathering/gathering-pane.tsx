import { useEffect, useRef, useState } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { Broken, ErrorBoundary } from '../../components/error-boundary.tsx'
import { visible } from '../../components/hygiene.ts'
import { focusQuietly, paneAround } from '../../components/focus.ts'
import { once } from '../../components/use-still-hand.ts'
import { Pane, usePane } from '../../components/pane.tsx'
import { Name } from '../../components/safe-text.tsx'
import { Closed } from './closed.tsx'
import { arrived, useAim } from './use-aim.ts'
import { GatheringBar } from './gathering-bar.tsx'
import { Proposal } from './proposal.tsx'
import { GatheringLog } from './gathering-log.tsx'
import { SeatCircle } from './seat-circle.tsx'
import { useView, draftOf, view } from '../../state/view-store.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { classes } from '../../components/classes.ts'
import css from './gathering-log.module.css'
import { NoteComposer } from './note-composer.tsx'
import { PausedRow } from './paused-row.tsx'
import { draftFor } from './say.ts'
import { isYours } from './turn-words.ts'
import { YourTurn } from './your-turn.tsx'
import { TurnBanner } from './turn-banner.tsx'

/** A gathering as a pane of its own. */
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
      <ErrorBoundary fallback={<Broken />}>
        <Content of={of} />
      </ErrorBoundary>
    </Pane>
  )
}

function Content({ of }: { readonly of: GatheringView }) {
  if (of.state === 'closed') return <Closed of={of} />
  if (of.state === 'proposed')
    return (
      <>
        <SeatCircle of={of} />
        <Proposal of={of} />
      </>
    )
  if (of.state === 'convening')
    return (
      <>
        <SeatCircle of={of} />
        <div className="scroll" data-part="scroll">
          <p className={classes('col', css.circleNote)} role="status">
            <span>
              Tabs are made, the seed is gathered from earlier conversations; then{' '}
              <Name name={firstName(of)} /> has the piece.
            </span>
          </p>
        </div>
      </>
    )
  return <Running of={of} />
}

const firstName = ({ seats }: GatheringView) => seats[0]?.name ?? ''

function Running({ of }: { readonly of: GatheringView }) {
  const aim = useAim(of.id)
  return (
    <>
      <SeatCircle of={of} />
      <GatheringLog of={of} wanted={aim} onArrived={arrived} />
      <GatheringDock of={of} />
    </>
  )
}

/** Where the field with the focus is gone and nothing else is to be written in, what is read has it: words, or harvest. */
function useFocusFound() {
  const isUnder = useView((now) => now.panel !== null)
  const { isFocused } = usePane()
  useEffect(() => {
    if (isUnder || !isFocused || document.activeElement !== document.body) return
    const pane = paneAround(null)
    if (pane?.querySelector('[data-part=dock] textarea')) return
    focusQuietly(pane?.querySelector<HTMLElement>('[data-part=scroll][tabindex="0"]') ?? null)
  })
}

/** Tells once that the person is back, by whatever they do in the pane, after a turn of theirs went by. */
function useSignOfLife({ id, human, state }: GatheringView): () => void {
  const told = useRef(false)
  const isAway = human?.away === true && state !== 'closed'
  return () => {
    if (!isAway) told.current = false
    if (!isAway || told.current) return
    told.current = true
    void steer(id, 'here')
  }
}

/** Where the person stands in it: whose turn it is in words, and where to write. */
function GatheringDock({ of }: { readonly of: GatheringView }) {
  const isRunning = of.state === 'running' || of.state === 'paused'
  const isYourTurn = isRunning && isYours(of)
  const [wantsHost, setHost] = useState(() => hasHostWords(of))
  // Words begun as host stay the host's when the piece comes: what a key does must not change under the hand.
  const isSpeaking = isYourTurn && !wantsHost
  return (
    <div className="dock" data-part="dock">
      <div className="col">
        {of.state === 'paused' && <PausedRow of={of} />}
        {isRunning && !isYourTurn && <TurnBanner of={of} />}
        {isSpeaking && of.piece ? (
          <YourTurn key={of.piece.turnId} of={of} piece={of.piece} onHost={() => setHost(true)} />
        ) : (
          isRunning &&
          of.phase !== 'harvest' && <NoteComposer of={of} wantsHost={wantsHost} onHost={setHost} />
        )}
      </div>
    </div>
  )
}

const hasHostWords = ({ id }: GatheringView) =>
  draftOf(view.getState(), draftFor(id, 'host')).text.trim() !== ''
