import type { RunningHeartbeat, Intent } from '../../../main/contract/timers/heartbeats.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { Settings } from '../../../main/contract/app/settings.ts'
import { scheduleWords } from '../../../main/contract/timers/schedules.ts'
import { triggerWords } from '../../../main/contract/timers/triggers.ts'
import { timerReasonWords } from '../../../main/contract/timers/timer-words.ts'
import { shortDuration, clockDuration, dueTime } from '../../components/duration.ts'
import type { IconName } from '../../components/sprite.tsx'

export const intentWords: Readonly<Record<Intent, string>> = {
  anchor: 'Task reminder',
  check: 'Check',
  wait: 'Wait',
  schedule: 'Schedule',
  event: 'Event',
}

/** Completes the word; empty if it needs nothing. */
export const intentAsides: Readonly<Record<Intent, string>> = {
  anchor: '',
  check: 'on an agent',
  wait: 'for a reply',
  schedule: '',
  event: '',
}

export const intentHints: Readonly<Record<Intent, string>> = {
  anchor: 'Reminds the agent of its task, repeatedly',
  check: 'Has the agent look at another agent once',
  wait: 'Asks the agent once whether an answer has come',
  schedule: 'Gives the agent your message at a time of day, once or weekly',
  event: 'Gives the agent your message when something happens',
}

export const intentIcons: Readonly<Record<Intent, IconName>> = {
  anchor: 'anchor',
  check: 'eye',
  wait: 'hour',
  schedule: 'clock',
  event: 'bolt',
}

const day = 86_400_000

interface TimerFace {
  /** From 0 to 1; null if it does not run. */
  readonly left: number | null
  /** `3:12`, `paused`; for a narrow place. */
  readonly time: string
  /** `fires in 3:12`, `fires Mon 09:00`; for screen readers. */
  readonly spoken: string
}

/** The user has paused all timers, or stopped everything. */
const isQuiet = (settings: Pick<Settings, 'quiet' | 'stopped'> | undefined): boolean =>
  settings !== undefined && (settings.quiet || settings.stopped !== null)

/**
 * Why a due timer does not fire: all timers are paused, a limit is reached, its agent is in a gathering, or
 * its tab is closed.
 */
export type Firing = 'on' | 'quiet' | 'limit' | 'seated' | 'closed'

export function firingOf(
  agent: Pick<AgentView, 'closed' | 'seat' | 'spending'> | undefined,
  settings: Pick<Settings, 'quiet' | 'stopped'> | undefined,
  day: Pick<AgentView['spending'], 'state'>,
): Firing {
  if (agent?.closed) return 'closed'
  if (isQuiet(settings)) return 'quiet'
  if (day.state === 'over' || agent?.spending.state === 'over') return 'limit'
  return agent?.seat ? 'seated' : 'on'
}

export function timerDisplay(timer: RunningHeartbeat, now: number, firing: Firing): TimerFace {
  switch (timer.state) {
    case 'armed':
      return runningFace(timer, now, firing)
    case 'paused': {
      const left = remaining(timer.left ?? 0)
      return { left: partOf(timer, timer.left ?? 0), time: 'paused', spoken: `paused, ${left} left` }
    }
    default: {
      const [time, spoken] = restWords[timer.state]
      return { left: null, time, spoken }
    }
  }
}

const restWords = {
  resting: ['paused', 'paused'],
  waiting: ['waits', 'waits for its event'],
  held: ['held', 'held, waits for you'],
  stale: ['Keep it?', 'its agent was asked whether it still holds'],
  dropped: ['dropped', 'dropped, you can still keep it'],
} as const

const dueWords = {
  on: 'due',
  quiet: 'due, all timers are paused',
  limit: 'due, paused until the limit is raised',
  seated: 'due, it waits for the end of the gathering',
  closed: 'due when its tab is opened again',
} as const

/** Shown in place of the time; empty if the timer still fires at its time. */
const pauseWords = {
  on: '',
  quiet: 'all timers are paused',
  limit: 'paused until the limit is raised',
  seated: '',
  closed: '',
} as const satisfies Readonly<Record<Firing, string>>

function runningFace(timer: RunningHeartbeat, now: number, firing: Firing): TimerFace {
  const ms = timer.dueAt - now
  if (ms > 0) {
    const left = partOf(timer, ms)
    const isFar = ms > longestCountdown
    const time = isFar ? dueTime(timer.dueAt, now) : remaining(ms)
    const when = isFar ? time : `in ${time}`
    const pause = pauseWords[firing]
    if (pause !== '') return { left, time: 'paused', spoken: `${pause}, due ${when}` }
    return { left, time, spoken: `fires ${when}` }
  }
  // A due timer fires once its agent is free, and not while it is kept from firing.
  return { left: 0, time: firing === 'on' ? 'due' : 'waits', spoken: dueWords[firing] }
}

/** Milliseconds. A longer countdown is replaced by the time of day. */
const longestCountdown = 6 * 60 * 60_000

/** Rounds up: a timer shows 0:00 only when it is due. */
const remaining = (ms: number): string =>
  ms < day ? clockDuration(Math.ceil(ms / 1000) * 1000) : shortDuration(ms)

const partOf = ({ every }: RunningHeartbeat, ms: number): number =>
  every <= 0 ? 0 : Math.min(1, Math.max(0, ms / every))

type Money = ((amount: number) => string) | null

/** The second line of a timer: its reason, who set it, and its cost. */
export function timerDetails(timer: RunningHeartbeat, setAt: string, money: Money): string {
  const { reason, fired, costUsd, schedule, trigger, about } = timer
  const when = trigger
    ? triggerWords(trigger, about?.name ?? '')
    : schedule === null
      ? ''
      : scheduleWords(schedule, localTimeZone())
  const times = fired === 0 ? '' : fired === 1 ? 'fired once' : `fired ${fired} times`
  const cost = costUsd === 0 || !money ? '' : money(costUsd)
  return [
    when,
    reason?.kind === 'awaits' ? '' : timerReasonWords(reason, 'user'),
    `set by ${setterOf(timer)} ${setAt}`,
    times,
    cost,
  ]
    .filter((one) => one !== '')
    .join(' · ')
}

/** IANA name of the local time zone. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

function setterOf({ set }: RunningHeartbeat): string {
  if (set.by.kind === 'user') return 'you'
  return set.by.kind === 'system' ? 'Janus' : set.name
}

export type TimerAct = 'pause' | 'resume' | 'keep' | 'skip' | 'delay' | 'cancel'

const actWords: Readonly<Record<TimerAct, string>> = {
  pause: 'Pause',
  resume: 'Resume',
  keep: 'Keep timer',
  skip: 'Skip this time',
  delay: 'Snooze 5 min',
  cancel: 'Remove timer',
}

export function actWordsOf({ state }: Pick<RunningHeartbeat, 'state'>, act: TimerAct): string {
  return act === 'cancel' && state === 'dropped' ? 'Dismiss' : actWords[act]
}

/** The answers to a timer that asks the user; else empty. */
export function timerAnswers({ state }: Pick<RunningHeartbeat, 'state'>): readonly TimerAct[] {
  if (state === 'held') return ['resume', 'cancel']
  return state === 'stale' || state === 'dropped' ? ['keep', 'cancel'] : []
}

/** In the order of its menu. */
export function actsOf({ state, reason, schedule, trigger }: RunningHeartbeat): readonly TimerAct[] {
  switch (state) {
    case 'armed':
      return ['pause', 'skip', 'delay', 'cancel']
    case 'paused':
      return schedule === null && !trigger ? ['resume', 'delay', 'skip', 'cancel'] : ['resume', 'cancel']
    case 'resting':
      return reason?.kind === 'nothingOpen' ? ['cancel'] : ['resume', 'cancel']
    case 'waiting':
      return ['pause', 'cancel']
    case 'held':
      return ['resume', 'cancel']
    case 'stale':
    case 'dropped':
      return ['keep', 'cancel']
  }
}

/** Total cost so far; empty for none. */
export function timersCostWords(timers: readonly RunningHeartbeat[], money: Money): string {
  const cost = timers.reduce((sum, timer) => sum + timer.costUsd, 0)
  return cost === 0 || !money ? '' : `cost so far ${money(cost)}`
}
