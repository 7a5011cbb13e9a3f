import type { UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { counted } from '../../components/duration.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { SeatFace, useHue, type Sitting } from '../../entities/gathering/signs.tsx'
import { RowActs } from './row-acts.tsx'
import css from './gathering-log.module.css'

interface RowProps {
  readonly row: UtteranceView
  readonly by: Sitting
}

const verbs: Partial<Readonly<Record<UtteranceView['kind'], string>>> = {
  passed: 'passed',
  silent: 'kept silence',
  missed: 'was passed over',
}

/** A turn without a speech: passed, in silence, or passed over. As dignified as speech. */
export function PassedRow({ row, by }: RowProps) {
  return (
    <div
      className={css.passed}
      data-part="passed"
      data-hue={useHue(by)}
      data-utterance={row.id}
      tabIndex={-1}
    >
      <SeatFace of={by} />
      <span>
        <Name name={row.name} pigment /> {verbs[row.kind]}
      </span>
      {row.kind === 'passed' && row.text !== '' && (
        <em dir="auto">
          “<SafeText text={row.text} />”
        </em>
      )}
      {row.kind === 'missed' && (
        <span className={css.why}>
          <SafeText text={row.text} />
        </span>
      )}
      <span className="num faint">{row.ms > 0 ? counted(row.ms) : <At at={row.at} />}</span>
      <RowActs row={row} />
    </div>
  )
}

/** Something that happened to the circle. */
export function NoteRow({ row }: { readonly row: UtteranceView }) {
  const words = row.kind === 'opened' ? `The words of round ${row.round} are open to all now.` : row.text
  return (
    <p className={css.circleNote} data-utterance={row.id} tabIndex={-1}>
      <span>
        {row.kind === 'opened' && <Icon name="eye" />}
        <SafeText text={words} /> <span className="faint num">{<At at={row.at} />}</span>
      </span>
    </p>
  )
}

/** Above the first sealed words of a round. */
export function LockLine() {
  return (
    <p className={css.circleNote}>
      <span>
        <Icon name="lock" />
        Words are sealed until all have spoken in this round, then they open together.
      </span>
    </p>
  )
}

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
    <div
      className={css.sealed}
      data-part="sealed"
      data-hue={useHue(by)}
      data-utterance={row.id}
      tabIndex={-1}
    >
      <SeatFace of={by} />
      <span>
        <Name name={row.name} pigment /> has spoken
      </span>
      <span
        className={css.cover}
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
