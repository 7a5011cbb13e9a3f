import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import {
  capital,
  inWords,
  phaseNames,
  purposes,
  roundsOf,
  roundsWords,
} from '../../entities/gathering/gathering-words.ts'
import type { ScrollRow } from './rows.ts'
import { PhaseSign } from '../../entities/gathering/signs.tsx'
import css from './gathering-log.module.css'

interface BannerProps {
  readonly of: GatheringView
  readonly row: Extract<ScrollRow, { kind: 'phase' }>
  /** Null: it does not fold. */
  readonly onFold: (() => void) | null
}

/** A phase begins: what it is for; of one that is over, what came of it. */
export function Banner({ of, row, onFold }: BannerProps) {
  const { phase } = row.row
  const name = phaseNames[phase]
  const wasSealed = phase === 'inhale' && of.sealed && row.isOver
  const title = wasSealed ? 'opened together' : purposes[phase].title
  return (
    <section className={css.banner} aria-label={`${name} begins`} data-utterance={row.row.id} tabIndex={-1}>
      <PhaseSign of={phase} className={css.phaseSign} />
      <div>
        <h2>
          {name}
          {wasSealed ? ', ' : ': '}
          {title}
        </h2>
        <p>{row.isOver && row.isFolded ? overWords(row, wasSealed) : aboutWords(of, phase)}</p>
      </div>
      {row.isOver && onFold && (
        <button type="button" className="btn ghost" aria-expanded={!row.isFolded} onClick={onFold}>
          {row.isFolded ? `Unfold ${row.spoken}` : 'Fold'}
          <span className="vh"> the {name.toLowerCase()}</span>
        </button>
      )}
    </section>
  )
}

const aboutWords = (of: GatheringView, phase: keyof typeof purposes) =>
  `${purposes[phase].about} ${roundsWords(roundsOf(of, phase))}`

function overWords({ spoken, voices }: BannerProps['row'], wasSealed: boolean): string {
  const who = `${capital(inWords(voices))} ${voices === 1 ? 'voice' : 'voices'}`
  const what = `${inWords(spoken)} ${spoken === 1 ? 'turn' : 'turns'}`
  return `${who}, ${what}${wasSealed ? ', each round written unheard' : ''}.`
}
