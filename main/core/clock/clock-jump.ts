import type { Row } from '../step/effects.ts'
import type { MachineState } from '../step/machines.ts'
import type { AgentState, Limits, State, Passed } from '../step/state.ts'
import { rescheduled } from '../heartbeats/schedules.ts'
import { janusActor, timelineEntryOf } from '../timeline/timeline-entry.ts'

/**
 * Jumps of the wall clock. Forward (or the machine slept): the time counts as passed, and due work is due.
 * Back: no time has passed, so everything open is shifted to the new clock, and what was due in five minutes
 * stays due in five minutes.
 */

/** Fields with past times in ms, anywhere in an open record. */
const past = new Set(
  ['acceptedAt', 'askedAt', 'at', 'beatAt', 'cardAt', 'clockFrom', 'closedAt', 'createdAt', 'endedAt'].concat(
    ['handedOverAt', 'interjectedAt', 'lastAt', 'madeAt', 'pausedAt', 'presentAt', 'saidAt', 'setBackAt'],
    ['since', 'stageAt', 'startedAt', 'stateAt', 'takenAt', 'waitsFrom', 'writtenAt'],
  ),
)
/** Lists of such times. */
const pastLists = new Set(['deaths', 'shown', 'broadcasts'])
/** Fields with future times. */
const coming = new Set(['againAt', 'dueAt', 'restartAt', 'retryAt', 'until'])
/** Content from outside, whose fields aren't times of ours. */
const foreign = new Set(['body', 'metadata', 'whole', 'tool', 'questions', 'suggestions'])
/** Fields without times that are large or frequent, skipped for speed. */
const timeless = new Set(['abilities', 'causes', 'look', 'recent', 'seen', 'tokenMark', 'tokens', 'used'])

/** Shorter jumps, in ms, aren't reported to the user. */
const toldTime = 60_000

/** Shifts a state to a clock that was set back (`by` < 0), with the rows that save it. */
export function shiftState(
  state: State,
  by: number,
): { readonly state: State; readonly rows: readonly Row[] } {
  const at = state.at + by
  const shifted = <Id, T>(all: ReadonlyMap<Id, T>): Map<Id, T> =>
    new Map([...all].map(([id, one]) => [id, shiftTimes(one, by)]))
  const agents = new Map([...shifted(state.agents)].map(([id, one]) => [id, byTheClock(one, at)]))
  const [links, gatherings] = [shifted(state.links), shifted(state.gatherings)]
  const [machines, tasks] = [shifted(state.machines), shifted(state.tasks)]
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

/** The newest past time in a state, in ms, or 0. Not of *Stop all*, which is a setting that isn't shifted. */
export function newestTime({ agents, links, gatherings, tasks, machines }: State): number {
  const open = [agents, links, gatherings, tasks, machines].flatMap((all): readonly unknown[] => [
    ...all.values(),
  ])
  const newest = open.map(newestIn)
  return Math.max(0, ...newest)
}

/**
 * For a settled record that is reopened: settled records aren't shifted when the clock is set back, so its
 * times may lie ahead.
 */
export function shiftToPast<T>(record: T, now: number): T {
  return shiftTimes(record, Math.min(0, now - newestIn(record)))
}

/** *Stop all* can't have begun in the future. */
export function stoppedByNow(state: State, now: number): State {
  const { stopped } = state.limits
  if (stopped === null || stopped <= now) return state
  return { ...state, limits: { ...state.limits, stopped: now } }
}

/** Shifted rows without those that the step has written again. */
export function withoutRewritten(told: readonly Row[], made: readonly Row[]): readonly Row[] {
  const again = new Set(made.map(nameOf))
  return told.filter((row) => !again.has(nameOf(row)))
}

const nameOf = (row: Row): string => ('row' in row && 'id' in row.row ? `${row.table} ${row.row.id}` : '')

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

/** Scheduled times follow the new clock. */
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

/** Unsent items stay as they are. */
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
 * Shifts all times in a record, except in content from outside. Parts without times keep their identity.
 * `known`: copies made for the same shift, so that equal references stay equal.
 */
export function shiftTimes<T>(record: T, by: number, known = new WeakMap<object, object>()): T {
  // The copy has the same shape, which TypeScript can't follow through the fields.
  return (typeof record === 'object' && record !== null ? copied(record, by, known) : record) as T
}

function copied(value: object, by: number, known: WeakMap<object, object>): object {
  // Copying an object without an id is cheaper than looking it up.
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
