import { isOwnPerson } from '../../../main/contract/gatherings/gatherings.ts'
import { absenceWords, seatReasonWords } from '../../../main/contract/gatherings/seat-words.ts'
import { useRef } from 'react'
import type { GatheringView, PieceView, SeatView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useNow } from '../../state/clock.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { select, show } from '../../state/view-store.ts'
import { Orbit } from './orbit.tsx'
import { roundsOf, whereIs } from '../../entities/gathering/gathering-words.ts'
import { pieceTime } from '../../entities/gathering/piece-time.ts'
import { mostInCircle, placesOf, type SeatPlace } from './places.ts'
import { HarvesterActs } from './reopen-harvester.tsx'
import { PhaseSign, Piece, SeatFace } from '../../entities/gathering/signs.tsx'
import { wayOfSeat } from './seat-way.ts'
import { harvesterWord, seatWord } from './turn-words.ts'
import { useCarrying, usePieceWay, useCircleShape } from './use-seat-circle.ts'
import circleCss from './circle.module.css'
import css from './circle-shapes.module.css'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { useMirror } from '../../state/store.ts'
import { TabKindMark } from '../../entities/kind/kind-mark.tsx'
import { classes } from '../../components/classes.ts'

/** A question of more characters is set smaller. */
const longQuestion = 70

/** Who sits where, with the piece among them and the question in the middle. */
export function SeatCircle({ of }: { readonly of: GatheringView }) {
  const ref = useRef<HTMLElement>(null)
  const isRow = useCircleShape(ref) === 'row'
  const places = placesOf(of.seats.length)
  const isTrack = of.seats.length > mostInCircle
  const holder = of.seats.findIndex((seat) => seat.number === of.piece?.number)
  const at = places[holder]
  const from = usePieceWay(of)
  return (
    <section
      ref={ref}
      className={classes(css.stage, isRow && css.row)}
      data-part="stage"
      data-shape={isRow ? 'row' : 'circle'}
      aria-label="Seats"
    >
      <div className={isTrack ? css.track : css.circle}>
        {!isRow && <Orbit places={places} from={from} to={holder} phase={of.phase} />}
        <div className={css.heart}>
          <p
            className={classes(css.q, of.question.length > longQuestion && 'long')}
            title={visible(of.question)}
            dir="auto"
          >
            <SafeText text={of.question} />
          </p>
          {(isRow || !isTrack) && <PhaseLine of={of} />}
        </div>
        <ol aria-label="In the order of speaking">
          {of.seats.map((seat, index) => (
            <Seat key={seat.number} seat={seat} of={of} place={places[index]} isRow={isRow} />
          ))}
        </ol>
        {!isRow && at && <CarriedPiece places={places} to={holder} at={at} />}
      </div>
      <Listener of={of} />
    </section>
  )
}

function PhaseLine({ of }: { readonly of: GatheringView }) {
  const hasPhase = of.state === 'running' || of.state === 'paused'
  if (!hasPhase) return null
  return (
    <span className={circleCss.phase}>
      <PhaseSign of={of.phase} />
      <b className="num">{whereIs(of)}</b>
    </span>
  )
}

interface CarriedProps {
  readonly places: readonly SeatPlace[]
  readonly to: number
  readonly at: SeatPlace
}

/** The piece lies at its holder's inner side; another holder, and it is carried there. */
function CarriedPiece({ places, to, at }: CarriedProps) {
  return (
    <span
      ref={useCarrying(places, to)}
      className={circleCss.carried}
      data-part="carried"
      style={{ left: `${at.piece.x}%`, top: `${at.piece.y}%` }}
    >
      <Piece />
    </span>
  )
}

interface SeatProps {
  readonly seat: SeatView
  readonly of: GatheringView
  readonly place: SeatPlace | undefined
  readonly isRow: boolean
}

function Seat({ seat, of, place, isRow }: SeatProps) {
  const has = of.piece?.number === seat.number
  const hasBegun = of.state === 'running' || of.state === 'paused'
  const word = hasBegun ? seatWord(seat) : ''
  const why = seat.reason === null ? '' : seatReasonWords(seat.reason, seat.kind)
  const about = [word, seat.role, why].filter((one) => one !== '').join(' · ')
  const spoke = ['spoke', 'passed', 'silent'].includes(seat.state)
  return (
    <li
      className={classes(css.seat, has && css.has, spoke && css.done)}
      data-state={seat.state}
      data-side={place?.side}
      data-level={place?.level}
      style={isRow || !place ? undefined : { left: `${place.x}%`, top: `${place.y}%` }}
      aria-current={has ? 'true' : undefined}
    >
      <SeatButton seat={seat} about={about}>
        <SeatFace of={seat}>
          {has && of.piece && <TurnRing piece={of.piece} interval={of.interval} />}
        </SeatFace>
        {spoke && (
          <span className={css.tick} data-part="tick">
            <Sign of="good" />
          </span>
        )}
        <span className={css.lab}>
          <b>
            <span className="vh">{seat.number} </span>
            <Name name={seat.name} />
            {isOwnPerson(seat) && ' (you)'}
          </b>
          <small>
            <SeatKind of={seat.agent} />
            <span className={css.word}>{word} </span>
            {seat.hand && <HandSign />}
            {hasBegun && (
              <Dots taken={seat.taken} rounds={of.phase === 'harvest' ? 0 : roundsOf(of, of.phase)} />
            )}
          </small>
        </span>
      </SeatButton>
      {isRow && has && <Piece className={css.rowPiece} />}
    </li>
  )
}

interface SeatButtonProps {
  readonly seat: SeatView
  readonly about: string
  readonly children: React.ReactNode
}

/** A seat of an agent leads to its tab, one of another house to what is known of who sits there. */
function SeatButton({ seat, about, children }: SeatButtonProps) {
  const way = wayOfSeat(
    seat,
    useMirror((now) => now.status?.fleet ?? null),
  )
  if (way === null)
    return (
      <span className={css.sits} title={visible(`${seat.name}: ${about}`)}>
        {children}
      </span>
    )
  return (
    <button
      type="button"
      className={css.sits}
      title={visible(`${seat.name}: ${about}`)}
      aria-haspopup={way.kind === 'peer' ? 'dialog' : undefined}
      onClick={() => (way.kind === 'peer' ? show(way) : select(way.id))}
    >
      {children}
    </button>
  )
}

/** Whose agent sits there, where they are told apart. */
function SeatKind({ of }: { readonly of: AgentId | null }) {
  const agent = useMirror((now) => (of === null ? undefined : now.agents[of]))
  return agent ? <TabKindMark of={agent} /> : null
}

function HandSign() {
  return (
    <span className={css.raised} title="Raised a hand">
      <Icon name="hand" />
      <span className="vh">raised a hand</span>
    </span>
  )
}

/** One dot for each round of this phase: full where the seat had its turn. */
function Dots({ taken, rounds }: { readonly taken: readonly boolean[]; readonly rounds: number }) {
  return (
    <span className={css.dots} aria-hidden="true">
      {Array.from({ length: rounds }, (_, at) => (
        <i key={at} className={taken[at] ? circleCss.used : undefined} />
      ))}
    </span>
  )
}

interface TurnRingProps {
  readonly piece: PieceView
  readonly interval: number
}

/** What is left of the turn, round the holder. */
function TurnRing({ piece, interval }: TurnRingProps) {
  const { share } = pieceTime(piece, interval, useNow())
  return (
    <svg className={css.turnring} viewBox="0 0 36 36">
      <circle cx="18" cy="18" r="16" strokeDasharray={share === null ? '2 4' : undefined} />
      {share !== null && share > 0 && (
        <circle
          className={circleCss.v}
          cx="18"
          cy="18"
          r="16"
          pathLength="100"
          strokeDasharray={`${share * 100} 100`}
        />
      )}
    </svg>
  )
}

/** The harvester sits outside. */
function Listener({ of }: { readonly of: GatheringView }) {
  const { harvester } = of
  const absent = harvester.absent === null || of.state === 'closed' ? '' : absenceWords(harvester.absent)
  return (
    <div className={css.listener} data-part="listener">
      <SeatFace of={{ ...harvester, number: 0, kind: 'agent' }} />
      <b className="clip" title={visible(harvester.name)}>
        <Name name={harvester.name} />
      </b>
      <SeatKind of={harvester.agent} />
      {absent !== '' ? (
        <span className={css.cannot} title={visible(absent)}>
          <SafeText text={`cannot harvest: ${absent}`} />
          <HarvesterActs of={of} />
        </span>
      ) : (
        <>
          <Icon name="ear" />
          <span className={css.word}>{harvesterWord(of)}</span>
        </>
      )}
    </div>
  )
}
