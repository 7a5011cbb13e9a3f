import type { RunningHeartbeat } from '../../../main/contract/timers/heartbeats.ts'
import { useNow } from '../../state/clock.ts'
import { visible } from '../../components/hygiene.ts'
import { clockTime } from '../../components/duration.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { useMoney } from '../../state/money.ts'
import { AnchorPrice } from './anchor-price.tsx'
import { Dial } from './dial.tsx'
import { doWith, TimerAnswers } from './timer-acts.tsx'
import {
  actsOf,
  actWordsOf,
  answersOf,
  faceOf,
  intentHints,
  intentIcons,
  intentWords,
  firingOf,
  storyOf,
  type Firing,
} from './timer-words.ts'

interface TimerRowProps {
  readonly timer: RunningHeartbeat
  /** The name of its agent, where timers of several stand together. */
  readonly owner?: string
}

/** A timer: what it is for, how long it still runs, whose it is, and what can be done with it. */
export function TimerRow({ timer, owner }: TimerRowProps) {
  const firing = useMirror((now) => firingOf(now.agents[timer.agent], now.status?.settings))
  const usualTurn = useMirror((now) => now.agents[timer.agent]?.usualTurn ?? null)
  const answers = answersOf(timer)
  const story = storyOf(timer, clockTime(timer.set.at), useMoney())
  const kind = intentWords[timer.intent]
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
        </b>
        <p className="timer-note" title={visible(about + timer.note)} dir="auto">
          <SafeText text={about + timer.note} />
        </p>
        <p className="timer-story num" title={visible(story)}>
          <SafeText text={story} />
        </p>
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

/** The dial and the time, which step with the one clock. Nothing of it is announced. */
function Running({ timer, firing }: { readonly timer: RunningHeartbeat; readonly firing: Firing }) {
  const { left, time, spoken } = faceOf(timer, useNow(), firing)
  return (
    <>
      <Dial icon={timer.state === 'paused' ? 'pause' : intentIcons[timer.intent]} left={left} />
      <span className="num timer-time" data-part="time">
        <span aria-hidden="true">{time}</span>
        <span className="vh">{spoken}</span>
      </span>
    </>
  )
}
