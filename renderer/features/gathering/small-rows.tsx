import { isObjectionRound, roundsOf } from '../../../main/contract/gatherings/decisions.ts'
import type {
  UtteranceView,
  GatheringView,
  PieceView,
  SeatView,
} from '../../../main/contract/gatherings/gathering-views.ts'
import { Button } from '../../components/button.tsx'
import { durationWords, shortDuration } from '../../components/duration.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { SeatFace, useHue, PhaseSign, Beats, Piece, type Sitting } from '../../entities/gathering/signs.tsx'
import { RowActs } from './utterance-row.tsx'
import {
  capitalized,
  numberWord,
  phaseNames,
  plainPhaseNames,
  purposes,
  roundsWords,
} from '../../entities/gathering/gathering-words.ts'
import type { ScrollRow } from './rows.ts'
import { isOwnUser } from '../../../main/contract/gatherings/gatherings.ts'
import { useNow } from '../../state/clock.ts'
import { useStreamKinds } from '../../state/store.ts'
import { AgentText } from '../../entities/agent/said.tsx'
import { beatLabel, pieceTime } from '../../entities/gathering/piece-time.ts'
import { isSealing } from './turn-words.ts'
import { classes } from '../../components/classes.ts'
import css from './gathering-log.module.css'

const verbs: Partial<Readonly<Record<UtteranceView['kind'], string>>> = {
  passed: 'passed',
  silent: 'had nothing to add',
  missed: 'was skipped',
}

export function PassedRow({ row, by }: { readonly row: UtteranceView; readonly by: Sitting }) {
  return (
    <div
      className={classes('row wrap gap-5 row-gap-2 muted', css.passed)}
      data-part="passed"
      data-hue={useHue(by)}
      data-utterance={row.id}
      tabIndex={-1}
    >
      <SeatFace of={by} />
      <span>
        <Name name={row.name} pigment /> {verbs[row.kind]}
        {row.kind === 'missed' && (
          <>
            : <SafeText className="break-anywhere" text={row.text} />
          </>
        )}
      </span>
      {row.kind === 'passed' && row.text !== '' && (
        <em className="break-anywhere" dir="auto">
          “<SafeText text={row.text} />”
        </em>
      )}
      <span className="num faint">{row.ms > 0 ? durationWords(row.ms) : <At at={row.at} />}</span>
      <RowActs row={row} />
    </div>
  )
}

export function NoteRow({ row }: { readonly row: UtteranceView }) {
  const opened = row.phase === 'decision' ? 'All answers are' : `Round ${row.round} is`
  const words = row.kind === 'opened' ? `${opened} now visible to everyone.` : row.text
  return (
    <p
      className={classes('row small muted break-anywhere', css.circleNote)}
      data-utterance={row.id}
      tabIndex={-1}
    >
      <span>
        {row.kind === 'opened' && <Icon name="eye" />}
        <SafeText text={words} /> <span className="faint num">{<At at={row.at} />}</span>
      </span>
    </p>
  )
}

export function LockLine() {
  return (
    <p className={classes('row small muted break-anywhere', css.circleNote)}>
      <span>
        <Icon name="lock" />
        Hidden until everyone has spoken in this round.
      </span>
    </p>
  )
}

/** Height of the cover in rem per word. */
const remPerWord = 0.125

export function SealedRow({ row, by }: { readonly row: UtteranceView; readonly by: Sitting }) {
  const words = `${row.words.toLocaleString('en')} ${row.words === 1 ? 'word' : 'words'}`
  return (
    <div
      className={classes('row gap-5', css.sealed)}
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
        {words} · {durationWords(row.ms)}
      </span>
      <Icon name="lock" />
      <span className="vh">sealed</span>
    </div>
  )
}

interface BannerProps {
  readonly of: GatheringView
  readonly row: Extract<ScrollRow, { kind: 'phase' }>
  /** Null: it can't be collapsed. */
  readonly onCollapse: (() => void) | null
}

export function Banner({ of, row, onCollapse }: BannerProps) {
  const { phase } = row.row
  const name = phaseNames[phase]
  const wasSealed = phase === 'inhale' && of.sealed && row.isOver
  const title = wasSealed ? 'revealed together' : purposes[phase].title
  return (
    <section className={css.banner} aria-label={`${name} begins`} data-utterance={row.row.id} tabIndex={-1}>
      <PhaseSign of={phase} className={css.phaseSign} />
      <div>
        <h2 className="break-anywhere">
          {plainPhaseNames[phase]}
          {wasSealed ? ', ' : ': '}
          {title}
        </h2>
        <p>{row.isOver ? overWords(row, wasSealed) : aboutWords(of, row.row)}</p>
      </div>
      {row.isOver && onCollapse && (
        <Button variant="ghost" aria-expanded={!row.isCollapsed} onClick={onCollapse}>
          {row.isCollapsed ? `Expand ${row.spoken}` : 'Collapse'}
          <span className="vh"> the {name.toLowerCase()}</span>
        </Button>
      )}
    </section>
  )
}

function aboutWords(of: GatheringView, { phase, round }: UtteranceView): string {
  if (isObjectionRound(of, { phase, round })) return 'They answer the objections.'
  const { about } = purposes[phase]
  return phase === 'decision'
    ? about
    : `${about} ${roundsWords(roundsOf({ structure: of.structure }, phase))}`
}

function overWords({ spoken, voices }: BannerProps['row'], wasSealed: boolean): string {
  const who = `${capitalized(numberWord(voices))} ${voices === 1 ? 'speaker' : 'speakers'}`
  const what = `${numberWord(spoken)} ${spoken === 1 ? 'turn' : 'turns'}`
  return `${who}, ${what}${wasSealed ? ', each round hidden until all had spoken' : ''}.`
}

/** The holder, where their statement will appear. The user's own turn is shown at the composer. */
export function LiveRow({ of }: { readonly of: GatheringView }) {
  const holder = of.seats.find((seat) => seat.number === of.piece?.number)
  if (!of.piece || !holder || isOwnUser(holder) || of.phase === 'harvest') return null
  return <Speaking of={of} piece={of.piece} holder={holder} />
}

interface SpeakingProps {
  readonly of: GatheringView
  readonly piece: PieceView
  readonly holder: SeatView
}

function Speaking({ of, piece, holder }: SpeakingProps) {
  const kinds = useStreamKinds(isSealing(of) ? null : holder.agent)
  const at = kinds.lastIndexOf('text')
  return (
    <section className={css.live} data-hue={useHue(holder)} aria-label="Who has the piece">
      <div className={classes('row gap-5', css.sealed, css.open)} data-part="sealed">
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
        <AgentText text={null} agent={holder.agent} at={at} n={undefined} isLast={at === kinds.length - 1} />
      )}
    </section>
  )
}

function LiveFacts({ piece, interval }: { readonly piece: PieceView; readonly interval: number }) {
  const now = useNow()
  const time = pieceTime(piece, interval, now)
  const facts = [
    ...(piece.beat > 0 ? [beatLabel(piece.beat, piece.beats)] : []),
    lastWords(piece, now) ?? time.words,
  ]
  return <span className="num muted">{facts.join(' · ')}</span>
}

/** A holder with output more recent than this is shown as writing; ms. */
const recent = 2_000

function lastWords({ answering, lastWordAt, stopped }: PieceView, now: number): string | null {
  if (stopped || !answering) return null
  // Recent output is visible below.
  const silence = lastWordAt === null ? 0 : now - lastWordAt
  return silence < recent ? 'writes' : `last activity ${shortDuration(silence)} ago`
}
