import type { UtteranceView } from '../../../main/contract/gathering-views.ts'
import { counted } from '../../components/duration.ts'
import { Icon } from '../../components/icon.tsx'
import { Name } from '../../components/safe-text.tsx'
import { SeatFace, useHue, type Sitting } from '../../entities/gathering/seat-face.tsx'

/** Rem of the cover for each word: 120 words cover a hand's breadth. */
const remPerWord = 0.125

interface SealedProps {
  readonly row: UtteranceView
  readonly by: Sitting
}

/** Who has spoken, and how much: covered words of true length. */
export function SealedRow({ row, by }: SealedProps) {
  const words = `${row.words.toLocaleString('en')} ${row.words === 1 ? 'word' : 'words'}`
  return (
    <div className="sealed" data-hue={useHue(by)} data-utterance={row.id} tabIndex={-1}>
      <SeatFace of={by} />
      <span>
        <Name name={row.name} pigment /> has spoken
      </span>
      <span
        className="cover"
        style={{ flexBasis: `${Math.max(1, row.words * remPerWord)}rem` }}
        aria-hidden="true"
      />
      <span className="grow" />
      <span className="num muted">
        {words} · {counted(row.ms)}
      </span>
      <Icon name="lock" />
      <span className="vh">sealed</span>
    </div>
  )
}
