import type { ForkPoint, Gathering, Seat } from '../../contract/gatherings/gatherings.ts'
import { roundsBefore, roundsOf } from '../../contract/gatherings/decisions.ts'
import type { UtterancePreview, Utterance } from '../../contract/gatherings/utterances.ts'
import type { Fork } from '../step/gathering-commands.ts'
import type { Step } from '../step/step.ts'
import { addRow } from './append-log.ts'
import { withAnswer } from './decisions.ts'
import { janusActor } from '../timeline/timeline-entry.ts'
import { announcePhase, beginCircle, passOn } from './piece.ts'
import { membersOf } from './seats.ts'
import { isReachable } from '../step/mail-for.ts'
import { tellAll } from './notify-members.ts'
import { roundText } from './prompts.ts'
import { firstWords, given } from './speaking.ts'

type Shape = Pick<Gathering, 'seats' | 'structure'>

/** Why a fork is impossible, as a message for the user, or null. */
export function obstacleToFork({ rows, begins }: Fork, plan: Shape): string | null {
  if (rows.length === 0) return 'Nothing was said there yet.'
  if (begins !== 'there' || canGoOn(plan, rows)) return null
  if (breathOf(rows).length === 0)
    return 'It cannot go on at that place: a new breath began after it. Let it begin again.'
  return 'It cannot go on at that place: this structure does not have it, or nothing is left after it. Let it begin again.'
}

/** The fork point, and how the fork begins. */
export function pointOf({ of, rows, begins }: Fork, plan: Shape): ForkPoint | null {
  const row = rows.at(-1)
  if (!row) return null
  const { id: utterance, n, number, name, phase, round } = row
  const how = begins ?? (canGoOn(plan, rows) ? 'there' : 'anew')
  return { gathering: of.id, topic: of.topic, utterance, n, number, name, phase, round, begins: how }
}

export function noteFork(step: Step, { of, rows }: Fork, { id: gathering, topic }: Gathering): void {
  const row = rows.at(-1)
  if (!row) return
  const now = step.gatherings.get(of.id) ?? of
  step.gathering({ ...now, forks: [...now.forks, { gathering, topic, utterance: row.id, at: step.now }] })
}

/**
 * Whether a fork can continue at its point: the point is in its structure, something is left after it, and
 * speakers of that phase who sit again have the same number. Otherwise it starts from the beginning; also if
 * the point is before a restart.
 */
export function canGoOn({ seats, structure }: Shape, rows: readonly Utterance[]): boolean {
  const last = rows.at(-1)
  // Not in a decision, nor in the round that objections reopened.
  if (!last || last.round > roundsOf({ structure }, last.phase)) return false
  const own = breathOf(rows)
  if (own.length === 0) return false
  const moved = own.some((row) => row.phase === last.phase && isTurn(row) && hasMoved(seats, row))
  const hasMore = last.phase !== 'exhale' || last.round < roundsOf({ structure }, 'exhale')
  return !moved && (hasMore || seatsHad(seats, own).length < seats.length)
}

/**
 * The rows that count for the rounds. In a fork that restarted, and in its own forks, text of the earlier
 * gathering precedes the restart and doesn't count.
 */
function breathOf(rows: readonly Utterance[]): readonly Utterance[] {
  const banner = rows.filter(({ kind, phase }) => kind === 'phase' && phase === 'inhale').at(-1)
  if (banner) return rows.slice(rows.indexOf(banner))
  return rows.some(isTurn) ? [] : rows
}

/** Turns that a continuing fork has already behind it. */
export function turnsBehind(
  { seats, structure }: Shape,
  { rows }: Fork,
): { readonly all: number; readonly agents: number } {
  const last = rows.at(-1)
  if (!last) return { all: 0, agents: 0 }
  const rounds = roundsBefore({ structure }, last)
  const had = seatsHad(seats, breathOf(rows))
  const agents = seats.filter(({ kind }) => kind === 'agent')
  const agentsHad = agents.filter(({ number }) => had.includes(number))
  return { all: rounds * seats.length + had.length, agents: rounds * agents.length + agentsHad.length }
}

function hasMoved(seats: readonly Seat[], row: Utterance): boolean {
  const again = seats.find(({ agent, kind }) =>
    row.agent === null ? kind === 'user' && agent === null : agent === row.agent,
  )
  return again !== undefined && again.number !== row.number
}

/** Seats that have had their turn in the last row's round. Skipped seats have not: the reason may be gone. */
function seatsHad(seats: readonly Seat[], rows: readonly Utterance[]): readonly number[] {
  const last = rows.at(-1)
  const spoke = rows.filter((row) => row.phase === last?.phase && row.round === last.round && isTurn(row))
  return seats.flatMap(({ number }) => (spoke.some((row) => row.number === number) ? [number] : []))
}

const isTurn = ({ kind }: Utterance): boolean => turnKind(kind) !== null

const turnKind = (kind: Utterance['kind']): UtterancePreview['kind'] | null =>
  kind === 'said' || kind === 'passed' || kind === 'silent' ? kind : null

/**
 * Starts a fork: copies the earlier gathering's rows, gives members what was said, and continues at the fork
 * point or restarts. What was sealed then stays sealed until its round opens here.
 */
export function goOnFrom(step: Step, from: Gathering, point: ForkPoint): void {
  const { past } = from
  const goesOn = point.begins === 'there'
  const breath = goesOn ? breathOf(past) : []
  const counts = new Set(breath.map(({ id }) => id))
  let g = step.gathering({ ...from, past: [] })
  for (const row of past) {
    const isSealed = row.sealed && (from.sealed || !goesOn)
    // A restart has phase banners and openings of its own.
    if (!goesOn && (isSealed || row.kind === 'phase' || row.kind === 'opened')) continue
    g = copied(step, g, row, isSealed, !counts.has(row.id))
  }
  const place = goesOn ? { phase: point.phase, round: point.round } : {}
  g = addRow(step, g, { kind: 'note', text: forkWords(point), ...place }).g
  if (!goesOn) return beginCircle(step, step.gathering(g))
  const spokenSeats = seatsHad(g.seats, breath)
  const at = step.gathering({
    ...g,
    stage: 'running',
    stageAt: step.now,
    phase: point.phase,
    round: point.round,
    spokenSeats,
    last: lastOf(breath, spokenSeats),
  })
  if (!breath.some(({ kind, phase }) => kind === 'phase' && phase === point.phase))
    return passOn(step, announcePhase(step, at), null)
  if (spokenSeats.length < at.seats.length)
    tellAll(step, at, `The gathering continues here: ${roundText(at)}.`)
  passOn(step, at, null)
}

/** The last speaker of the round, after whom the order continues. */
function lastOf(breath: readonly Utterance[], had: readonly number[]): number {
  const turns = breath.filter((one) => isTurn(one) && one.number !== null)
  return had.length === 0 ? 0 : (turns.at(-1)?.number ?? 0)
}

function copied(step: Step, g: Gathering, row: Utterance, sealed: boolean, earlier: boolean): Gathering {
  const { kind, number, name, phase, round, text } = row
  const turn = turnKind(kind)
  const fences = { pieceTurnId: null, turn: null, turnNumber: null, sent: [] } as const
  const { id: _id, gathering: _of, n: _n, soFar: _soFar, ...rest } = row
  const made = addRow(step, g, { ...rest, ...fences, sealed, origin: row.id })
  let now = made.g
  if (turn !== null && number !== null) {
    const words = { first: firstWords(text), sealed, ...(earlier ? { earlier } : {}) } as const
    const heard: UtterancePreview = { id: made.row.id, kind: turn, number, name, phase, round, ...words }
    now = step.gathering({ ...now, index: [...now.index, heard] })
  }
  now = withAnswer(now, made.row)
  if (sealed) return step.gathering({ ...now, sealedUtterances: [...now.sealedUtterances, made.row] })
  if (text !== '' && (turn !== null || kind === 'host')) give(step, now, made.row)
  return now
}

/** Also to its author, whose conversation may lack the earlier gathering. */
function give(step: Step, g: Gathering, row: Utterance): void {
  const members = membersOf(g).filter(({ agent }) => isReachable(step, agent))
  const sent = members.map(({ agent: to, number }) => given(step, g, row, { number, to }, { earlier: true }))
  step.utterance({ ...row, sent })
}

function forkWords({ topic, name, number, phase, round, begins }: ForkPoint): string {
  const of = number === null ? `${name}, ` : `${name} (${number}), `
  const who = number === null && name === janusActor.name ? '' : of
  const how = begins === 'there' ? 'It goes on from there.' : 'A new breath begins.'
  return `Forked from “${topic}” at ${who}${phase} ${round}. ${how}`
}
