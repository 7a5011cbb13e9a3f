import { isOwnPerson } from '../../../main/contract/gatherings/gatherings.ts'
import type { GatheringView, PieceView, SeatView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useNow } from '../../state/clock.ts'
import { Name } from '../../components/safe-text.tsx'
import { useStreamKinds } from '../../state/store.ts'
import { Said } from '../../entities/agent/said.tsx'
import { beatWords, pieceTime } from '../../entities/gathering/piece-time.ts'
import { agoWords } from './turn-words.ts'
import { Beats, Piece, SeatFace, useHue } from '../../entities/gathering/signs.tsx'
import { classes } from '../../components/classes.ts'
import css from './gathering-log.module.css'

/** Who has the piece now, where the next words will stand. The person's turn is told at the composer. */
export function LiveRow({ of }: { readonly of: GatheringView }) {
  const holder = of.seats.find((seat) => seat.number === of.piece?.number)
  if (!of.piece || !holder || isOwnPerson(holder) || of.phase === 'harvest') return null
  const isSealed = of.sealed && of.phase === 'inhale'
  return <Speaking of={of} piece={of.piece} holder={holder} isSealed={isSealed} />
}

interface SpeakingProps {
  readonly of: GatheringView
  readonly piece: PieceView
  readonly holder: SeatView
  readonly isSealed: boolean
}

function Speaking({ of, piece, holder, isSealed }: SpeakingProps) {
  const kinds = useStreamKinds(isSealed ? null : holder.agent)
  const at = kinds.lastIndexOf('text')
  return (
    <section className={css.live} data-hue={useHue(holder)} aria-label="Who has the piece">
      <div className={classes(css.sealed, css.open)} data-part="sealed">
        <SeatFace of={holder} />
        <span>
          <Name name={holder.name} pigment /> has the piece
        </span>
        <Beats beat={piece.beat} beats={piece.beats} />
        <LiveFacts piece={piece} interval={of.interval} />
        <span className="grow" />
        <Piece />
      </div>
      {holder.agent !== null && at >= 0 && piece.answering && (
        <Said text={null} agent={holder.agent} at={at} n={undefined} isLast={at === kinds.length - 1} />
      )}
    </section>
  )
}

/** Facts only: the beat, whether it writes, when the last words came. */
function LiveFacts({ piece, interval }: { readonly piece: PieceView; readonly interval: number }) {
  const now = useNow()
  const time = pieceTime(piece, interval, now)
  const facts = [
    ...(piece.beat > 0 ? [beatWords(piece.beat, piece.beats)] : []),
    lastWords(piece, now) ?? time.words,
  ]
  return <span className="num muted">{facts.join(' · ')}</span>
}

/** Words within so many ms: it writes. */
const recent = 2_000

function lastWords({ answering, lastWordAt, stopped }: PieceView, now: number): string | null {
  if (stopped || !answering) return null
  // Words that came just now are seen below.
  const silence = lastWordAt === null ? 0 : now - lastWordAt
  return silence < recent ? 'writes' : `last heard ${agoWords(silence)} ago`
}
