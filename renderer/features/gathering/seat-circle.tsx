import { isOwnUser } from '../../../main/contract/gatherings/gatherings.ts'
import { absenceWords, seatReasonWords } from '../../../main/contract/gatherings/seat-words.ts'
import { useRef, useId } from 'react'
import { roundsOf } from '../../../main/contract/gatherings/decisions.ts'
import type { GatheringView, PieceView, SeatView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useNow } from '../../state/clock.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { select, show } from '../../state/view-store.ts'
import { whereIs } from '../../entities/gathering/gathering-words.ts'
import { pieceTime } from '../../entities/gathering/piece-time.ts'
import { mostInCircle, seatPositions, box, track, wayBetween, type SeatPlace } from './places.ts'
import { HarvesterActs } from './newcomer-form.tsx'
import { PhaseSign, Piece, SeatFace } from '../../entities/gathering/signs.tsx'
import { harvesterWord, isUnderWay, seatWord } from './turn-words.ts'
import { useCarrying, usePieceWay, useCircleShape } from './use-seat-circle.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { useMirror } from '../../state/store.ts'
import { TabKindBadge } from '../../entities/kind/kind-badge.tsx'
import { classes } from '../../components/classes.ts'
import type { FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import { isRemoteId, peerOf } from '../../state/peers.ts'
import type { Panel } from '../../state/panel.ts'
import circleCss from './circle.module.css'
import css from './circle-shapes.module.css'

/** Characters; a longer question gets a smaller font. */
const longQuestion = 70

export function SeatCircle({ of }: { readonly of: GatheringView }) {
  const ref = useRef<HTMLElement>(null)
  const isRow = useCircleShape(ref) === 'row'
  const places = seatPositions(of.seats.length)
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
          <SafeText
            as="p"
            className={classes(css.q, of.question.length > longQuestion && 'long')}
            title={visible(of.question)}
            dir="auto"
            text={of.question}
          />
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
  if (!isUnderWay(of)) return null
  return (
    <span className="row small muted">
      <PhaseSign of={of.phase} />
      <b className="num medium">{whereIs(of)}</b>
    </span>
  )
}

interface CarriedProps {
  readonly places: readonly SeatPlace[]
  readonly to: number
  readonly at: SeatPlace
}

/** Positioned at its holder's inner side; animated when the holder changes. */
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
  const hasBegun = isUnderWay(of)
  // During the harvest nobody can join anymore.
  const isLeftOut = seat.state === 'then' && of.phase === 'harvest'
  const word = hasBegun && !isLeftOut ? seatWord(seat) : ''
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
            {isOwnUser(seat) && ' (you)'}
          </b>
          <small>
            <SeatKind of={seat.agent} />
            <span className={css.word}>{word} </span>
            {seat.hand && (
              <span className={css.raised} title="Raised a hand">
                <Icon name="hand" />
                <span className="vh">raised a hand</span>
              </span>
            )}
            {hasBegun && (
              <Dots taken={seat.turnsTaken} rounds={of.phase === 'harvest' ? 0 : roundsOf(of, of.phase)} />
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

function SeatButton({ seat, about, children }: SeatButtonProps) {
  const way = wayOfSeat(
    seat,
    useMirror((now) => now.status?.fleet ?? null),
  )
  if (way === null)
    return (
      <span className={classes('row', css.sits)} title={visible(`${seat.name}: ${about}`)}>
        {children}
      </span>
    )
  return (
    <button
      type="button"
      className={classes('row', css.sits)}
      title={visible(`${seat.name}: ${about}`)}
      aria-haspopup={way.kind === 'peer' ? 'dialog' : undefined}
      onClick={() => (way.kind === 'peer' ? show(way) : select(way.id))}
    >
      {children}
    </button>
  )
}

function SeatKind({ of }: { readonly of: AgentId | null }) {
  const agent = useMirror((now) => (of === null ? undefined : now.agents[of]))
  return agent ? <TabKindBadge of={agent} /> : null
}

function Dots({ taken, rounds }: { readonly taken: readonly boolean[]; readonly rounds: number }) {
  return (
    <span className={css.dots} aria-hidden="true">
      {Array.from({ length: rounds }, (_, at) => (
        <i key={at} className={taken[at] ? circleCss.used : undefined} />
      ))}
    </span>
  )
}

function TurnRing({ piece, interval }: { readonly piece: PieceView; readonly interval: number }) {
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

function Listener({ of }: { readonly of: GatheringView }) {
  const { harvester } = of
  const absent = harvester.absent === null || of.state === 'closed' ? '' : absenceWords(harvester.absent)
  return (
    <div className={classes('small muted', css.listener)} data-part="listener">
      <SeatFace of={{ ...harvester, number: 0, kind: 'agent' }} />
      <b className="clip" title={visible(harvester.name)}>
        <Name name={harvester.name} />
      </b>
      <SeatKind of={harvester.agent} />
      {absent !== '' ? (
        <div className={css.cannot} title={visible(absent)}>
          <SafeText as="p" className="break-anywhere" text={`cannot harvest: ${absent}`} />
          <div className="acts gap-3">
            <HarvesterActs of={of} />
          </div>
        </div>
      ) : (
        <>
          <Icon name="ear" />
          <span className={css.word}>{harvesterWord(of)}</span>
        </>
      )}
    </div>
  )
}

type SeatWay = { readonly kind: 'agent'; readonly id: AgentId } | Extract<Panel, { readonly kind: 'peer' }>

/** The tab, or the remote agent or user; null when there is nothing to open. */
export function wayOfSeat(
  { agent, state }: Pick<SeatView, 'agent' | 'state'>,
  fleet: FleetView | null,
): SeatWay | null {
  if (agent === null || state === 'gone') return null
  if (!isRemoteId(agent)) return { kind: 'agent', id: agent }
  const peer = peerOf(agent, fleet)
  return peer && { kind: 'peer', machine: peer.machine.name, id: peer.agent.id }
}

interface OrbitProps {
  readonly places: readonly SeatPlace[]
  /** Seats between which the piece moved last, as indexes; -1: none. */
  readonly from: number
  readonly to: number
  readonly phase: GatheringView['phase']
}

/** Radius of the glow; it grows with the phase. */
const hearths: Readonly<Record<GatheringView['phase'], number>> = {
  inhale: 190,
  hold: 270,
  exhale: 330,
  decision: 345,
  harvest: 360,
}

function Orbit({ places, from, to, phase }: OrbitProps) {
  const glow = useId()
  const way = wayBetween(places, from, to)
  const isTrack = places[0]?.side === 'up'
  const { width, height } = isTrack ? track : box
  const reach = hearths[phase]
  return (
    <svg
      className={circleCss.orbit}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        <radialGradient id={glow}>
          <stop className={circleCss.glow} offset="0.35" />
          <stop className={classes(circleCss.glow, circleCss.out)} offset="1" />
        </radialGradient>
      </defs>
      <ellipse
        cx={width / 2}
        cy={height / 2}
        rx={isTrack ? reach * 1.22 : reach}
        ry={isTrack ? 38 : reach * 0.34}
        fill={`url(#${glow})`}
      />
      {isTrack ? (
        <path
          className={circleCss.o}
          d="M70 54H930C982 54 982 146 930 146H70C18 146 18 54 70 54Z"
          vectorEffect="non-scaling-stroke"
        />
      ) : (
        <ellipse
          className={circleCss.o}
          cx={width / 2}
          cy={height / 2}
          rx={box.rx}
          ry={box.ry}
          vectorEffect="non-scaling-stroke"
        />
      )}
      {way && <path className={circleCss.way} d={way} vectorEffect="non-scaling-stroke" />}
    </svg>
  )
}
