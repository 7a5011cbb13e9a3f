import type {
  GatheringView,
  PieceView,
  SeatView,
  UtteranceView,
} from '../../../main/contract/gatherings/gathering-views.ts'
import { circleAt, stepsIn, type CircleAt } from '../../../main/contract/gatherings/replay.ts'
import { durationWords } from '../../components/duration.ts'
import { phaseNames, seatLabel, whereIs } from '../../entities/gathering/gathering-words.ts'
import { beatLabel } from '../../entities/gathering/piece-time.ts'

/** A step is the `n` of a row; one more is the close, if there was one. */

export const stepsOf = (of: Pick<GatheringView, 'state'>, rows: readonly UtteranceView[]): number =>
  stepsIn(rows.at(-1)?.n ?? 0, of.state === 'closed')

/** Clamps a step; never before the first. */
export const within = (step: number, steps: number): number =>
  Math.max(Math.min(1, steps), Math.min(step, steps))

const isClose = (of: GatheringView, rows: readonly UtteranceView[], step: number): boolean =>
  of.state === 'closed' && step > (rows.at(-1)?.n ?? 0)

const circleOf = (of: GatheringView, rows: readonly UtteranceView[], step: number): CircleAt =>
  circleAt(of.seats, rows, step, isClose(of, rows, step))

export function viewAt(of: GatheringView, rows: readonly UtteranceView[], step: number): GatheringView {
  const at = circleOf(of, rows, step)
  const isOver = isClose(of, rows, step)
  const seats = at.seats.map(({ joined: _joined, ...seat }): SeatView => {
    const known = of.seats.find(({ number }) => number === seat.number)
    const rest = { had: seat.state !== 'then' && seat.state !== 'speaks', hand: false, reason: null }
    return { ...(known ?? {}), ...seat, ...rest }
  })
  return {
    ...of,
    state: isOver ? 'closed' : 'running',
    phase: at.phase,
    round: at.round,
    seats,
    piece: pieceAt(at, of),
    paused: null,
    needs: null,
  }
}

/** The piece at a step; its clock is unknown. */
function pieceAt(at: CircleAt, of: GatheringView): PieceView | null {
  const seat = at.seats.find(({ number }) => number === at.holder)
  if (!seat) return null
  return {
    turnId: `grt-${at.step}`,
    number: seat.number,
    name: seat.name,
    since: at.at,
    beat: at.beat,
    beats: at.beats || of.beatsPerTurn,
    clockFrom: null,
    waitsFrom: at.at,
    stopped: { at: at.at, by: ['pause'] },
    until: at.at,
    nextBeatAt: null,
    done: false,
    answering: false,
    lastWordAt: null,
  }
}

interface StepMark {
  readonly step: number
  readonly kind: 'phase' | 'round'
  readonly words: string
}

export function marksOf(rows: readonly UtteranceView[]): readonly StepMark[] {
  return rows.flatMap((row, at): StepMark[] => {
    const before = rows[at - 1]
    const words = `${phaseNames[row.phase]} ${row.round}`
    if (row.kind === 'phase' || before === undefined || before.phase !== row.phase)
      return before?.kind === 'phase' && before.phase === row.phase
        ? []
        : [{ step: row.n, kind: 'phase', words: phaseNames[row.phase] }]
    return before.round === row.round ? [] : [{ step: row.n, kind: 'round', words }]
  })
}

/** How long a step is shown, in ms: as long as it took, compressed, within readable bounds. */
export function stepDurationMs(rows: readonly UtteranceView[], step: number, speed: number): number {
  const at = rows.find(({ n }) => n === step)
  const next = rows.find(({ n }) => n === step + 1)
  const took = at && next ? Math.max(0, next.at - at.at) : 0
  return Math.min(longest, Math.max(shortest, took / compressed)) / speed
}

const shortest = 900
const longest = 6000
/** The replay's speed-up, before the bounds apply. */
const compressed = 30

export function stepWords(of: GatheringView, rows: readonly UtteranceView[], step: number): string {
  const row = rows.find(({ n }) => n === step)
  if (!row) return step > 0 && of.state === 'closed' ? 'The gathering was closed' : 'Nothing was said yet'
  const who = row.number === null ? row.name : `${row.name} (${row.number})`
  const where = `${phaseNames[row.phase]} ${row.round}`
  switch (row.kind) {
    case 'phase':
      return `${phaseNames[row.phase]} begins`
    case 'opened':
      return `The words of round ${row.round} open`
    case 'note':
      return row.text
    case 'host':
      return `${who} speaks as the host, ${where}`
    default:
      return `${who} ${verbs[row.kind]}, ${where}`
  }
}

const verbs = {
  said: 'speaks',
  passed: 'passes',
  silent: 'has nothing to add',
  missed: 'is skipped',
  comment: 'is heard too late, as a comment',
} as const

/** The phase, round and usage at a step. `money`: null where nothing is paid. */
export function factsAt(
  of: GatheringView,
  rows: readonly UtteranceView[],
  step: number,
  money: ((usd: number) => string) | null,
): readonly string[] {
  const at = circleOf(of, rows, step)
  const isOver = isClose(of, rows, step)
  const holder = at.seats.find(({ number }) => number === at.holder)
  const ms = Math.max(0, (isOver && of.closed ? of.closed.at : at.at) - of.convened.at)
  const [turns, cost] = isOver ? [of.turns, of.costUsd] : [at.turns, at.costUsd]
  return [
    whereIs({ ...of, phase: at.phase, round: at.round }),
    holder ? `${seatLabel(holder)} has the piece, ${beatLabel(at.beat, at.beats)}` : 'nobody has the piece',
    `${durationWords(ms, Math.floor)} in`,
    `${turns} ${turns === 1 ? 'prompt' : 'prompts'}`,
    ...(money ? [money(cost)] : []),
  ]
}
