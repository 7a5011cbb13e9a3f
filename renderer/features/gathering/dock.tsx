import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { NoteComposer } from './note-composer.tsx'
import { PausedRow } from './paused-row.tsx'
import { isYours } from './turn-words.ts'
import { YourTurn } from './your-turn.tsx'
import { WhoseTurn } from './whose-turn.tsx'
import '../composer/composer.css'
import './dock.css'

/** Where the person stands in it: whose turn it is in words, and where to write. */
export function Dock({ of }: { readonly of: GatheringView }) {
  const isRunning = of.state === 'running' || of.state === 'paused'
  const isYourTurn = isRunning && isYours(of)
  return (
    <div className="dock">
      <div className="col">
        {of.state === 'paused' && <PausedRow of={of} />}
        {isRunning && !isYourTurn && <WhoseTurn of={of} />}
        {isYourTurn && of.piece ? (
          <YourTurn key={of.piece.turnId} of={of} piece={of.piece} />
        ) : (
          isRunning && of.phase !== 'harvest' && <NoteComposer of={of} />
        )}
      </div>
    </div>
  )
}
