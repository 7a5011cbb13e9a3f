import { Button, IconButton } from '../../components/button.tsx'
import { clockDuration, dueTime, durationWords } from '../../components/duration.ts'
import { useState } from 'react'
import { unpricedWords } from '../../../main/contract/budget/budget-words.ts'
import { absenceWords } from '../../../main/contract/gatherings/seat-words.ts'
import { decisionMarkdown } from '../../../main/contract/gatherings/decision-words.ts'
import type { GatheringView, PieceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { useNow } from '../../state/clock.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import { setSide, showGathering, showReplay } from '../../state/view-store.ts'
import { Meter } from '../../entities/budget/use-panel.tsx'
import { useMoney } from '../../state/money.ts'
import {
  capitalized,
  decisionAbout,
  forkPointWords,
  sentence,
} from '../../entities/gathering/gathering-words.ts'
import { NewcomerForm, ReopenHarvester } from './newcomer-form.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { SeatFace } from '../../entities/gathering/signs.tsx'
import { harvesterWord, isOwnTurn } from './turn-words.ts'
import { classes } from '../../components/classes.ts'
import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import type { IconName } from '../../components/sprite.tsx'
import { useMirrorList } from '../../state/store.ts'
import { Dial, TimerRow } from '../../entities/timer/timer-row.tsx'
import { beatLabel, pieceTime } from '../../entities/gathering/piece-time.ts'
import css from './harvest.module.css'

export function GatheringSide({ of }: { readonly of: GatheringView }) {
  return (
    <>
      <div className="side-veil" aria-hidden="true" onClick={() => setSide('closed')} />
      <aside
        id="side"
        className={classes('side', css.gatheringSide)}
        aria-label={`About ${visible(of.topic)}`}
      >
        <header>
          <span className="grow">About this gathering</span>
          <IconButton
            icon="x"
            aria-label="Close the side panel"
            title="Close"
            onClick={() => setSide('closed')}
          />
        </header>
        <ErrorBoundary>
          <Question of={of} />
          <Harvester of={of} />
          <DecisionSoFar of={of} />
          <SoFar of={of} />
          <Forks of={of} />
          <GatheringTimers of={of} />
        </ErrorBoundary>
      </aside>
    </>
  )
}

/** The full text: the circle shows only its first lines. */
function Question({ of }: { readonly of: GatheringView }) {
  return (
    <section aria-labelledby="question">
      <div className="side-cap">
        <h2 id="question">Question</h2>
      </div>
      <SafeText as="p" className={classes('break-anywhere', css.question)} dir="auto" text={of.question} />
    </section>
  )
}

function Harvester({ of }: { readonly of: GatheringView }) {
  const { harvester } = of
  const [isChoosing, setChoosing] = useState(false)
  return (
    <section aria-label="Harvester">
      <div className={classes('row gap-5', css.harvester)}>
        <SeatFace of={{ ...harvester, number: 0, kind: 'agent' }} />
        <p>
          <b>
            <Name name={harvester.name} /> {harvesterWord(of)}
          </b>
          <br />
          <span className="muted num">{readWords(harvester)}</span>
        </p>
      </div>
      {harvester.absent !== null && of.state !== 'closed' && (
        <>
          <SafeText
            as="p"
            className={css.cannot}
            text={capitalized(sentence(absenceWords(harvester.absent)))}
          />
          <div className="acts">
            <ReopenHarvester of={of} />
            {of.state !== 'proposed' && !isChoosing && (
              <Button onClick={() => setChoosing(true)}>Choose another…</Button>
            )}
          </div>
        </>
      )}
      {isChoosing && harvester.absent !== null && of.state !== 'closed' && (
        <NewcomerForm of={of} as="harvester" onDone={() => setChoosing(false)} />
      )}
      {of.state !== 'closed' && (
        <p className="muted">
          Speaks once, at the close: decisions, open questions, dissent and next steps, each with its sources.
        </p>
      )}
    </section>
  )
}

/** How many statements the harvester has read; most read all of them at the close. */
function readWords({ taken, given }: GatheringView['harvester']): string {
  if (given === 0) return ''
  const statements = given === 1 ? 'statement' : 'statements'
  return taken === 0 ? `${given} ${statements} to read` : `${taken} of ${given} ${statements} read`
}

function DecisionSoFar({ of: { decision, state } }: { readonly of: GatheringView }) {
  // A closed gathering shows the whole decision on its page.
  if (!decision || state === 'closed') return null
  return (
    <section aria-labelledby="decision">
      <div className="side-cap">
        <h2 id="decision">Decision</h2>
      </div>
      <p className="muted">{decisionAbout(decision)}</p>
      {state !== 'proposed' && (
        <div className="prose">
          <Markdown text={decisionMarkdown(decision)} />
        </div>
      )}
    </section>
  )
}

function SoFar({ of }: { readonly of: GatheringView }) {
  const money = useMoney()
  const isProposed = of.state === 'proposed'
  const most = Math.min(of.mostTurns, of.maxTurns)
  const unpriced = unpricedWords(of.spending)
  return (
    <section aria-labelledby="so-far">
      <div className="side-cap">
        <h2 id="so-far">{isProposed ? 'At most' : of.state === 'closed' ? 'In all' : 'So far'}</h2>
      </div>
      <dl className={classes('small', css.kv)}>
        <dt className="muted">Turns</dt>
        <dd>{isProposed ? of.spoken.of : `${of.spoken.turns} of ${of.spoken.of}`}</dd>
        <dt className="muted">Prompts to agents</dt>
        <dd>{isProposed ? most : of.state === 'closed' ? of.turns : `${of.turns}, at most ${most}`}</dd>
        {isProposed && money && (
          <>
            <dt className="muted">Limit</dt>
            <dd>{of.maxCost === null ? 'none' : money(of.maxCost)}</dd>
          </>
        )}
        {!isProposed && (
          <>
            <dt className="muted">Usage</dt>
            <dd>
              <Meter spending={of.spending} />
              {unpriced !== '' && <p className="muted">{unpriced}</p>}
            </dd>
            <dt className="muted">Time</dt>
            <dd>
              {of.closed ? durationWords(of.closed.at - of.convened.at) : <Running since={of.convened.at} />}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

function Forks({ of: { forkedFrom, forks } }: { readonly of: GatheringView }) {
  if (forkedFrom === null && forks.length === 0) return null
  return (
    <section aria-labelledby="forks">
      <div className="side-cap">
        <h2 id="forks">Forks</h2>
      </div>
      {forkedFrom && (
        <p>
          <span className="muted">Forked from </span>
          <Way to={forkedFrom.gathering} topic={forkedFrom.topic} step={forkedFrom.n} />
          <span className="muted">
            {' '}
            at <SafeText text={forkPointWords(forkedFrom)} />
          </span>
        </p>
      )}
      {forks.map((fork) => (
        <p key={fork.gathering}>
          <span className="muted">Forked into </span>
          <Way to={fork.gathering} topic={fork.topic} step={null} />
        </p>
      ))}
    </section>
  )
}

interface WayProps {
  readonly to: GatheringId
  readonly topic: string
  /** The replay step to open; null: the gathering itself. */
  readonly step: number | null
}

function Way({ to, topic, step }: WayProps) {
  return (
    <button
      type="button"
      className="in-words"
      onClick={() => {
        showGathering(to)
        showReplay(step === null ? null : { gathering: to, step })
      }}
    >
      <SafeText text={topic} />
    </button>
  )
}

function Running({ since }: { readonly since: number }) {
  return durationWords(useNow() - since, Math.floor)
}

/** A pause or an untouched proposal ends by itself after this; ms. */
const patience = 24 * 60 * 60_000

/**
 * Clocks of the gathering, and its agents' timers, which fire when it is over. Never announced to screen
 * readers.
 */
function GatheringTimers({ of }: { readonly of: GatheringView }) {
  const timers = useMirrorList((now) =>
    of.seats.flatMap((seat): readonly RunningHeartbeat[] =>
      seat.agent === null
        ? []
        : (now.agents[seat.agent]?.heartbeats.filter(({ state }) => state !== 'dropped') ?? []),
    ),
  )
  if (of.state === 'closed') return null
  const hasTimers = of.piece !== null || of.paused !== null || of.state === 'proposed' || timers.length > 0
  return (
    <section aria-labelledby="gathering-timers">
      <div className="side-cap">
        <h2 id="gathering-timers">Timers</h2>
      </div>
      {!hasTimers && <p className="muted side-none">None.</p>}
      <ul>
        <Clocks of={of} />
        {timers.map((timer) => (
          <TimerRow key={timer.id} timer={timer} owner={ownerOf(timer, of)} />
        ))}
      </ul>
    </section>
  )
}

const ownerOf = ({ agent }: RunningHeartbeat, { seats }: GatheringView): string =>
  seats.find((seat) => seat.agent === agent)?.name ?? ''

function Clocks({ of }: { readonly of: GatheringView }) {
  const now = useNow()
  const { piece, paused } = of
  const end = paused ? paused.at + patience : of.state === 'proposed' ? of.convened.at + patience : null
  return (
    <>
      {piece && (
        <ClockRow
          icon="clock"
          title={isOwnTurn(of) ? 'Your turn' : `Turn of ${piece.name}`}
          note={beatNote(piece, now)}
          left={pieceTime(piece, of.interval, now).share}
          time={pieceTime(piece, of.interval, now).brief}
        />
      )}
      {end !== null && (
        <ClockRow
          icon="hour"
          title={paused ? 'Closes automatically' : 'Dismissed automatically'}
          note={paused ? 'unless resumed' : 'unless started'}
          left={Math.max(0, (end - now) / patience)}
          time={dueTime(end, now)}
        />
      )}
    </>
  )
}

/** `reminder 2 of 3, next in 0:12`. */
function beatNote({ beat, beats, nextBeatAt, stopped }: PieceView, now: number): string {
  const at = beatLabel(beat, beats)
  if (nextBeatAt === null || stopped !== null) return at
  return `${at}, ${beat === 0 ? '' : 'next '}in ${clockDuration(Math.max(0, nextBeatAt - now))}`
}

interface ClockRowProps {
  readonly icon: IconName
  readonly title: string
  readonly note: string
  readonly left: number | null
  readonly time: string
}

function ClockRow({ icon, title, note, left, time }: ClockRowProps) {
  return (
    <li className="timer" data-part="timer">
      <Dial icon={icon} left={left} />
      <div className="timer-what">
        <SafeText as="b" text={title} />
        <p className="timer-note">{note}</p>
      </div>
      <span className="num timer-time">{time}</span>
    </li>
  )
}
