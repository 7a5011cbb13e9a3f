import type { Gathering, SpeakingTurn, ClockStop } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { capOver, isDayOver } from '../budget/caps.ts'
import type { State } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { mustSit } from './seats.ts'
import { quotable } from '../words/prompts.ts'
import { tellUsersAway } from './notify-members.ts'

/** ms until an untouched proposal, pause or held piece ends. */
export const dayTime = 24 * 60 * 60 * 1000
/** ms for which an open question to the user stops the clock of one turn. */
export const cardStop = 5 * 60 * 1000
/** ms that an interrupted answer may take to end. */
export const endingTime = 10_000

/** In storage order. */
const stops: readonly ClockStop[] = ['pause', 'hold', 'card', 'everything', 'spent']

export function syncClock(step: Step, g: Gathering): Gathering {
  const { piece } = g
  if (!piece) return g
  const { agent } = mustSit(g, piece.number)
  const asks = agent !== null && (step.find(agent)?.cards.length ?? 0) > 0
  const cardAt = piece.cardAt ?? (asks ? step.now : null)
  const isAsking = asks && cardAt !== null && step.now < cardAt + cardStop
  const holds: Readonly<Record<ClockStop, boolean>> = {
    pause: g.paused !== null,
    hold: piece.held,
    card: isAsking,
    everything: step.limits.stopped !== null,
    spent: isSpent(step, agent),
  }
  const by = stops.filter((stop) => holds[stop])
  if (by.join() === (piece.stopped?.by ?? []).join() && cardAt === piece.cardAt) return g
  const since = piece.stopped?.at ?? step.now
  const stopped = by.length > 0 ? { at: since, by } : null
  const moved = stopped ? piece : shifted(piece, (at) => at + step.now - since)
  return step.gathering({ ...g, piece: { ...moved, cardAt, stopped } })
}

/** Whether the day or the holder's tab has reached its cap: nothing is asked until that is raised. */
function isSpent(step: Step, agent: AgentId | null): boolean {
  const state = agent === null ? undefined : step.find(agent)
  return state ? capOver(step, state) !== null && state.turn === null : isDayOver(step)
}

function shifted(piece: SpeakingTurn, move: (at: number) => number): SpeakingTurn {
  const { clockFrom, waitsFrom, beatAt } = piece
  const moved = { waitsFrom: move(waitsFrom), beatAt: move(beatAt) }
  return { ...piece, ...moved, clockFrom: clockFrom === null ? null : move(clockFrom) }
}

/**
 * Excludes a time in which no clock ran: the machine slept, or everything was stopped. What began meanwhile
 * begins now, never later.
 */
export function excludeSleep(step: Step, ms: number): void {
  for (const g of step.gatherings.values()) {
    const { piece, harvesting } = g
    const later = (at: number): number => Math.min(Math.max(at, step.now), at + ms)
    if (g.stage === 'running' && piece && !piece.stopped)
      step.gathering({ ...g, piece: shifted(piece, later) })
    if (g.stage === 'harvesting' && harvesting) {
      const { since, writtenAt } = harvesting
      const times = { since: later(since), writtenAt: writtenAt === null ? null : later(writtenAt) }
      step.gathering({ ...g, harvesting: { ...harvesting, ...times } })
    }
  }
}

/** After a restart the current beat begins again. */
export function restarted(step: Step, g: Gathering): void {
  const { piece, harvesting } = g
  if (harvesting)
    step.gathering({
      ...g,
      harvesting: {
        ...harvesting,
        since: step.now,
        writtenAt: harvesting.writtenAt === null ? null : step.now,
      },
    })
  if (!piece) return
  const { clockFrom, beat, stopped, ending } = piece
  step.gathering({
    ...g,
    piece: {
      ...piece,
      waitsFrom: step.now,
      beatAt: step.now,
      clockFrom: clockFrom === null ? null : step.now - beat * g.interval,
      stopped: stopped && { ...stopped, at: step.now },
      ending: ending && { ...ending, at: step.now },
    },
  })
}

/** Times (ms) at which the gathering must be checked, unsorted. */
export function gatheringTimes(g: Gathering): readonly number[] {
  const { stage, stageAt, paused, piece, interval, grace, harvesting } = g
  if (stage === 'proposed') return [stageAt + dayTime]
  if (stage === 'harvesting' && harvesting) return [harvestEnd(harvesting, interval)]
  if (stage !== 'running' || !piece) return []
  const times: number[] = paused ? [paused.at + dayTime] : []
  const { stopped, clockFrom, waitsFrom, ending, cardAt, beatAt, beats, held } = piece
  if (stopped && (held || stopped.by.includes('spent'))) times.push(stopped.at + dayTime)
  if (cardAt !== null) times.push(cardAt + cardStop)
  if (ending) times.push(ending.at + endingTime)
  if (stopped) return times
  if (clockFrom === null) return [...times, waitsFrom + interval]
  for (let k = 1; k <= beats + 1; k += 1) times.push(clockFrom + k * interval)
  times.push(beatAt + grace, clockFrom + grace, clockFrom + beats * interval + grace)
  return times
}

export function dueGatherings({ gatherings, at }: State, now: number): readonly Gathering[] {
  return [...gatherings.values()].filter((g) => gatheringTimes(g).some((time) => time > at && time <= now))
}

/** ms until the harvester's prompt must be written; a longer beat extends it. */
const harvestWait = 60_000

/** Milliseconds. */
export const harvestTime = 10 * 60 * 1000

/** ms for a second draft. */
const againTime = 3 * 60 * 1000

/** The additional time for a second draft, in ms. */
export const moreTime = againTime + harvestWait

export function harvestEnd(
  { since, writtenAt, draft }: NonNullable<Gathering['harvesting']>,
  interval: number,
): number {
  if (writtenAt === null) return since + Math.max(interval, harvestWait)
  return writtenAt + (draft === null ? harvestTime : againTime)
}

/**
 * Pauses the gathering, or (null) continues it. Agents aren't told, since nothing is asked of them; the local
 * user sees it; remote users are told.
 */
export function pausedBy(step: Step, g: Gathering, paused: Gathering['paused']): Gathering {
  if (paused && !g.paused) tellUsersAway(step, g, pauseText(step, paused))
  if (!paused && g.paused) tellUsersAway(step, g, 'The gathering continues.')
  return step.gathering(syncClock(step, { ...g, paused }))
}

function pauseText({ fleet }: Step, { why, name }: NonNullable<Gathering['paused']>): string {
  const who = quotable(fleet.self === null ? name : `${name}@${fleet.self}`)
  const what =
    why === 'cap' ? 'The gathering is paused: it has reached its limit.' : `${who} has paused the gathering.`
  return `${what} Nobody is asked and no time runs until it goes on; who has the piece may speak all the same.`
}
