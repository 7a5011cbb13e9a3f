import type { Gathering, Phase, SpeakingTurn } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { Change, Circle } from './circles.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Reasons for which nobody chooses who is next. */
const inOrder = ['silent', 'its time was up', 'its holder left']
const phases: readonly Phase[] = ['inhale', 'hold', 'exhale']

/** Rounds and phases come whole and in order: nobody is skipped unseen, nobody has two turns. */
export class RoundWatcher extends Watcher {
  committed(_commit: Commit): void {
    for (const change of this.ledger.circles.changes) {
      const { was, is } = change
      const circle = this.ledger.circles.of(is.id)
      if (!was || was.stage !== 'running' || circle.isDim) continue
      this.#turns(circle, is)
      if (was.phase !== is.phase || was.round !== is.round) this.#next(was, change, circle)
      else if (was.piece && is.piece && was.piece.id !== is.piece.id)
        this.#order(was.piece, is.piece, change, circle)
      if (is.stage !== 'running' && closingOf(is)?.kind === 'deserted') this.#empty(is, circle, change)
      const isThrough = is.stage !== 'running' && closingOf(is)?.kind === 'spoken'
      if (!isThrough) continue
      must(is.phase === 'exhale' && is.round === is.structure[2], 'all have spoken after the last round')
      this.#whole(is, circle, change)
    }
  }

  #next(was: Gathering, change: Change, circle: Circle): void {
    const { is, rows } = change
    const place = phases.indexOf(was.phase)
    const isLast = was.round === was.structure[place]
    const phase = isLast ? phases[place + 1] : was.phase
    must(is.phase === phase && is.round === (isLast ? 1 : was.round + 1), 'one round after the other')
    if (isLast) {
      const told = [...circle.rows.values(), ...rows].some(
        (row) => row.kind === 'phase' && row.phase === phase,
      )
      must(told, 'each phase is announced')
    }
    const shut = [...circle.rows.values(), ...rows].filter((row) => isSealedIn(row, was.phase, was.round))
    must(shut.length === 0, 'after a round nothing of it is under seal')
    this.ledger.count('round whole')
    this.#whole(was, circle, change)
  }

  /** It ends for want of speakers only when nobody has said a word in its last round. */
  #empty({ phase, round, forkedFrom, seats }: Gathering, circle: Circle, { rows }: Change): void {
    // What a breath that begins again has behind it was said in no round of its own; nor was that of who sits no more.
    const all = [...circle.rows.values(), ...rows]
    const begins = breathFrom(all)
    const counts = ({ origin, n, number, agent }: Utterance): boolean =>
      origin === null ||
      (forkedFrom?.begins === 'there' &&
        n > begins &&
        seats.some((seat) => seat.number === number && seat.agent === agent))
    const spoke = all.some(
      (row) =>
        (row.kind === 'said' || row.kind === 'silent' || row.kind === 'passed') &&
        counts(row) &&
        isIn(row, phase, round, row.number ?? 0),
    )
    must(!spoke, 'nobody is left alone in a circle in which somebody speaks')
  }

  /**
   * Where nobody chose, the piece goes on in the order of numbers, and comes to those last who were late. Who had it
   * taken away before a prompt was written has not had a turn.
   */
  #order(
    { id, number, passing }: SpeakingTurn,
    { number: to }: SpeakingTurn,
    { is, rows }: Change,
    circle: Circle,
  ): void {
    const why = circle.whys.get(id) ?? ''
    if (!inOrder.includes(why) || passing !== null || is.next !== null) return
    const { phase, round } = is
    const had = (of: number): boolean =>
      circle.held.some(
        (one) => isIn(one, phase, round, of) && one.isWritten && one.pieceTurnId !== is.piece?.id,
      ) ||
      [...circle.rows.values(), ...rows].some(
        (row) => row.kind === 'missed' && row.origin === null && isIn(row, phase, round, of),
      ) ||
      hadEarlier(is, circle, of)
    const numbers = is.seats.map((seat) => seat.number)
    const order = [...numbers.filter((one) => one > number), ...numbers.filter((one) => one <= number)]
    const first = order.find((one) => !had(one))
    this.ledger.count('in order')
    must(
      first === undefined || first === to,
      `the piece goes on in order (${String(first)}, not ${String(to)})`,
    )
  }

  /** Everybody has had the piece in it, or a row says why not. */
  #whole(is: Gathering, circle: Circle, { rows }: Change): void {
    const { seats, phase, round } = is
    const all = [...circle.rows.values(), ...rows]
    for (const { number, name } of seats) {
      const held = circle.held.filter((one) => isIn(one, phase, round, number))
      const skipped = held.some(({ pieceTurnId }) =>
        circle.handsOn(pieceTurnId).some(({ verb }) => verb === 'skip'),
      )
      const missed = all.some((row) => row.kind === 'missed' && isIn(row, phase, round, number))
      must(
        skipped || held.some(({ isWritten }) => isWritten) || missed || hadEarlier(is, circle, number),
        `nobody is skipped unseen (${name} in ${phase})`,
      )
    }
  }

  /** One turn in a round, but by the host's hand, or again when the grant came too late. */
  #turns({ held, hands, rows }: Circle, { phase, round, piece }: Gathering): void {
    if (!piece) return
    const mine = held.filter((one) => isIn(one, phase, round, piece.number))
    const first = mine[0]
    if (!first || mine.length < 2) return
    const byHand = hands.some(({ verb, at }) => (verb === 'take' || verb === 'skip') && at >= first.from)
    const wasLate = [...rows.values()].some(
      (row) =>
        row.kind === 'missed' &&
        isIn(row, phase, round, piece.number) &&
        row.pieceTurnId === first.pieceTurnId,
    )
    must(byHand || wasLate || !first.isWritten, 'nobody has two turns in one round')
    must(byHand || mine.length === 2, 'who was late has one more turn')
    this.ledger.count('second turn')
  }
}

/** What it is closed with, or is to be once it is harvested. */
export function closingOf({ closed, harvesting }: Gathering): Gathering['closed'] {
  return closed ?? harvesting?.closing ?? null
}

/** Of a fork that goes on in a round: the seat had its turn in it there, by its agent or its number. */
function hadEarlier({ forkedFrom, phase, round }: Gathering, { rows }: Circle, number: number): boolean {
  if (forkedFrom?.begins !== 'there' || forkedFrom.phase !== phase || forkedFrom.round !== round) return false
  const begins = breathFrom([...rows.values()])
  return [...rows.values()].some(
    (row) =>
      row.origin !== null &&
      row.n > begins &&
      (row.kind === 'said' || row.kind === 'passed' || row.kind === 'silent') &&
      row.phase === phase &&
      row.round === round &&
      row.number === number,
  )
}

/** `n` of the banner of the breath: what comes before it was said in a circle before that. */
function breathFrom(rows: readonly Utterance[]): number {
  return Math.max(
    0,
    ...rows.flatMap(({ kind, phase, n }) => (kind === 'phase' && phase === 'inhale' ? [n] : [])),
  )
}

function isSealedIn({ sealed, phase, round }: Utterance, of: Phase, n: number): boolean {
  return sealed && phase === of && round === n
}

function isIn(
  one: { readonly phase: Phase; readonly round: number; readonly number: number | null },
  phase: Phase,
  round: number,
  number: number,
): boolean {
  return one.phase === phase && one.round === round && one.number === number
}
