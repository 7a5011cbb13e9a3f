import type { RunningHeartbeat } from '../../../main/contract/heartbeats.ts'
import { useState } from 'react'
import { act } from '../../state/act.ts'
import { useNow } from '../../state/clock.ts'
import { visible } from '../../components/hygiene.ts'
import { clockTime } from '../../components/duration.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu } from '../../components/menu.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { useMoney } from '../../state/money.ts'
import { Dial } from '../../entities/timer/dial.tsx'
import {
  actsOf,
  actWords,
  faceOf,
  intentIcons,
  intentWords,
  isQuiet,
  storyOf,
  type Firing,
  type TimerAct,
} from '../../entities/timer/timer-words.ts'

/** A timer: what it is for, how long it still runs, whose it is, and what can be done with it. */
export function TimerRow({ timer }: { readonly timer: RunningHeartbeat }) {
  const firing = useMirror((now): Firing => {
    if (now.agents[timer.agent]?.closed) return 'closed'
    return isQuiet(now.status?.settings) ? 'quiet' : 'on'
  })
  const isHeld = timer.state === 'held'
  const story = storyOf(timer, clockTime(timer.set.at), useMoney())
  const kind = intentWords[timer.intent]
  const about = timer.about === null ? '' : `${timer.about.name}: `
  const name = `${kind}: ${visible(timer.note)}`
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
        <b>{kind}</b>
        <p className="timer-note" title={visible(about + timer.note)} dir="auto">
          <SafeText text={about + timer.note} />
        </p>
        <p className="timer-story num" title={visible(story)}>
          <SafeText text={story} />
        </p>
        {isHeld && <HeldActs timer={timer} name={name} />}
      </div>
      <Menu
        label={`What to do with ${name}`}
        items={actsOf(timer).map((one) => ({
          label: actWords[one],
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

/** Does it; the feed tells what came of it. */
export function doWith({ id }: RunningHeartbeat, how: TimerAct): Promise<boolean> {
  return how === 'cancel' ? act('heartbeats.cancel', { id }) : act('heartbeats.change', { id, action: how })
}

interface HeldActsProps {
  readonly timer: RunningHeartbeat
  /** Which it is, for a screen reader. */
  readonly name: string
}

/** The answers to a timer that is held: on, or an end. */
function HeldActs({ timer, name }: HeldActsProps) {
  const [isSent, setSent] = useState(false)
  const say = async (how: TimerAct) => {
    setSent(true)
    setSent(await doWith(timer, how))
  }
  return (
    <div className="acts">
      <button
        type="button"
        className="btn"
        aria-label={`Continue: ${name}`}
        disabled={isSent}
        onClick={() => void say('resume')}
      >
        Continue
      </button>
      <button
        type="button"
        className="btn"
        aria-label={`Cancel: ${name}`}
        disabled={isSent}
        onClick={() => void say('cancel')}
      >
        Cancel
      </button>
    </div>
  )
}
