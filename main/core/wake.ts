import type { MachineName } from '../contract/fleet/machines.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { MachineState } from './step/machines.ts'
import { extensions } from './extensions.ts'
import { gatheringTimes as timesOfGathering } from './gatherings/turn-clock.ts'
import { isDayOver } from './budget/caps.ts'
import type { AgentState, Limits, State } from './step/state.ts'
import { isLocating, draftTime, keyTime } from './step/status.ts'
import { droppedTime } from './heartbeats/stale-intents.ts'
import { isUnanswered, ticketTime } from './mail/tickets.ts'
import { quietRestartAt } from './step/silence.ts'
import { tabProposalTime } from './agents/tab-proposals.ts'
import { noticeTime } from './agents/user-notices.ts'
import { cardTime, interjectionPause } from './turns/timing.ts'

/** Cached per state. */
const wakes = new WeakMap<State, number | null>()

/** When the core must be called next, in ms; null when nothing is due. */
export function nextWake(state: State): number | null {
  const found = wakes.get(state)
  if (found !== undefined) return found
  let next: number | null = null
  const consider = (time: number | null): void => {
    if (time !== null && time > state.at && (next === null || time < next)) next = time
  }
  for (const agent of state.agents.values()) consider(nextOf(agent, state))
  for (const gathering of state.gatherings.values()) timesOfGathering(gathering).forEach(consider)
  for (const machine of state.machines.values()) timesIn(machine).forEach(consider)
  for (const { timesOfState } of extensions) timesOfState?.(state).forEach(consider)
  // A reached daily cap ends with the day.
  if (state.day !== null && isDayOver(state)) consider(state.day.until)
  wakes.set(state, next)
  return next
}

export function dueAgents(state: State, now: number): readonly AgentId[] {
  const next = nextWake(state)
  if (next === null || next > now) return []
  return [...state.agents].flatMap(([id, agent]) => {
    const time = nextOf(agent, state)
    return time !== null && time <= now ? [id] : []
  })
}

export function dueMachines(state: State, now: number): readonly MachineName[] {
  const isDue = (time: number): boolean => time > state.at && time <= now
  return [...state.machines].flatMap(([name, machine]) => (timesIn(machine).some(isDue) ? [name] : []))
}

function timesIn(machine: MachineState): readonly number[] {
  return extensions.flatMap(({ timesOfMachine }) => timesOfMachine?.(machine) ?? [])
}

function nextOf(agent: AgentState, { limits, at }: State): number | null {
  const times = timesOf(agent, limits)
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return times[low] ?? null
}

/** Cached per agent state, since each waiting message has a time. */
const known = new WeakMap<AgentState, { readonly limits: Limits; readonly times: Float64Array }>()

/** Sorted. */
function timesOf(state: AgentState, limits: Limits): Float64Array {
  const found = known.get(state)
  if (found?.limits === limits) return found.times
  const times = new Float64Array([...timesOfMail(state, limits), ...timesOfTurns(state, limits)]).sort()
  known.set(state, { limits, times })
  return times
}

function timesOfMail({ mailbox, turn }: AgentState, { patience }: Limits): readonly number[] {
  const times: number[] = []
  for (const message of mailbox) {
    if (isUnanswered(message)) times.push(message.acceptedAt + ticketTime)
    if (message.state !== 'queued') continue
    if (turn) times.push(message.acceptedAt + patience)
    if (message.card && !message.card.later) times.push(message.card.at + cardTime)
  }
  return times
}

function timesOfTurns(state: AgentState, { sleepAfter, quiet, stopped }: Limits): readonly number[] {
  const { agent, typing: composed, interjectedAt, restartAt, process, frames } = state
  const times: number[] = []
  const restarts = restartAt !== null && agent.closedAt === null && process !== 'ending' && !isLocating(state)
  if (restarts) times.push(restartAt)
  for (const { at } of agent.tabProposals) times.push(at + tabProposalTime)
  const noticed = noticeTime(agent)
  if (noticed !== null) times.push(noticed)
  for (const { timesOfAgent } of extensions) times.push(...(timesOfAgent?.(agent) ?? []))
  if (composed) times.push(composed.at + keyTime, ...(composed.draft ? [composed.at + draftTime] : []))
  if (interjectedAt !== null) times.push(interjectedAt + interjectionPause)
  if (agent.status === 'idle') times.push(agent.since + sleepAfter)
  const quietRestart = quietRestartAt(state)
  if (quietRestart !== null) times.push(quietRestart)
  if (!quiet && stopped === null && state.gatheringId === null)
    for (const { state: stands, dueAt } of state.heartbeats) if (stands === 'armed') times.push(dueAt)
  for (const { state: stands, stateAt } of state.heartbeats)
    if (stands === 'dropped') times.push(stateAt + droppedTime)
  for (const { broke } of frames)
    if (broke?.why === 'error' && broke.retryAt !== null) times.push(broke.retryAt)
  return times
}
