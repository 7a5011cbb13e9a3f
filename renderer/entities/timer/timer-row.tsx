import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import { useNow } from '../../state/clock.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { clockTime } from '../../components/duration.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { useMoney } from '../../state/money.ts'
import {
  actsOf,
  actWordsOf,
  timerAnswers,
  timerDisplay,
  intentAsides,
  intentHints,
  intentIcons,
  intentWords,
  firingOf,
  timerDetails,
  type Firing,
  type TimerAct,
} from './timer-words.ts'
import { anchorPriceWords } from '../../../main/contract/timers/timer-words.ts'
import type { UsualTurn } from '../../../main/contract/budget/budget.ts'
import type { IconName } from '../../components/sprite.tsx'
import css from './timers.module.css'
import { act } from '../../state/act.ts'
import { useSent } from '../../state/use-sent.ts'

interface TimerRowProps {
  readonly timer: RunningHeartbeat
  /** Name of its agent, if timers of several agents are listed. */
  readonly owner?: string
}

export function TimerRow({ timer, owner }: TimerRowProps) {
  const firing = useMirror((now) => firingOf(now.agents[timer.agent], now.status?.settings, now.day.budget))
  const usualTurn = useMirror((now) => now.agents[timer.agent]?.usualTurn ?? null)
  const answers = timerAnswers(timer)
  const story = timerDetails(timer, clockTime(timer.set.at), useMoney())
  const kind = intentWords[timer.intent]
  const aside = intentAsides[timer.intent]
  const about = timer.about === null ? '' : `${timer.about.name}: `
  const whose = owner === undefined ? '' : `${visible(owner)}, `
  const name = `${whose}${kind}: ${visible(timer.note)}`
  return (
    <li
      className="timer"
      data-part="timer"
      data-state={firing !== 'on' && timer.state === 'armed' ? 'hushed' : timer.state}
      aria-label={name}
      data-timer={timer.id}
    >
      <Running timer={timer} firing={firing} />
      <div className="timer-what">
        <b
          data-help={`${kind}: ${intentHints[timer.intent].charAt(0).toLowerCase()}${intentHints[timer.intent].slice(1)}`}
        >
          {owner !== undefined && (
            <>
              <Name name={owner} /> ·{' '}
            </>
          )}
          {kind}
          {aside !== '' && <span className="faint"> · {aside}</span>}
        </b>
        <SafeText
          as="p"
          className="timer-note"
          title={visible(about + timer.note)}
          dir="auto"
          text={about + timer.note}
        />
        <SafeText as="p" className="timer-story num" title={visible(story)} text={story} />
        {timer.intent === 'anchor' && timer.fired === 0 && (
          <AnchorPrice turn={usualTurn} every={timer.every / 1000} />
        )}
        {answers.length > 0 && <TimerAnswers timer={timer} acts={answers} />}
      </div>
      <Menu
        label={`What to do with ${name}`}
        items={actsOf(timer).map((one) => ({
          label: actWordsOf(timer, one),
          run: () => void doWith(timer, one),
          isDanger: one === 'cancel',
          isApart: one === 'cancel',
        }))}
      >
        <Icon name="more" />
      </Menu>
    </li>
  )
}

/** Updates every second, and is never announced. */
function Running({ timer, firing }: { readonly timer: RunningHeartbeat; readonly firing: Firing }) {
  const { left, time, spoken } = timerDisplay(timer, useNow(), firing)
  return (
    <>
      <Dial icon={time === 'paused' ? 'pause' : intentIcons[timer.intent]} left={left} />
      <span className="num timer-time" data-part="time" title={spoken}>
        <span aria-hidden="true">{time}</span>
        <span className="vh">{spoken}</span>
      </span>
    </>
  )
}

interface AnchorPriceProps {
  readonly turn: UsualTurn | null
  readonly every: number | null
}

/** What a task reminder will cost. */
export function AnchorPrice({ turn, every }: AnchorPriceProps) {
  const isPaid = useMoney() !== null
  if (every === null) return null
  return (
    <p className="muted num" data-part="anchor-price">
      {anchorPriceWords(turn, every, isPaid)}
    </p>
  )
}

interface DialProps {
  readonly icon: IconName
  /** From 0 to 1; null if it does not run. */
  readonly left: number | null
}

/** A ring that runs down around a sign. Shown beside its words. */
export function Dial({ icon, left }: DialProps) {
  return (
    <span className={css.dial} aria-hidden="true">
      <svg className={css.ring} viewBox="0 0 36 36">
        <circle cx="18" cy="18" r="16" strokeDasharray={left === null ? '2 4' : undefined} />
        {left !== null && left > 0 && (
          <circle
            className={css.v}
            cx="18"
            cy="18"
            r="16"
            pathLength="100"
            strokeDasharray={`${left * 100} 100`}
          />
        )}
      </svg>
      <Icon name={icon} />
    </span>
  )
}

export function doWith({ id }: Pick<RunningHeartbeat, 'id'>, how: TimerAct): Promise<boolean> {
  return how === 'cancel' ? act('heartbeats.cancel', { id }) : act('heartbeats.change', { id, action: how })
}

interface TimerAnswersProps {
  readonly timer: RunningHeartbeat
  readonly acts: readonly TimerAct[]
}

export function TimerAnswers({ timer, acts }: TimerAnswersProps) {
  const { isSent, send } = useSent()
  return (
    <span className="acts">
      {acts.map((one) => (
        <Button
          key={one}
          aria-label={`${actWordsOf(timer, one)}: ${visible(timer.note)}`}
          disabled={isSent}
          onClick={() => void send(doWith(timer, one))}
        >
          {actWordsOf(timer, one)}
        </Button>
      ))}
    </span>
  )
}
