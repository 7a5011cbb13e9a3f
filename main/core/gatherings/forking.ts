import type { ForkPoint, Gathering, Seat } from '../../contract/gatherings/gatherings.ts'
import { roundsBefore, roundsOf } from '../../contract/gatherings/decisions.ts'
import type { UtterancePreview, Utterance, UtteranceSent } from '../../contract/gatherings/utterances.ts'
import type { Fork } from '../step/gathering-commands.ts'
import { accept } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { addRow } from './append-log.ts'
import { withAnswer } from './decisions.ts'
import { janusActor } from '../timeline/timeline-entry.ts'
import { announcePhase, beginCircle, onward } from './piece.ts'
import { membersOf } from './seats.ts'
import { isReachable } from '../step/mail-for.ts'
import { tellAll } from './notify-members.ts'
import { roundText } from './prompts.ts'
import { firstWords } from './speaking.ts'

/** What a plan says of the place where a fork could go on. */
type Shape = Pick<Gathering, 'seats' | 'structure'>

/** What stands against a fork, in words for the user, or null. */
export function obstacleToFork({ rows, begins }: Fork, plan: Shape): string | null {
  if (rows.length === 0) return 'Nothing was said there yet.'
  if (begins !== 'there' || canGoOn(plan, rows)) return null
  if (breathOf(rows).length === 0)
    return 'It cannot go on at that place: a new breath began after it. Let it begin again.'
  return 'It cannot go on at that place: this structure does not have it, or nothing is left after it. Let it begin again.'
}

/** Where a fork leaves the earlier circle, and how it begins. */
export function pointOf({ of, rows, begins }: Fork, plan: Shape): ForkPoint | null {
  const row = rows.at(-1)
  if (!row) return null
  const { id: utterance, n, number, name, phase, round } = row
  const how = begins ?? (canGoOn(plan, rows) ? 'there' : 'anew')
  return { gathering: of.id, topic: of.topic, utterance, n, number, name, phase, round, begins: how }
}

/** The earlier gathering keeps what was forked from it; nothing else of it changes. */
export function noteFork(step: Step, { of, rows }: Fork, { id: gathering, topic }: Gathering): void {
  const row = rows.at(-1)
  if (!row) return
  const now = step.gatherings.get(of.id) ?? of
  step.gathering({ ...now, forks: [...now.forks, { gathering, topic, utterance: row.id, at: step.now }] })
}

/**
 * Whether a fork can go on at the place of its utterance: that place is in its structure too, something is left after
 * it, and who spoke in that phase and sits again has the same number. Else a new breath begins; so it does where the
 * place is before a breath that began again.
 */
export function canGoOn({ seats, structure }: Shape, rows: readonly Utterance[]): boolean {
  const last = rows.at(-1)
  // Nor in a decision, or in the round that its objections have opened.
  if (!last || last.round > roundsOf({ structure }, last.phase)) return false
  const own = breathOf(rows)
  if (own.length === 0) return false
  const moved = own.some((row) => row.phase === last.phase && isTurn(row) && hasMoved(seats, row))
  const hasMore = last.phase !== 'exhale' || last.round < roundsOf({ structure }, 'exhale')
  return !moved && (hasMore || seatsHad(seats, own).length < seats.length)
}

/**
 * The rows that count for the rounds of a circle. In a fork that began again, and in all that are forked from it, what was
 * said in the earlier circle comes before the banner of the breath, and counts for none.
 */
function breathOf(rows: readonly Utterance[]): readonly Utterance[] {
  const banner = rows.filter(({ kind, phase }) => kind === 'phase' && phase === 'inhale').at(-1)
  if (banner) return rows.slice(rows.indexOf(banner))
  return rows.some(isTurn) ? [] : rows
}

/** Turns with the piece that a fork which goes on there has behind it already: of all seats, and of agents. */
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

/** Who said it sits again, in another seat. */
function hasMoved(seats: readonly Seat[], row: Utterance): boolean {
  const again = seats.find(({ agent, kind }) =>
    row.agent === null ? kind === 'user' && agent === null : agent === row.agent,
  )
  return again !== undefined && again.number !== row.number
}

/**
 * Seats that have had their turn in the round of the last row. Who was passed over has not: whatever stood against it
 * may be gone.
 */
function seatsHad(seats: readonly Seat[], rows: readonly Utterance[]): readonly number[] {
  const last = rows.at(-1)
  const spoke = rows.filter((row) => row.phase === last?.phase && row.round === last.round && isTurn(row))
  return seats.flatMap(({ number }) => (spoke.some((row) => row.number === number) ? [number] : []))
}

const isTurn = ({ kind }: Utterance): boolean => turnKind(kind) !== null

const turnKind = (kind: Utterance['kind']): UtterancePreview['kind'] | null =>
  kind === 'said' || kind === 'passed' || kind === 'silent' ? kind : null

/**
 * A fork begins: the rows of the earlier circle become its own first ones, its members are given what was said, and it
 * goes on at that place, or breathes again. What was under seal there stays so, until its round opens here.
 */
export function goOnFrom(step: Step, from: Gathering, point: ForkPoint): void {
  const { past } = from
  const goesOn = point.begins === 'there'
  const breath = goesOn ? breathOf(past) : []
  const counts = new Set(breath.map(({ id }) => id))
  let g = step.gathering({ ...from, past: [] })
  for (const row of past) {
    const isSealed = row.sealed && (from.sealed || !goesOn)
    // A breath that begins again has banners, and rounds to be opened, of its own.
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
    return onward(step, announcePhase(step, at), null)
  if (spokenSeats.length < at.seats.length)
    tellAll(step, at, `The gathering continues here: ${roundText(at)}.`)
  onward(step, at, null)
}

/** Where the order goes on: after who spoke last in that round. */
function lastOf(breath: readonly Utterance[], had: readonly number[]): number {
  const turns = breath.filter((one) => isTurn(one) && one.number !== null)
  return had.length === 0 ? 0 : (turns.at(-1)?.number ?? 0)
}

/** A row of the earlier circle as one of this; its words go to every member. */
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

/** Everybody is given the words, whoever said them there: none of them need remember that circle. */
function give(step: Step, g: Gathering, row: Utterance): void {
  const sent = membersOf(g).flatMap(({ agent, number }): UtteranceSent[] => {
    if (!isReachable(step, agent)) return []
    const message = accept(step, {
      from: row.agent === null ? { kind: 'user', via: 'window' } : { kind: 'agent', id: row.agent },
      fromName: row.name,
      to: agent,
      body: row.text,
      priority: 'low',
      causes: [],
      depth: g.depth,
      spoken: { gathering: g.id, utterance: row.id, number: row.number, earlier: true },
    })
    return [{ number, to: agent, message: message.id }]
  })
  step.utterance({ ...row, sent })
}

/** Where a fork leaves the earlier circle, in its log. */
function forkWords({ topic, name, number, phase, round, begins }: ForkPoint): string {
  const of = number === null ? `${name}, ` : `${name} (${number}), `
  const who = number === null && name === janusActor.name ? '' : of
  const how = begins === 'there' ? 'It goes on from there.' : 'A new breath begins.'
  return `Forked from “${topic}” at ${who}${phase} ${round}. ${how}`
}
