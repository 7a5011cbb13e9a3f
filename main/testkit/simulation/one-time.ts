import { shiftTimes } from '../../core/clock/clock-jump.ts'
import type { Row } from '../../core/step/effects.ts'
import type { AgentState, State, Passed } from '../../core/step/state.ts'
import type { VirtualClock } from '../virtual-clock.ts'
import { must } from './invariant.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'

/** Rewrites a world as if its clock had never been set back, so that durations can be checked as usual. */
export class MonotonicView {
  readonly #clock: VirtualClock
  /** Milliseconds by which the clock was set back in all, as far as Janus knows. */
  #told = 0
  /** The sum of clock changes since then. */
  #jump = 0
  /** Monotonic time of the first clock change that Janus has not noticed; null when there is none. */
  #since: number | null = null
  #moved = new WeakMap<object, object>()
  /** Shift of each settled record, by its id. */
  readonly #settled = new Map<string, number>()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  get now(): number {
    return this.#clock.now() + this.#told - Math.min(0, this.#jump)
  }

  /** Monotonic milliseconds since an unnoticed clock change; null: there is none. */
  get unnoticed(): number | null {
    return this.#since === null ? null : this.#clock.steady() - this.#since
  }

  leapt(by: number): void {
    this.#jump += by
    // A change that was undone leaves nothing to notice.
    this.#since = this.#jump === 0 ? null : (this.#since ?? this.#clock.steady())
  }

  /** Janus made a step, and so compared its clocks; returns whether the clock was set back. */
  noticed(): boolean {
    this.#since = null
    const jump = this.#jump
    this.#jump = 0
    if (jump >= 0) return false
    this.#told -= jump
    this.#moved = new WeakMap()
    return true
  }

  state(state: State): State {
    if (this.#told === 0) return state
    const known = this.#moved.get(state) as State | undefined
    if (known) return known
    const told = this.#later(state)
    this.#moved.set(state, told)
    return told
  }

  #later(state: State): State {
    const map = <K, V extends object>(all: ReadonlyMap<K, V>): ReadonlyMap<K, V> =>
      new Map([...all].map(([key, one]) => [key, this.#move(one)]))
    const { agents, links, gatherings, tasks, limits } = state
    const at = state.at + this.#told
    const stopped = limits.stopped === null ? null : limits.stopped + this.#told
    return {
      ...state,
      agents: map(agents),
      links: map(links),
      gatherings: map(gatherings),
      tasks: map(tasks),
      at,
      limits: stopped === null ? limits : { ...limits, stopped },
      traffic: this.#traffic(state.traffic),
    }
  }

  #traffic(traffic: State['traffic']): State['traffic'] {
    const known = this.#moved.get(traffic) as State['traffic'] | undefined
    if (known) return known
    const list = (all: readonly Passed[]) => all.map((one) => ({ ...one, at: one.at + this.#told }))
    const told = new Map(
      [...traffic].map(([one, peers]) => [
        one,
        new Map([...peers].map(([other, all]) => [other, list(all)])),
      ]),
    )
    this.#moved.set(traffic, told)
    return told
  }

  /** Shifts the rows of a commit. Calendar days stay. */
  rows(rows: readonly Row[]): readonly Row[] {
    return rows.map((row) => {
      if (!('row' in row) || row.table === 'day' || row.table === 'entry') return row
      const by = this.#of(row.row.id, 'open' in row ? row.open : row.table === 'agent')
      return by === 0 ? row : ({ ...row, row: this.#move(row.row, by) } as Row)
    })
  }

  /** Shifts a record from the store. */
  kept<T extends { readonly id: string }>(record: T): T {
    const by = this.#settled.get(record.id) ?? this.#told
    return by === 0 ? record : this.#move(record, by)
  }

  /** The shift of a record. One that was settled before a change keeps its time, even when it is written again. */
  #of(id: string, isOpen: boolean): number {
    const known = this.#settled.get(id)
    if (isOpen) this.#settled.delete(id)
    else if (known === undefined) this.#settled.set(id, this.#told)
    return isOpen ? this.#told : (known ?? this.#told)
  }

  /** Caches the shifted copy until the next change. */
  #move<T extends object>(record: T, by = this.#told): T {
    return by === this.#told ? shiftTimes(record, by, this.#moved) : shiftTimes(record, by)
  }
}

/** In the commit in which Janus noticed a clock that was set back, no open time came nearer or went further away. */
export function checkMoved(before: State, after: State): void {
  for (const [id, was] of before.agents) {
    const is = after.agents.get(id)
    if (is) checkAgent(was, is, after.at)
  }
  for (const [one, peers] of before.traffic)
    for (const [other, passed] of peers) {
      const kept = after.traffic.get(one)?.get(other) ?? []
      const same = kept.every(({ id, at }) => passed.every((p) => p.id !== id || p.at === at))
      must(same, 'the loop guard remembers when words passed, over a clock that is set back')
    }
}

function checkAgent(was: AgentState, is: AgentState, now: number): void {
  for (const one of was.heartbeats) {
    const kept = is.heartbeats.find(({ id }) => id === one.id)
    // Schedules follow the new clock: see `checkByTheClock`.
    if (one.schedule !== null) continue
    const isSame = kept?.state !== one.state || kept.stateAt !== one.stateAt || kept.dueAt === one.dueAt
    // What was just due may be delayed for another reason.
    must(isSame || one.dueAt <= now, 'a clock that is set back brings no timer nearer or further away')
  }
  for (const one of was.mailbox) {
    const now = is.mailbox.find(({ id }) => id === one.id)
    must(
      (now ?? one).acceptedAt === one.acceptedAt,
      'no message waits for longer because the clock was set back',
    )
  }
  const restarts = [was.restartAt, is.restartAt].flatMap((at) => at ?? [])
  must(
    restarts.length < 2 || restarts[0] === restarts[1],
    'a process is started again in time, whatever the clock',
  )
  const typed = [was.typing?.at, is.typing?.at].flatMap((at) => at ?? [])
  must(typed.length < 2 || typed[0] === typed[1], 'the user has written when they have, whatever the clock')
}

/** A schedule fires only at its own local time; computed by Intl, independently of the core. */
export function checkByTheClock(before: State, after: State): void {
  for (const [id, { heartbeats }] of after.agents) {
    const known = before.agents.get(id)?.heartbeats ?? []
    if (heartbeats === known) continue
    for (const one of heartbeats) {
      const was = known.find((other) => other.id === one.id)
      // One that is due, delayed, or kept with its remaining time, fires when it can.
      const isAgain = one.state === 'armed' && was?.dueAt !== one.dueAt && one.dueAt > after.at
      const isKept = one.reason?.kind === 'kept' || was?.state === 'stale'
      if (isAgain && one.reason?.kind !== 'delayed' && !isKept)
        must(isItsTime(one), `a schedule comes on its days at its time (${one.id})`)
    }
  }
}

function isItsTime({ schedule, dueAt, fired }: Heartbeat): boolean {
  // It fired once and was never read: the user is asked about it again.
  if (schedule === null || (fired > 0 && schedule.days.length === 0)) return true
  const { at, days, zone } = schedule
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short' as const,
    hour: '2-digit' as const,
    minute: '2-digit' as const,
    hourCycle: 'h23' as const,
    timeZone: zone,
  }).formatToParts(dueAt)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  const isDay = days.length === 0 || days.some((day) => part('weekday').toLowerCase() === day)
  return isDay && `${part('hour')}:${part('minute')}` === at
}
