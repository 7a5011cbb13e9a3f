import { useState } from 'react'
import type { PieceCall } from '../../../main/contract/gatherings.ts'
import type { Entry } from '../../../main/contract/model.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { Piece } from '../../entities/gathering/signs.tsx'
import { InTopic, OpenGathering } from './circle-inset.tsx'
import { useClamped } from '../../components/use-clamped.ts'
import './inset.css'

/** Words beyond this do not show in three lines, and are not laid out. */
const previewLength = 600

/** With which words a gathering began the turn, in short. */
function pieceWords(piece: PieceCall | undefined): string {
  switch (piece?.kind) {
    case undefined:
      return 'Gathering'
    case 'grant':
      return 'Has the piece'
    case 'beat':
      return `Beat ${piece.beat}`
    case 'final':
      return 'Last words'
    case 'harvest':
      return 'Asked for the harvest'
  }
}

/** What a gathering put before the agent: the piece, a beat of its turn, or the question for the harvest. */
export function PieceInset({ entry }: { readonly entry: Entry }) {
  const [isOpen, setOpen] = useState(false)
  const { piece } = entry
  const word = pieceWords(piece)
  const [preview, isClamped] = useClamped(isOpen)
  const isLong = isOpen || isClamped || entry.text.length > previewLength
  return (
    <section className="inset block beat piece-row" data-n={entry.n} aria-label={`Gathering: ${word}`}>
      <header>
        {piece?.kind === 'grant' ? <Piece className="sm" /> : <Icon name="gather" />}
        <span className="clip">
          <b className="kind">{word}</b>
          {piece && <InTopic id={piece.gathering} />}
        </span>
        <span className="num arrival">
          <At at={entry.at} />
        </span>
        <span className="grow" />
        {isLong && (
          <button type="button" className="btn ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fold' : 'Unfold'}
          </button>
        )}
        {piece && <OpenGathering id={piece.gathering} />}
      </header>
      <p ref={preview} dir="auto" className={isOpen ? 'said whole' : 'preview two'}>
        <SafeText text={isOpen ? entry.text : entry.text.slice(0, previewLength)} />
      </p>
    </section>
  )
}
