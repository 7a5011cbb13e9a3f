import { useState } from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { draftOf, view } from '../../state/view-store.ts'
import { NoteComposer } from './note-composer.tsx'
import { PausedRow } from './paused-row.tsx'
import { draftFor } from './say.ts'
import { isYours } from './turn-words.ts'
import { YourTurn } from './your-turn.tsx'
import { TurnBanner } from './turn-banner.tsx'

/** Where the person stands in it: whose turn it is in words, and where to write. */
export function GatheringDock({ of }: { readonly of: GatheringView }) {
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
