import type { Gathering, GatheringId, GrantId, PieceTurn, Stop } from '../../contract/gatherings.ts'
import type { AgentState, State } from '../state.ts'
import { isBusy, isUnread } from '../status.ts'
import type { Step } from '../step.ts'
import { absenceOf, mustSit } from './circle.ts'
import { endWithout, tendHarvest } from './harvest.ts'
import { finish, isOfGrant, missed, moveOn } from './piece.ts'
import { dismiss } from './proposals.ts'

/** After so long, in ms, a proposal, a pause or a held piece that nobody touched ends. */
export const dayTime = 24 * 60 * 60 * 1000
/** So long a permission or a question to the person stops the clock of one turn, in ms. */
export const cardStop = 5 * 60 * 1000
/** How long an interrupted answer may take to end, in ms. */
export const endingTime = 10_000

/** Does what is due in the gatherings of a step: it says who is to be asked for what. */
export function tendAll(step: Step): void {
  if (step.gatherings.size === 0) return
  const ids = new Set(step.stirred)
  for (const id of step.touched) {
    const { sits } = step.get(id)
    if (sits !== null) ids.add(sits)
  }
  for (const id of ids) tendWhole(step, id)
}

/** What a move of the piece makes due is done as well, such as to ask the person about the cap. */
function tendWhole(step: Step, id: GatheringId): void {
  for (let at: GrantId | null | undefined; ;) {
    const g = step.gatherings.get(id)
    if (!g || (g.piece?.id ?? null) === at) return
    at = g.piece?.id ?? null
    tend(step, g)
  }
}

/** Does what is due in a gathering; asking twice changes nothing. */
function tend(step: Step, g: Gathering): void {
  switch (g.stage) {
    case 'proposed':
      if (step.now >= g.stageAt + dayTime)
        dismiss(
          step,
          g,
          { by: { kind: 'system' }, name: 'Janus' },
          'expired',
          'nobody started it within a day',
        )
      return
    case 'running':
      if (g.paused && step.now >= g.paused.at + dayTime) {
        finish(step, g, 'expired', `it was paused by ${g.paused.name} for a day`)
        return
      }
      return turn(step, synced(step, g))
    case 'harvesting':
      return tendHarvest(step, g)
    case 'convening':
    case 'closed':
      return
  }
}

function turn(step: Step, g: Gathering): void {
  const { piece } = g
  if (!piece) return
  if (piece.held && piece.stopped && step.now >= piece.stopped.at + dayTime) {
    finish(step, g, 'expired', 'the piece was held for a day')
    return
  }
  const seat = mustSit(g, piece.number)
  if (seat.agent === null) return personsTurn(step, g, piece)
  const state = step.find(seat.agent)
  const why = absenceOf(state)
  if (!state || why !== null) {
    const over = piece.said > 0 ? g : missed(step, g, seat, why ?? 'its tab was deleted', true)
    return moveOn(step, over, null)
  }
  agentsTurn(step, g, piece, state)
}

function agentsTurn(step: Step, g: Gathering, piece: PieceTurn, state: AgentState): void {
  const isEnding = piece.ending !== null && piece.ending.why !== 'taken'
  const at = answering(state, piece)
  if (isEnding && step.now >= (piece.ending?.at ?? 0) + endingTime && !at.waits) return moveOn(step, g, null)
  if (piece.stopped) return
  if (piece.clockFrom === null) {
    if (step.now >= piece.waitsFrom + g.interval) return tooLate(step, g, piece, state)
  } else {
    const last = step.now >= piece.clockFrom + (piece.beats + 1) * g.interval
    if (at.unread && piece.beat >= piece.beats && step.now >= piece.beatAt + g.grace)
      return gaveNoWord(step, g, piece)
    if (last && at.writes && !isEnding) return cutShort(step, g, 'late')
    if (last && !at.writes) return gaveNoWord(step, g, piece)
  }
  if (!at.broken && (at.any || promptDue(g, step.now) === null)) return
  if (isOverCap(g)) pauseByCap(step, g)
  else step.touched.add(state.agent.id)
}

/** How far the holder is with what it was asked last. */
export function answering(
  { frames, turn: running }: AgentState,
  { id }: Pick<PieceTurn, 'id'>,
): { unread: boolean; writes: boolean; waits: boolean; broken: boolean; any: boolean } {
  const its = frames.filter((frame) => isOfGrant(frame, id))
  const unread = its.some(isUnread)
  const writes = running?.piece?.grant === id
  // What died over it is being looked for, or goes on: its answer may be there already.
  const waits = its.some(({ phase }) => phase === 'locating')
  const broken = its.some(({ phase }) => phase === 'unfinished')
  return { unread, writes, waits, broken, any: writes || its.length > 0 }
}

/** Its grant could not be written in time: once in a round it may still speak last. */
function tooLate(step: Step, g: Gathering, piece: PieceTurn, state: AgentState): void {
  const seat = mustSit(g, piece.number)
  const again = g.late.includes(piece.number)
  const isAtWork = state.process === 'on' && isBusy(state)
  const busy = isAtWork
    ? 'it was busy with something else'
    : `it could not be reached (${state.agent.status})`
  const why = again ? `${busy} again` : `${busy}; it may speak last in this round`
  moveOn(step, missed(step, g, seat, why, again), null, again ? 'had' : 'late')
}

/** It had the piece, and said nothing in time. */
function gaveNoWord(step: Step, g: Gathering, piece: PieceTurn): void {
  const seat = mustSit(g, piece.number)
  const over = piece.said > 0 ? g : missed(step, g, seat, 'it gave no word in time', true)
  moveOn(step, over, null)
}

/** Ends the answer that is being written: what is completed of it counts. */
export function cutShort(step: Step, g: Gathering, why: 'late' | 'skipped' | 'closed'): void {
  const { piece } = g
  const agent = piece && mustSit(g, piece.number).agent
  if (!piece || agent === null) return
  step.gathering({ ...g, piece: { ...piece, ending: { why, at: step.now } } })
  step.emit({ do: 'agent.interrupt', agent, run: step.get(agent).run })
}

/** The person's turn: the same beats; without a word in time the seat is away. */
function personsTurn(step: Step, g: Gathering, piece: PieceTurn): void {
  if (piece.stopped || piece.clockFrom === null) return
  if (piece.ending) return moveOn(step, g, null)
  const away = g.human?.away ?? false
  const spent = step.now - piece.clockFrom
  if (spent >= (away ? 0 : piece.beats * g.interval) + g.grace) {
    const seat = mustSit(g, piece.number)
    if (piece.said > 0) return moveOn(step, g, null)
    const gone = g.human ? { ...g.human, away: true } : null
    return moveOn(step, missed(step, { ...g, human: gone }, seat, 'no word in time', true), null)
  }
  const beat = Math.min(piece.beats, Math.floor(spent / g.interval))
  if (beat > piece.beat) step.gathering({ ...g, piece: { ...piece, beat, beatAt: step.now } })
}

/** What is to be put to the holder now, if it is free: the number of the beat, 0 for the grant; or null. */
export function promptDue({ paused, piece, interval, beatOn }: Gathering, now: number): number | null {
  if (!piece || paused || piece.stopped || piece.ending) return null
  if (piece.clockFrom === null) return 0
  if (piece.beat >= piece.beats) return null
  const due =
    beatOn === 'stop' ? piece.beat + 1 : Math.min(piece.beats, Math.floor((now - piece.clockFrom) / interval))
  return due > piece.beat ? due : null
}

/** One place is the harvest's. */
export function isOverCap({ turns, maxTurns, costUsd, maxCost }: Gathering): boolean {
  return turns + 1 >= maxTurns || (maxCost !== null && costUsd >= maxCost)
}

function pauseByCap(step: Step, g: Gathering): void {
  step.gathering(synced(step, { ...g, paused: { why: 'cap', name: 'the cap', at: step.now } }))
}

/** The clock of the turn stands or runs as it should by now. */
export function synced(step: Step, g: Gathering): Gathering {
  const { piece } = g
  if (!piece) return g
  const { agent } = mustSit(g, piece.number)
  const asks = agent !== null && (step.find(agent)?.cards.length ?? 0) > 0
  const cardAt = piece.cardAt ?? (asks ? step.now : null)
  const isAsking = asks && cardAt !== null && step.now < cardAt + cardStop
  const by: Stop[] = [
    ...(g.paused ? (['pause'] as const) : []),
    ...(piece.held ? (['hold'] as const) : []),
    ...(isAsking ? (['card'] as const) : []),
  ]
  const same = by.join() === (piece.stopped?.by ?? []).join() && cardAt === piece.cardAt
  if (same) return g
  const changed = { ...piece, cardAt }
  if (by.length > 0)
    return step.gathering({ ...g, piece: { ...changed, stopped: { at: piece.stopped?.at ?? step.now, by } } })
  return step.gathering({
    ...g,
    piece: { ...shifted(changed, step.now - (piece.stopped?.at ?? step.now)), stopped: null },
  })
}

/** The clock goes on as if this time had not passed. */
function shifted(piece: PieceTurn, ms: number): PieceTurn {
  const { clockFrom, waitsFrom, beatAt } = piece
  return {
    ...piece,
    clockFrom: clockFrom === null ? null : clockFrom + ms,
    waitsFrom: waitsFrom + ms,
    beatAt: beatAt + ms,
  }
}

/** The machine slept: no clock of a circle ran. */
export function overslept(step: Step, ms: number): void {
  for (const g of step.gatherings.values()) {
    const { piece, harvesting } = g
    if (g.stage === 'running' && piece && !piece.stopped) step.gathering({ ...g, piece: shifted(piece, ms) })
    if (g.stage === 'harvesting' && harvesting) {
      const { since, writtenAt } = harvesting
      const later = { since: since + ms, writtenAt: writtenAt === null ? null : writtenAt + ms }
      step.gathering({ ...g, harvesting: { ...harvesting, ...later } })
    }
  }
}

/** After a restart the beat that was put last begins anew. */
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

/** The times at which a gathering must be looked at, in no order. */
export function timesOf(g: Gathering): readonly number[] {
  const { stage, stageAt, paused, piece, interval, grace, harvesting } = g
  if (stage === 'proposed') return [stageAt + dayTime]
  if (stage === 'harvesting' && harvesting) return endWithout(g)
  if (stage !== 'running' || !piece) return []
  const times: number[] = paused ? [paused.at + dayTime] : []
  const { stopped, clockFrom, waitsFrom, ending, cardAt, beatAt, beats, held } = piece
  if (stopped && held) times.push(stopped.at + dayTime)
  if (cardAt !== null) times.push(cardAt + cardStop)
  if (ending) times.push(ending.at + endingTime)
  if (stopped) return times
  if (clockFrom === null) return [...times, waitsFrom + interval]
  for (let k = 1; k <= beats + 1; k += 1) times.push(clockFrom + k * interval)
  times.push(beatAt + grace, clockFrom + grace, clockFrom + beats * interval + grace)
  return times
}

/** Gatherings about which something has fallen due since the last step. */
export function dueGatherings({ gatherings, at }: State, now: number): readonly Gathering[] {
  return [...gatherings.values()].filter((g) => timesOf(g).some((time) => time > at && time <= now))
}
