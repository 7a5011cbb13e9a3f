import { useRef, useState } from 'react'
import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import type { UtteranceId } from '../../../main/contract/gatherings.ts'
import { Broken, ErrorBoundary } from '../../components/error-boundary.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name } from '../../components/safe-text.tsx'
import { Closed } from './closed.tsx'
import { Dock } from './dock.tsx'
import { GatheringBar } from './gathering-bar.tsx'
import { once } from './once.ts'
import { Proposal } from './proposal.tsx'
import { Scroll } from './scroll.tsx'
import { Stage } from './stage.tsx'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import '../../components/pane.css'

/** A gathering as a pane of its own. */
export function GatheringPane({ of }: { readonly of: GatheringView }) {
  const alive = useSignOfLife(of)
  return (
    <main
      className="pane gathering-pane"
      aria-label={`Gathering ${visible(of.topic)}`}
      onKeyDown={alive}
      onPointerDown={alive}
      onClickCapture={once}
    >
      <GatheringBar of={of} />
      <ErrorBoundary fallback={<Broken />}>
        <Content of={of} />
      </ErrorBoundary>
    </main>
  )
}

function Content({ of }: { readonly of: GatheringView }) {
  if (of.state === 'closed') return <Closed of={of} />
  if (of.state === 'proposed')
    return (
      <>
        <Stage of={of} />
        <Proposal of={of} />
      </>
    )
  if (of.state === 'convening')
    return (
      <>
        <Stage of={of} />
        <div className="scroll">
          <p className="col circle-note" role="status">
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
  const [wanted, setWanted] = useState<UtteranceId | null>(null)
  return (
    <>
      <Stage of={of} />
      <Scroll of={of} wanted={wanted} onArrived={() => setWanted(null)} />
      <Dock of={of} />
    </>
  )
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
