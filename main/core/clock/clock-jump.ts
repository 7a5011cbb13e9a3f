import type { Row } from '../step/effects.ts'
import type { MachineState } from '../step/machines.ts'
import type { AgentState, Limits, State, Passed } from '../step/state.ts'
import { rescheduled } from '../heartbeats/schedules.ts'
import { janusActor, timelineEntryOf } from '../timeline/timeline-entry.ts'

/**
 * The wall clock has jumped against the steady one. Set on (or the machine slept), the time between counts as gone by:
 * what is due by the clock is due. Set back, no time has gone by: everything that is open is told in the new clock's
 * time, so that what was due in five minutes is due in five minutes.
 */

/** Fields that say when something was, in ms, wherever they stand in an open record. */
const past = new Set(
  ['acceptedAt', 'askedAt', 'at', 'beatAt', 'cardAt', 'clockFrom', 'closedAt', 'createdAt', 'endedAt'].concat(
    ['handedOverAt', 'interjectedAt', 'lastAt', 'madeAt', 'pausedAt', 'presentAt', 'saidAt', 'setBackAt'],
    ['since', 'stageAt', 'startedAt', 'stateAt', 'takenAt', 'waitsFrom', 'writtenAt'],
  ),
)
/** Lists of such times. */
const pastLists = new Set(['deaths', 'shown', 'broadcasts'])
/** Fields that say when something is to be. */
const coming = new Set(['againAt', 'dueAt', 'restartAt', 'retryAt', 'until'])
/** What others wrote, in shapes of their own: nothing in it is a time of ours. */
const foreign = new Set(['body', 'metadata', 'whole', 'tool', 'questions', 'suggestions'])
/** What holds none, and is large or in many records: it need not be looked through. */
const timeless = new Set(['abilities', 'causes', 'look', 'recent', 'seen', 'tokenMark', 'tokens', 'used'])

/** A jump so long, in ms, is told to the user. */
const toldTime = 60_000

/** A state told in the time of a clock that was set back, `by` ms less than 0, and the rows that save it. */
export function inNewTime(
  state: State,
  by: number,
): { readonly state: State; readonly rows: readonly Row[] } {
  const at = state.at + by
  const agents = new Map([...state.agents].map(([id, one]) => [id, byTheClock(shiftTimes(one, by), at)]))
  const links = new Map([...state.links].map(([id, one]) => [id, shiftTimes(one, by)]))
  const gatherings = new Map([...state.gatherings].map(([id, one]) => [id, shiftTimes(one, by)]))
  const machines = new Map([...state.machines].map(([id, one]) => [id, shiftTimes(one, by)]))
  const tasks = new Map([...state.tasks].map(([id, one]) => [id, shiftTimes(one, by)]))
  const rows: readonly Row[] = [
    ...[...agents.values()].flatMap(rowsOf),
    ...[...machines.values()].flatMap(rowsOfMachine),
    ...[...links.values()].map((row) => ({ table: 'link', row, open: true }) as const),
    ...[...gatherings.values()].map((row) => ({ table: 'gathering', row, open: true }) as const),
    ...[...tasks.values()].map((row) => ({ table: 'task', row, open: true }) as const),
  ]
  const told = { agents, links, gatherings, tasks, machines, traffic: movedTraffic(state.traffic, by), at }
  return { state: { ...state, ...told, limits: movedLimits(state.limits, by) }, rows }
}

/**
 * The newest time, in ms, at which something in a state has happened; 0 where nothing has. Not since when everything is
 * stopped: that is the user's setting, which a clock that was set back leaves as it is.
 */
export function newestTime({ agents, links, gatherings, tasks, machines }: State): number {
  const open = [agents, links, gatherings, tasks, machines].flatMap((all): readonly unknown[] => [
    ...all.values(),
  ])
  const newest = open.map(newestIn)
  return Math.max(0, ...newest)
}

/**
 * A settled record that is opened again: the clock may have been set back since, and settled records are not told in its
 * time. What had happened by then has happened by now.
 */
export function byNow<T>(record: T, now: number): T {
  return shiftTimes(record, Math.min(0, now - newestIn(record)))
}

/** A state in which everything is stopped since now at the latest. */
export function stoppedByNow(state: State, now: number): State {
  const { stopped } = state.limits
  if (stopped === null || stopped <= now) return state
  return { ...state, limits: { ...state.limits, stopped: now } }
}

/** The rows of a state told again, without those that its step has written again. */
export function beneath(told: readonly Row[], made: readonly Row[]): readonly Row[] {
  const again = new Set(made.map(nameOf))
  return told.filter((row) => !again.has(nameOf(row)))
}

const nameOf = (row: Row): string => ('row' in row && 'id' in row.row ? `${row.table} ${row.row.id}` : '')

/** What the timeline keeps of a jump; nothing of a short one. */
export function jumpEntries(now: number, by: number): readonly Row[] {
  if (Math.abs(by) < toldTime) return []
  const fact = { kind: 'agent', did: by < 0 ? 'clockBack' : 'clockOn', by: Math.abs(by) } as const
  return [
    {
      table: 'timeline',
      row: timelineEntryOf({ now }, { id: `clock ${now} ${by}`, from: janusActor, fact }),
    },
  ]
}

/** What comes at a time of day comes at that time of the new clock, not after what was left by the old one. */
function byTheClock(state: AgentState, now: number): AgentState {
  const heartbeats = state.heartbeats.map((one) =>
    one.state === 'armed' && one.dueAt > now ? rescheduled(one, now) : one,
  )
  return { ...state, heartbeats }
}

function rowsOf({ agent, mailbox, heartbeats, handlers, frames, turn }: AgentState): readonly Row[] {
  const open = true
  return [
    { table: 'agent', row: agent },
    ...mailbox.map((row) => ({ table: 'message', row, open }) as const),
    ...heartbeats.map((row) => ({ table: 'heartbeat', row, open }) as const),
    ...handlers.map((row) => ({ table: 'handler', row, open }) as const),
    ...frames.map((row) => ({ table: 'frame', row, open }) as const),
    ...(turn === null ? [] : [{ table: 'turn', row: turn, open } as const]),
  ]
}

/** What is on its way there is as it was told. */
const rowsOfMachine = ({ machine, mail }: MachineState): readonly Row[] => [
  { table: 'machine', row: machine },
  ...mail.map((row) => ({ table: 'message', row, open: true }) as const),
]

function movedLimits(limits: Limits, by: number): Limits {
  return limits.stopped === null ? limits : { ...limits, stopped: limits.stopped + by }
}

function movedTraffic(traffic: State['traffic'], by: number): State['traffic'] {
  const later = (passed: readonly Passed[]): readonly Passed[] =>
    passed.map((one) => ({ ...one, at: one.at + by }))
  return new Map(
    [...traffic].map(([id, peers]) => [id, new Map([...peers].map(([peer, list]) => [peer, later(list)]))]),
  )
}

/**
 * A record with all its times later by so many ms, its own alone: nothing in what others wrote. A part without any stays
 * the same. `known`: what was told so far by the same time, so that the same record in it has the same copy.
 */
export function shiftTimes<T>(record: T, by: number, known = new WeakMap<object, object>()): T {
  // A copy of the same shape, which TypeScript cannot follow through its fields.
  return (typeof record === 'object' && record !== null ? copied(record, by, known) : record) as T
}

function copied(value: object, by: number, known: WeakMap<object, object>): object {
  // Of what has no name of its own a copy is made sooner than it is found.
  const isNamed = 'id' in value
  const before = isNamed ? known.get(value) : undefined
  if (before) return before
  const copy = Array.isArray(value) ? copiedList(value, by, known) : copiedFields(value, by, known)
  if (isNamed) known.set(value, copy)
  return copy
}

function copiedList(list: readonly unknown[], by: number, known: WeakMap<object, object>): object {
  const copy = list.map((one) => shiftTimes(one, by, known))
  return copy.every((one, i) => one === list[i]) ? list : copy
}

function copiedFields(value: object, by: number, known: WeakMap<object, object>): object {
  const fields = value as Readonly<Record<string, unknown>>
  let copy: Record<string, unknown> | null = null
  for (const key of Object.keys(fields)) {
    const field = fields[key]
    const told = copiedField(key, field, by, known)
    if (told === field) continue
    copy ??= { ...fields }
    copy[key] = told
  }
  return copy ?? value
}

function copiedField(key: string, value: unknown, by: number, known: WeakMap<object, object>): unknown {
  if (typeof value === 'number') return past.has(key) || coming.has(key) ? value + by : value
  if (typeof value !== 'object' || value === null || foreign.has(key) || timeless.has(key)) return value
  if (Array.isArray(value) && pastLists.has(key)) return value.map((at: number) => at + by)
  return copied(value, by, known)
}

function newestIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let newest = 0
  for (const [key, one] of Object.entries(value) as [string, unknown][]) {
    if (foreign.has(key)) continue
    if (typeof one === 'number') newest = past.has(key) ? Math.max(newest, one) : newest
    else if (Array.isArray(one) && pastLists.has(key)) newest = Math.max(newest, ...(one as number[]))
    else newest = Math.max(newest, newestIn(one))
  }
  return newest
}
