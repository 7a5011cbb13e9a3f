import type { SeatReason } from '../../contract/gatherings/seat-reasons.ts'
import { isRemote } from '../step/peer-ids.ts'
import type { Gathering, GatheringId, Seat, SpeakingTurn } from '../../contract/gatherings/gatherings.ts'
import type { AgentState } from '../step/state.ts'
import { isBusy, isUnread } from '../step/status.ts'
import type { Facts } from '../step/facts.ts'
import type { Step } from '../step/step.ts'
import { mustSit } from './seats.ts'
import { absenceIn, answeringAway, askRemoteSeat, withdrawQuestion } from './seats-away.ts'
import { dayTime, endingTime, syncClock, pausedBy } from './turn-clock.ts'
import { janusActor } from '../timeline/timeline-entry.ts'
import { checkHarvest } from './harvest.ts'
import { finish, skipSeat, moveOn } from './piece.ts'
import { callIn, isOfPieceTurn } from '../step/frames-and-turns.ts'
import { endPieceTurn } from './piece-frames.ts'
import { dismiss } from './closing.ts'
import { holderCall, isOverCap } from './due-prompts.ts'

export function onAgentDeleted(step: Step, { agent }: Facts['agent.deleted']): void {
  const { gatheringId: sits } = step.get(agent)
  if (sits !== null) step.dirty.gathering(sits)
}

export function tendAll(step: Step): void {
  if (step.gatherings.size === 0) return
  const ids = new Set(step.dirty.gatherings())
  for (const id of step.dirty.agents()) {
    const { gatheringId: sits } = step.get(id)
    if (sits !== null) ids.add(sits)
  }
  for (const id of ids) tendWhole(step, id)
}

function tendWhole(step: Step, id: GatheringId): void {
  const g = step.gatherings.get(id)
  if (!g) return
  tend(step, g)
  // A move of the piece may make more due, such as asking the user about a cap.
  if (step.gatherings.get(id)?.piece?.id !== g.piece?.id) tendWhole(step, id)
}

/** Idempotent. */
function tend(step: Step, g: Gathering): void {
  switch (g.stage) {
    case 'proposed':
      if (step.now >= g.stageAt + dayTime) dismiss(step, g, { ...janusActor, kind: 'unstarted' })
      return
    case 'running':
      if (g.paused && step.now >= g.paused.at + dayTime) {
        finish(step, g, { kind: 'paused', pausedBy: g.paused.name })
        return
      }
      return tendTurn(step, syncClock(step, g))
    case 'harvesting':
      return checkHarvest(step, g)
    case 'convening':
    case 'closed':
      return
  }
}

function tendTurn(step: Step, g: Gathering): void {
  const { piece } = g
  if (!piece) return
  if (piece.held && piece.stopped && step.now >= piece.stopped.at + dayTime) {
    finish(step, g, { kind: 'held' })
    return
  }
  if (piece.stopped?.by.includes('spent') && step.now >= piece.stopped.at + dayTime) {
    finish(step, g, { kind: 'paused', pausedBy: 'a limit' })
    return
  }
  const seat = mustSit(g, piece.number)
  if (seat.agent === null) return tendUser(step, g, piece)
  tendAgent(step, g, piece, seat)
}

function tendAgent(step: Step, g: Gathering, piece: SpeakingTurn, seat: Seat): void {
  const { agent } = seat
  const why = absenceIn(step, seat)
  if (agent === null || why !== null)
    return moveOn(step, piece.said > 0 ? g : skipSeat(step, g, seat, why ?? { kind: 'deleted' }), null)
  const { ending } = piece
  const isAway = isRemote(agent)
  const at = isAway ? answeringAway(step, agent, piece) : answering(step.get(agent), piece)
  const isEnding = ending !== null && ending.why !== 'taken'
  const isLate = isEnding && step.now >= ending.at + endingTime && !at.isLocating
  if (isLate || (isEnding && isAway && !at.hasPrompt)) return moveOn(step, g, null)
  if (piece.stopped) return
  if (piece.done && !at.hasPrompt) return moveOn(step, g, piece.done.to)
  const up = timeUp(step, g, piece, at)
  if (up === 'unasked') return tooLate(step, g, seat, step.find(agent))
  if (up === 'wordless') return gaveNoWord(step, g, piece)
  if (up === 'writing' && !isEnding) return cutShort(step, g, 'late')
  const call = holderCall(g)
  if (!at.isBroken && (at.hasPrompt || call === null)) return
  if (isOverCap(g)) pausedBy(step, g, { why: 'cap', name: 'the limit', at: step.now })
  else if (!isAway) step.dirty.agent(agent)
  else if (call) askRemoteSeat(step, g, call, agent)
}

/** The state of the holder when its time is up; null: not yet. `unasked`: its prompt could not be written. */
function timeUp(
  step: Step,
  g: Gathering,
  { clockFrom, waitsFrom, beat, beats, beatAt }: SpeakingTurn,
  at: Answering,
): 'unasked' | 'wordless' | 'writing' | null {
  if (clockFrom === null) return step.now >= waitsFrom + g.interval ? 'unasked' : null
  if (at.isUnread && beat >= beats && step.now >= beatAt + g.grace) return 'wordless'
  if (step.now < clockFrom + (beats + 1) * g.interval) return null
  return at.isWriting ? 'writing' : 'wordless'
}

/** The holder's progress with its latest question. */
export interface Answering {
  /** A prompt of this turn is in the process, on its way, or broken off. */
  readonly hasPrompt: boolean
  readonly isUnread: boolean
  readonly isWriting: boolean
  /** Its process crashed and the transcript is being searched, which may contain the answer. */
  readonly isLocating: boolean
  /** Broken off, and to be resumed. */
  readonly isBroken: boolean
}

export function answering({ frames, turn }: AgentState, { id }: Pick<SpeakingTurn, 'id'>): Answering {
  const its = frames.filter((frame) => isOfPieceTurn(frame, id))
  const isWriting = callIn(turn?.promptedBy)?.pieceTurnId === id
  return {
    hasPrompt: isWriting || its.length > 0,
    isUnread: its.some(isUnread),
    isWriting,
    isLocating: its.some(({ phase }) => phase === 'locating'),
    isBroken: its.some(({ phase }) => phase === 'unfinished'),
  }
}

/** Its prompt could not be written in time: once per round it may still come last. */
function tooLate(step: Step, g: Gathering, seat: Seat, state: AgentState | undefined): void {
  const again = g.deferredSeats.includes(seat.number)
  const as = again ? 'had' : 'late'
  moveOn(step, skipSeat(step, g, seat, whyLate(state, again), as), null, as)
}

function whyLate(state: AgentState | undefined, again: boolean): SeatReason {
  if (!state) return { kind: 'away', again }
  const isAtWork = state.process === 'on' && isBusy(state)
  return isAtWork ? { kind: 'busy', again } : { kind: 'unreachable', status: state.agent.status, again }
}

function gaveNoWord(step: Step, g: Gathering, piece: SpeakingTurn): void {
  const seat = mustSit(g, piece.number)
  const over = piece.said > 0 ? g : skipSeat(step, g, seat, { kind: 'late' })
  moveOn(step, over, null)
}

/** Interrupts the answer; what is complete of it counts. */
export function cutShort(step: Step, g: Gathering, why: 'late' | 'skipped' | 'closed'): void {
  const { piece } = g
  const agent = piece && mustSit(g, piece.number).agent
  if (!piece || agent === null) return
  step.gathering({ ...g, piece: { ...piece, ending: { why, at: step.now } } })
  if (isRemote(agent)) return withdrawQuestion(step, agent, piece)
  endPieceTurn(step, agent)
}

/** The user's turn: the same beats; without text in time they count as away. */
function tendUser(step: Step, g: Gathering, piece: SpeakingTurn): void {
  if (piece.stopped || piece.clockFrom === null) return
  if (piece.ending) return moveOn(step, g, null)
  const away = g.user?.away ?? false
  const spent = step.now - piece.clockFrom
  if (spent >= (away ? 0 : piece.beats * g.interval) + g.grace) {
    const seat = mustSit(g, piece.number)
    if (piece.said > 0) return moveOn(step, g, null)
    const gone = g.user ? { ...g.user, away: true } : null
    return moveOn(step, skipSeat(step, { ...g, user: gone }, seat, { kind: 'late' }), null)
  }
  const beat = Math.min(piece.beats, Math.floor(spent / g.interval))
  if (beat > piece.beat) step.gathering({ ...g, piece: { ...piece, beat, beatAt: step.now } })
}
