import { useState, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { durationWords } from '../../components/duration.ts'
import { allRounds, roundsBefore, roundsOf } from '../../../main/contract/gatherings/decisions.ts'
import { isOwnUser, type Phase } from '../../../main/contract/gatherings/gatherings.ts'
import type { GatheringView, PieceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useNow } from '../../state/clock.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { PriorityRow, RowMenu, Yields } from '../../components/priority-row.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { UseButton } from '../../entities/budget/use-button.tsx'
import { useMoney } from '../../state/money.ts'
import { showReplay } from '../../state/view-store.ts'
import { PaneButton, SideButton } from '../../components/pane-button.tsx'
import { seatCount } from '../../../main/contract/api/limits.ts'
import { NewcomerForm, HarvesterActs, HarvesterLine, useWayBack } from './newcomer-form.tsx'
import { exportGathering, steer } from '../../entities/gathering/gathering-acts.ts'
import { isHeld, pieceTime } from '../../entities/gathering/piece-time.ts'
import { Piece, PhaseSign } from '../../entities/gathering/signs.tsx'
import { isSealing, isUnderWay, isOwnTurn, remainingSpeakers, turnsWords } from './turn-words.ts'
import { classes } from '../../components/classes.ts'
import {
  phaseHelp,
  phaseNames,
  phasesOf,
  plainPhaseNames,
  seatLabel,
  whereIs,
  capitalized,
  numberWord,
} from '../../entities/gathering/gathering-words.ts'
import { ActButton } from './act-button.tsx'
import css from './gathering-bar.module.css'

export function GatheringBar({ of }: { readonly of: GatheringView }) {
  const [form, setForm] = useState<'close' | 'seat' | null>(null)
  const isClosing = form === 'close'
  return (
    <>
      <PriorityRow
        as="header"
        className={classes(css.gbar, of.state === 'closed' && css.over)}
        data-part="gathering-bar"
      >
        <BarTitle of={of} />
        {isUnderWay(of) && (
          <>
            <div className={css.wide} data-yield={1}>
              <Breath of={of} />
            </div>
            <div className={css.narrow}>
              <ShortBreath of={of} />
            </div>
          </>
        )}
        {isUnderWay(of) && of.piece && <PieceNow of={of} piece={of.piece} />}
        <Standing of={of} />
        {of.state !== 'proposed' && of.state !== 'closed' && <Cost of={of} />}
        <span className="grow" data-elastic="" />
        <div className="acts">
          <HostActs
            of={of}
            onClose={() => setForm(isClosing ? null : 'close')}
            onSeat={() => setForm('seat')}
            isClosing={isClosing}
          />
          <Yields at={8}>
            <PaneButton />
          </Yields>
          <Yields at={9}>
            <SideButton />
          </Yields>
        </div>
      </PriorityRow>
      {isClosing && of.state !== 'closed' && <CloseForm of={of} onDone={() => setForm(null)} />}
      {form === 'seat' && canJoin(of) && <NewcomerForm of={of} as="seat" onDone={() => setForm(null)} />}
    </>
  )
}

export function BarTitle({ of: { topic } }: { readonly of: GatheringView }) {
  return (
    <div className={css.title}>
      <Icon name="gather" />
      <h1 className="clip strong" title={visible(topic)} data-name="">
        <SafeText text={topic} />
      </h1>
    </div>
  )
}

function Standing({ of }: { readonly of: GatheringView }) {
  if (of.state === 'closed') return <ClosedFacts of={of} />
  if (of.state === 'paused' && of.piece === null) return <div className={css.state}>Paused</div>
  if (of.state === 'proposed') return <div className={css.state}>Proposed</div>
  return of.state === 'convening' ? <div className={css.state}>Starting</div> : null
}

/** Follows the shared clock; never announced to screen readers. */
function PieceNow({ of, piece }: { readonly of: GatheringView; readonly piece: PieceView }) {
  const { words } = pieceTime(piece, of.interval, useNow())
  const isYou = isOwnTurn(of)
  return (
    <div className={css.holder}>
      <Piece className={css.barPiece} />
      <b
        className="clip"
        data-name=""
        data-help={`${isYou ? 'You have' : `${visible(piece.name)} has`} the talking piece: only ${isYou ? 'you' : 'they'} speak now`}
      >
        <Name name={seatLabel(isYou ? { ...piece, name: 'You' } : piece)} />
      </b>
      <span className="vh"> {isYou ? 'have' : 'has'} the piece, </span>
      <span className={classes('num muted', css.time)}>{words}</span>
    </div>
  )
}

function Cost({ of }: { readonly of: GatheringView }) {
  return (
    <div className={classes('num', css.cost)} data-yield={4}>
      <UseButton
        spender={{ of: 'gathering', id: of.id }}
        spending={of.spending}
        label="Usage of this gathering"
        capLabel="Limit of this gathering"
      >
        <p className="faint">
          {of.turns} of {of.maxTurns} prompts.
        </p>
      </UseButton>
    </div>
  )
}

interface HostProps {
  readonly of: GatheringView
  readonly isClosing: boolean
  readonly onClose: () => void
  readonly onSeat: () => void
}

const canJoin = (of: GatheringView): boolean =>
  isUnderWay(of) && of.phase !== 'harvest' && of.seats.length < seatCount.most

function HostActs({ of, isClosing, onClose, onSeat }: HostProps) {
  if (of.state === 'closed')
    return (
      <>
        {of.spoken.turns > 0 && (
          <Button variant="ghost" data-yield={3} onClick={() => showReplay({ gathering: of.id, step: 1 })}>
            Replay
          </Button>
        )}
        <Button variant="ghost" data-yield={2} onClick={() => void exportGathering(of.id)}>
          Export Markdown
        </Button>
        <RowMenu label={`What to do with ${visible(of.topic)}`} />
      </>
    )
  if (of.state === 'proposed') return null
  const held = isHeld(of.piece)
  return (
    <>
      <PauseOrGoOn of={of} />
      {of.piece && of.state === 'running' && !isOwnTurn(of) && (
        <ActButton
          act={held ? undefined : 'hold'}
          variant="ghost"
          data-yield={3}
          onClick={() => void steer(of.id, held ? 'resume' : 'hold')}
        >
          {held ? 'Resume clock' : 'Pause clock'}
        </ActButton>
      )}
      <ActButton act="close" variant="ghost" data-yield={2} aria-expanded={isClosing} onClick={onClose}>
        End gathering…
      </ActButton>
      <Menu label={`What to do with ${visible(of.topic)}`} items={barItems(of, onClose, onSeat)} isOverflow>
        <Icon name="more" />
      </Menu>
    </>
  )
}

/** Hidden at a limit: the button that raises it is below, where it says by how much. */
function PauseOrGoOn({ of }: { readonly of: GatheringView }) {
  const canPause = of.phase !== 'harvest' && of.state === 'running'
  if (!canPause && (of.state !== 'paused' || of.paused?.why === 'cap')) return null
  const word = canPause ? 'Pause' : 'Resume'
  return (
    <ActButton
      act={canPause ? 'pause' : undefined}
      variant="ghost"
      aria-label={`${word} gathering`}
      data-yield={7}
      onClick={() => void steer(of.id, canPause ? 'pause' : 'resume')}
    >
      <Icon name={canPause ? 'pause' : 'play'} />
      <span data-yield={5}>{word} gathering</span>
    </ActButton>
  )
}

function barItems(of: GatheringView, onClose: () => void, onSeat: () => void): readonly MenuItem[] {
  const hand = (label: string, verb: 'hold' | 'resume' | 'extend' | 'skip' | 'open'): MenuItem => ({
    label,
    run: () => void steer(of.id, verb),
  })
  const { piece } = of
  const isRunning = piece !== null && of.state === 'running'
  const held = isHeld(piece)
  const next = isRunning ? remainingSpeakers(of).filter((seat) => seat.state !== 'away') : []
  return [
    ...(isRunning
      ? [
          hand(held ? 'Resume clock' : 'Pause clock', held ? 'resume' : 'hold'),
          hand('One more reminder', 'extend'),
          hand('End this turn', 'skip'),
        ]
      : []),
    ...(isSealing(of) && of.phase !== 'decision' ? [hand('Reveal statements now', 'open')] : []),
    ...next.map((seat, at): MenuItem => ({
      label: `Give the piece to ${visible(seatLabel(isOwnUser(seat) ? { ...seat, name: 'you' } : seat))}`,
      run: () => void steer(of.id, 'skip', { to: seat.name }),
      isApart: at === 0,
    })),
    ...(canJoin(of) ? [{ label: 'Add a seat…', run: onSeat, isApart: true }] : []),
    { label: 'Replay', run: () => showReplay({ gathering: of.id, step: 1 }), isApart: true },
    { label: 'End gathering…', run: onClose, isDanger: true, isApart: true },
  ]
}

function ClosedFacts({ of }: { readonly of: GatheringView }) {
  const money = useMoney()
  const took = of.closed ? of.closed.at - of.convened.at : 0
  const hasRun = of.spoken.turns > 0
  const rounds = allRounds(of)
  const facts = [
    ...(of.closed?.kind === 'spoken' ? [`${rounds} rounds`] : []),
    ...(hasRun ? [turnsWords(of), durationWords(took)] : []),
    ...(money ? [`${of.spending.unpriced > 0 ? 'at least ' : ''}${money(of.costUsd)}`] : []),
  ]
  return (
    <div className={css.state}>
      <span className={classes('st', of.harvest && 'good')}>
        <Sign of={of.harvest ? 'good' : 'stop'} />
        {of.closed?.kind === 'dismissed' ? 'Not held' : 'Closed'}
      </span>
      <span className={classes('muted num', css.facts)}>{facts.join(' · ')}</span>
    </div>
  )
}

function Breath({ of }: { readonly of: GatheringView }) {
  return (
    <span
      className={classes('inline-row small faint', css.breath)}
      role="img"
      aria-label={`${whereIs(of)}. Structure ${of.structure.join(', ')}`}
    >
      {phasesOf(of).map((phase) => (
        <span
          key={phase}
          className={classes('inline-row gap-3', of.phase === phase && css.now)}
          data-help={phaseHelp[phase]}
        >
          <PhaseSign of={phase} />
          {of.phase === phase && plainPhaseNames[phase]}
          {Array.from({ length: roundsOf(of, phase) }, (_, at) => (
            <i key={at} className={roundState(of, phase, at + 1)} />
          ))}
        </span>
      ))}
    </span>
  )
}

function roundState(of: GatheringView, phase: Phase, round: number): string | undefined {
  const at = roundsBefore(of, { phase, round })
  if (of.phase === 'harvest') return roundLeft(of, at)
  const now = roundsBefore(of, { phase: of.phase, round: of.round })
  if (at < now) return css.used
  return at === now ? css.partly : undefined
}

/** While the harvest is written, shows how much of each round took place. */
function roundLeft({ closing, spoken, seats }: GatheringView, before: number) {
  if (!closing || closing.kind === 'spoken') return css.used
  const had = spoken.turns - before * seats.length
  if (had >= seats.length) return css.used
  return had > 0 ? css.partly : undefined
}

/** `Hold 1/2`, for a narrow bar. */
function ShortBreath({ of }: { readonly of: GatheringView }) {
  const rounds = of.phase === 'harvest' ? '' : ` ${of.round}/${roundsOf(of, of.phase)}`
  return (
    <>
      <PhaseSign of={of.phase} />
      <b className="num">
        <span aria-hidden="true">{phaseNames[of.phase] + rounds}</span>
        <span className="vh">{whereIs(of)}</span>
      </b>
    </>
  )
}

function CloseForm({ of, onDone }: { readonly of: GatheringView; readonly onDone: () => void }) {
  const yes = useRef<HTMLButtonElement>(null)
  const { leave, onKeyDown } = useWayBack(yes, onDone)
  const left = remainingSpeakers(of).length + (holderIsStillToSpeak(of) ? 1 : 0)
  return (
    <form
      className={classes('row wrap row-gap-3 no-shrink', css.closeForm)}
      aria-label="End the gathering"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void steer(of.id, 'close').then((isDone) => isDone && onDone())
      }}
    >
      <p>
        <b>End it now?</b> <HarvesterLine of={of} does="harvests what was said" />
        {of.phase !== 'harvest' && left > 0 && ` ${leftWords(left)}`}
      </p>
      <HarvesterActs of={of} />
      <Button ref={yes} type="submit" variant="danger">
        End it
      </Button>
      <Button variant="ghost" onClick={leave}>
        Not yet
      </Button>
    </form>
  )
}

function holderIsStillToSpeak({ piece, seats, heard, phase, round }: GatheringView): boolean {
  const holder = seats.find((seat) => seat.number === piece?.number)
  return (
    holder !== undefined &&
    !holder.had &&
    !heard.some((one) => one.number === holder.number && one.phase === phase && one.round === round)
  )
}

const leftWords = (left: number) =>
  left === 1
    ? 'One has not spoken in this round.'
    : `${capitalized(numberWord(left))} have not spoken in this round.`
