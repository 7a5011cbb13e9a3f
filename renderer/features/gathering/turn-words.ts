import { roundsOf } from '../../../main/contract/gatherings/decisions.ts'
import { inTurnOrder, isOwnUser } from '../../../main/contract/gatherings/gatherings.ts'
import type { GatheringView, SeatView } from '../../../main/contract/gatherings/gathering-views.ts'
import {
  numberWord,
  ordinal,
  phaseNames,
  phasesOf,
  seatLabel,
} from '../../entities/gathering/gathering-words.ts'

type Turns = Pick<GatheringView, 'seats' | 'piece' | 'phase' | 'round' | 'structure' | 'decision'>

export const isUnderWay = ({ state }: Pick<GatheringView, 'state'>): boolean =>
  state === 'running' || state === 'paused'

/** Whether statements made now stay hidden until everyone has spoken. */
export const isSealing = ({ sealed, phase }: Pick<GatheringView, 'sealed' | 'phase'>): boolean =>
  phase === 'decision' || (sealed && phase === 'inhale')

export const ownSeat = ({ seats }: Pick<GatheringView, 'seats'>): SeatView | null =>
  seats.find(isOwnUser) ?? null

export const isOwnTurn = (of: Pick<GatheringView, 'seats' | 'piece'>): boolean =>
  of.piece !== null && of.piece.number === ownSeat(of)?.number

/** Seats that can still get the piece in this round, in turn order after its holder. */
export function remainingSpeakers({ seats, piece }: Pick<Turns, 'seats' | 'piece'>): readonly SeatView[] {
  const holder = piece?.number ?? 0
  const waits = seats.filter((seat) => seat.number !== holder && !seat.had && seat.state !== 'gone')
  const inOrder = inTurnOrder(waits, holder, (seat) => seat.state === 'late')
  const isNext = (seat: SeatView) => seat.state === 'next'
  return [...inOrder.filter(isNext), ...inOrder.filter((seat) => !isNext(seat))]
}

/** `You are 5th, after Critic (3).` Empty when the user has no seat. */
export function yourPlace(of: Turns): string {
  const you = ownSeat(of)
  if (!you || of.phase === 'harvest') return ''
  if (isOwnTurn(of)) return 'You have the piece.'
  const queue = remainingSpeakers(of)
  const at = queue.findIndex((seat) => seat.number === you.number)
  const place = of.seats.findIndex((seat) => seat.number === you.number) + 1
  if (at === 0) return `You are next, ${ordinal(place)} of ${numberWord(of.seats.length)}.`
  const before = queue[at - 1]
  if (before) return `You are ${ordinal(place)}, after ${seatLabel(before)}.`
  return `${hadWords(you, place)}${laterWords(of, you)}`
}

function hadWords({ state }: SeatView, place: number): string {
  if (state === 'passed') return `You passed, ${ordinal(place)}`
  if (state === 'silent') return `You had nothing to add, ${ordinal(place)}`
  if (state === 'over' || state === 'away') return 'Your turn in this round went by'
  return `You spoke ${ordinal(place)}`
}

function laterWords(of: Turns, you: SeatView): string {
  const when = nextRound(of)
  if (when === null) return '. This is the last round.'
  const before = of.seats[of.seats.findIndex((seat) => seat.number === you.number) - 1]
  return `. Your next turn is in ${when}${before ? `, after ${before.name}` : ''}.`
}

/** Whether the user has the piece or can still get it. */
export function hasTurnLeft(of: Turns): boolean {
  const you = ownSeat(of)
  if (!you || of.phase === 'harvest') return false
  return isOwnTurn(of) || !you.had || nextRound(of) !== null
}

function nextRound(of: Turns): string | null {
  if (of.phase === 'harvest') return null
  if (of.round < roundsOf(of, of.phase)) return `round ${of.round + 1}`
  const phases = phasesOf(of)
  const next = phases[phases.indexOf(of.phase) + 1]
  return next ? phaseNames[next] : null
}

export function seatWord(seat: Pick<SeatView, 'state' | 'kind' | 'agent'>): string {
  const { state } = seat
  if (isOwnUser(seat) && state === 'next') return 'you are next'
  return seatWords[state]
}

export function harvesterWord({ state, phase, harvest, harvester }: HarvesterOf): string {
  if (state === 'closed') return harvest ? 'wrote the harvest' : 'listened'
  if (harvester.absent !== null) return 'cannot harvest'
  if (harvester.isAskedAgain) return 'rewrites the harvest: some lines cite no source'
  return phase === 'harvest' ? 'writes the harvest' : 'listens'
}

type HarvesterOf = Pick<GatheringView, 'state' | 'phase' | 'harvest' | 'harvester'>

const seatWords: Readonly<Record<SeatView['state'], string>> = {
  speaks: 'speaks',
  next: 'next',
  then: 'later',
  spoke: 'spoke',
  passed: 'passed',
  silent: 'nothing to add',
  over: 'skipped',
  late: 'last in this round',
  away: 'away',
  gone: 'is not there',
}

/** `24 turns, 3 passed or skipped`. */
export function turnsWords({ spoken: { turns }, heard }: Pick<GatheringView, 'spoken' | 'heard'>): string {
  const said = heard.filter(({ first, sealed }) => first !== '' || sealed)
  const worded = new Set(said.map(({ number, phase, round }) => `${number} ${phase} ${round}`)).size
  const rest = turns - worded
  // `heard` is no longer sent for an archived gathering.
  const without = heard.length > 0 && rest > 0 ? `, ${rest} passed or skipped` : ''
  return `${turns} ${turns === 1 ? 'turn' : 'turns'}${without}`
}
