import type { ClosingFact } from '../../contract/gatherings/closing-facts.ts'
import type { SeatReason } from '../../contract/gatherings/seat-reasons.ts'
import { ownReasonWords, seatReasonWords } from '../../contract/gatherings/seat-words.ts'
import {
  isGuestSeat,
  isOwnUser,
  type Gathering,
  type SpeakingTurn,
  type Seat,
  isSealed,
} from '../../contract/gatherings/gatherings.ts'
import type { Step } from '../step/step.ts'
import { phaseText, roundText } from './prompts.ts'
import { leftOf, mustSit } from './seats.ts'
import { allRounds, breath, isObjectionRound, roundsOf } from '../../contract/gatherings/decisions.ts'
import { addRow } from './append-log.ts'
import { janusActor } from '../timeline/timeline-entry.ts'
import { askForBallots, countBallots } from './decisions.ts'
import { beginHarvest } from './harvest.ts'
import { absenceIn } from './seats-away.ts'
import { dropPieceFrames } from './piece-frames.ts'
import { openSealed } from './speaking.ts'
import { tellMember, tellAll } from './notify-members.ts'

export function beginCircle(step: Step, g: Gathering): void {
  const begun: Gathering = { ...g, stage: 'running', stageAt: step.now, phase: 'inhale', round: 1 }
  passOn(step, announcePhase(step, step.gathering(begun)), null)
}

/**
 * How a turn counts in its round. `had`: used up. `late`: it could not begin and may come last. `kept`: it
 * was taken away before it began.
 */
export type SeatOutcome = 'had' | 'late' | 'kept'

/**
 * Ends the turn. The piece goes to `to` if that seat has not spoken in this round, else to the next in order.
 */
export function moveOn(step: Step, from: Gathering, to: number | null, as: SeatOutcome = 'had'): void {
  const { piece } = from
  if (!piece) return
  const g = as === 'had' ? accounted(step, from, piece) : from
  dropPieceFrames(step, g, piece)
  if (g.harvesting) {
    beginHarvest(step, g, g.harvesting.closing)
    return
  }
  const { number } = piece
  const after: Gathering = {
    ...g,
    piece: null,
    last: number,
    spokenSeats: as === 'had' && !g.spokenSeats.includes(number) ? [...g.spokenSeats, number] : g.spokenSeats,
    deferredSeats: as === 'late' ? [...g.deferredSeats, number] : g.deferredSeats,
  }
  passOn(step, after, to)
}

/** A turn that counts leaves a row, if only that nothing was said. */
function accounted(step: Step, g: Gathering, { number, said, ending }: SpeakingTurn): Gathering {
  if (said > 0 || g.skippedSeats.some((one) => one.number === number)) return g
  return skipSeat(step, g, mustSit(g, number), reasonForSilence(ending?.why ?? 'closed'))
}

/** Why a turn that ended this way brought no text. */
export const reasonForSilence = (why: NonNullable<SpeakingTurn['ending']>['why']): SeatReason => ({
  kind: why === 'closed' ? 'silent' : why,
})

export function passOn(step: Step, from: Gathering, wanted: number | null): void {
  let g = from
  let to = wanted
  for (let tries = 0; tries <= (allRounds(from) + 3) * (g.seats.length + 1); tries += 1) {
    const number = chosen(g, to)
    to = null
    if (number === null) {
      g = endRound(step, g)
      if (g.stage !== 'running') return
      continue
    }
    const seat = mustSit(g, number)
    const why = absenceIn(step, seat)
    if (why === null) return give(step, g, seat)
    g = skipSeat(step, { ...g, last: number, next: g.next === number ? null : g.next }, seat, why)
  }
  throw new Error(`the piece of ${g.id} comes to nobody`)
}

/** The host's choice; else the holder's, if that seat is left; else the order's. */
function chosen(g: Gathering, to: number | null): number | null {
  if (g.next !== null) return g.next
  const left = leftOf(g)
  if (to !== null && left.some(({ number }) => number === to)) return to
  return left[0]?.number ?? null
}

function give(step: Step, g: Gathering, seat: Seat): void {
  const isUser = isOwnUser(seat)
  const held = isUser && (g.user?.holds ?? false)
  const by = [...(g.paused ? (['pause'] as const) : []), ...(held ? (['hold'] as const) : [])]
  const piece: SpeakingTurn = {
    id: step.ids.next('grt'),
    number: seat.number,
    since: step.now,
    waitsFrom: step.now,
    clockFrom: isUser ? step.now : null,
    beat: 0,
    // An unreadable ballot is asked for once more.
    beats: g.phase === 'decision' && seat.kind === 'agent' ? 1 : g.beatsPerTurn,
    beatAt: step.now,
    stopped: by.length > 0 ? { at: step.now, by } : null,
    cardAt: null,
    held,
    passing: null,
    done: null,
    ending: null,
    said: 0,
  }
  const user = isUser && g.user ? { ...g.user, hand: false } : g.user
  // A late seat that can speak after all is no longer skipped.
  const late = g.skippedSeats.filter(({ number }) => number !== seat.number)
  step.gathering({ ...g, piece, user, next: null, skippedSeats: late })
  if (seat.agent !== null && step.find(seat.agent)) step.dirty.agent(seat.agent)
}

/** Skips a seat, with a row that says why; `late`: it may still come last in this round. */
export function skipSeat(
  step: Step,
  g: Gathering,
  seat: Seat,
  why: SeatReason,
  as: 'had' | 'late' = 'had',
): Gathering {
  const { number, name, agent, kind } = seat
  const words = seatReasonWords(why, kind)
  const made = addRow(step, g, { kind: 'missed', text: words, number, name, agent })
  tellAll(step, made.g, `${name} (${number}) is skipped: ${words}.`, number)
  const own = ownReasonWords(why)
  if (agent !== null && isGuestSeat(seat) && own !== '') tellMember(step, made.g, agent, own)
  // A seat that was heard in this round and gives no text in a second turn still counts as heard.
  if (g.spokenSeats.includes(number)) return made.g
  return step.gathering({
    ...made.g,
    skippedSeats: [...g.skippedSeats.filter((one) => one.number !== number), { number, why }],
    spokenSeats: as === 'had' ? [...g.spokenSeats, number] : g.spokenSeats,
  })
}

/** Ends a round: opens sealed text, then begins the next round, the next phase, or the harvest. */
function endRound(step: Step, g: Gathering): Gathering {
  const opened = isSealed(g) ? openSealed(step, g) : g
  const begun = { spokenSeats: [], deferredSeats: [], skippedSeats: [], last: 0 }
  if (g.phase === 'decision') {
    const counted = countBallots(step, opened)
    if (counted.phase === 'decision') return finish(step, counted, { kind: 'spoken' })
    return announcePhase(step, step.gathering({ ...counted, ...begun }))
  }
  const nobody = opened.seats.every(({ number }) => opened.skippedSeats.some((one) => one.number === number))
  if (nobody) return finish(step, opened, { kind: 'deserted' })
  const isLast = isObjectionRound(g, g)
  if (!isLast && g.round < roundsOf(g, g.phase)) {
    const next = step.gathering({ ...opened, ...begun, round: g.round + 1 })
    tellAll(step, next, `${roundText(next)}, begins.`)
    return next
  }
  const phase = isLast ? undefined : breath[breath.findIndex((one) => one === g.phase) + 1]
  if (phase !== undefined)
    return announcePhase(step, step.gathering({ ...opened, ...begun, phase, round: 1 }))
  const asked = askForBallots(step, opened)
  return asked.phase === 'decision' ? announcePhase(step, asked) : finish(step, asked, { kind: 'spoken' })
}

export function announcePhase(step: Step, g: Gathering): Gathering {
  const made = addRow(step, g, { kind: 'phase', text: '' })
  tellAll(step, made.g, phaseText(made.g))
  return made.g
}

/** The gathering itself starts the harvest. */
export function finish(step: Step, g: Gathering, why: ClosingFact): Gathering {
  return beginHarvest(step, g, { ...janusActor, at: step.now, ...why })
}
