import { callIn, type Frame } from '../../core/step/frames-and-turns.ts'
import {
  isOwnUser,
  type Gathering,
  type SpeakingTurn,
  type Phase,
} from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { State } from '../../core/step/state.ts'
import type { Change, Circle } from './circles.ts'
import { type Commit, type Ledger, type Written } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Kinds of rows that show how a turn with the piece ended. */
const ends: readonly Utterance['kind'][] = ['said', 'passed', 'silent', 'missed']

/** How the holder itself passes the piece. */
const byItself: readonly string[] = [
  'its ballot',
  'silent',
  'by tool',
  'by its last line',
  'the final beat is answered',
]

/** The user action that ends an answer in each way. */
const hands = { skipped: 'skip', taken: 'take', closed: 'close', late: 'none' } as const

/** There is always one holder, and the piece moves for a visible reason. */
export class PieceWatcher extends Watcher {
  committed(commit: Commit): void {
    const { changes } = this.ledger.circles
    for (const change of changes) {
      this.#holds(change.is)
      const { was, is } = change
      if (was?.piece && was.piece.id === is.piece?.id) this.#stays(was.piece, is, is.piece, commit.now)
      if (was?.piece && was.piece.id !== is.piece?.id) this.#moves(was, was.piece, change, commit)
    }
    for (const written of this.ledger.written) this.#asks(written, commit.after)
  }

  /** One seat has it while the gathering runs, paused or not; nobody before and after. */
  #holds({ stage, piece, seats, harvester }: Gathering): void {
    must((stage === 'running') === (piece !== null), `one holder while it runs, none else (${stage})`)
    if (!piece) return
    const seat = seats.find(({ number }) => number === piece.number)
    must(seat !== undefined, 'only a seat of the circle has the piece')
    must(seat.agent === null || seat.agent !== harvester.agent, 'the harvester never has the piece')
  }

  /** While it stays, check-ins count up, and only the holder's own call can decide to pass it. */
  #stays(was: SpeakingTurn, g: Gathering, is: SpeakingTurn, now: number): void {
    must(is.number === was.number, 'a turn stays with its seat')
    must(is.beat >= was.beat && is.beat <= is.beats, 'beats count up')
    must(is.beats >= was.beats, 'no beat of a turn is taken away')
    const circle = this.ledger.circles.of(g.id)
    if (is.ending && is.ending.why !== was.ending?.why) {
      const byHand = circle.handsOn(is.id).some(({ verb }) => verb === hands[is.ending?.why ?? 'late'])
      must(byHand || (is.ending.why === 'late' && isOver(g, was, now)), 'an answer is cut short for a reason')
    }
    if (!is.passing || was.passing) return
    const holder = g.seats.find(({ number }) => number === is.number)?.agent ?? null
    const tried = circle.tries.some(({ by, pieceTurnId }) => pieceTurnId === is.id && by === holder)
    must(tried, 'only the holder passes by tool, with the turn it has')
    const { to } = is.passing
    this.ledger.count('passed by tool')
    if (to === null) return
    const named = g.seats.some(({ number }) => number === to)
    must(named && to !== is.number, 'one passes to another seat')
    must(!g.spokenSeats.includes(to), 'one passes to who has not spoken')
  }

  #moves(was: Gathering, piece: SpeakingTurn, { is, rows }: Change, commit: Commit): void {
    const circle = this.ledger.circles.of(was.id)
    if (circle.isDim) return
    const why = whyMoved(was, piece, is, rows, circle, this.ledger, commit)
    const about = `${was.id} from ${piece.number}, ${piece.id}`
    must(why !== null, `the piece moves for a reason (${about})`)
    circle.whys.set(piece.id, why)
    this.ledger.count(`piece moved: ${why}`)
    if (is.stage !== 'running') return
    // Its answer may have been its last, such as one that reports a missing sign-in.
    const holder = holderOf(was)
    const hasLeft = holder !== null && isGone(commit.after.agents.get(holder))
    must(!piece.held || hasLeft || !byItself.includes(why), `a held piece stays (${about}, ${why})`)
    const seen = [...circle.rows.values(), ...rows].some(
      ({ kind, pieceTurnId, number, phase, round }) =>
        ends.includes(kind) &&
        (pieceTurnId === piece.id || (number === piece.number && phase === was.phase && round === was.round)),
    )
    const noted = rows.some(({ kind }) => kind === 'note')
    // A seat that was not prompted before the host took the piece keeps its turn.
    const isKept = piece.clockFrom === null && !is.spokenSeats.includes(piece.number)
    must(seen || noted || isKept, `one can see what became of each turn (${about}, ${why})`)
  }

  /** The gathering prompts only the holder, and for the harvest the harvester. */
  #asks({ frame, after: state }: Written, after: State): void {
    const asks = callIn(frame.prompt)
    if (!asks) return
    const g = after.gatherings.get(asks.gathering)
    must(g !== undefined && g.stage !== 'closed', 'no prompt of a circle that is over')
    if (asks.kind === 'harvest') {
      must(g.stage === 'harvesting', 'the harvest is asked for at the close')
      must(g.harvester.agent === state.agent.id, 'only the harvester is asked for the harvest')
      return
    }
    must(g.piece?.id === asks.pieceTurnId, 'who is asked to speak has the piece')
    must(holderOf(g) === state.agent.id, 'only the holder is asked to speak')
    must(g.paused === null, 'nothing is put while a circle is paused')
    must(asks.kind !== 'grant' || asks.beat === 0, 'a grant is beat 0')
    must((asks.kind === 'final') === (asks.beat === g.piece.beats), 'the last beat is the final one')
    this.ledger.count(`asked: ${asks.kind}`)
  }
}

/** The agent with the piece; null: the user, or nobody. */
export function holderOf({ piece, seats }: Gathering): AgentId | null {
  return seats.find(({ number }) => number === piece?.number)?.agent ?? null
}

/** Why the piece left a seat, as observed from outside; null: for no reason. */
function whyMoved(
  was: Gathering,
  piece: SpeakingTurn,
  is: Gathering,
  rows: readonly Utterance[],
  circle: Circle,
  ledger: Ledger,
  { before, after, now }: Commit,
): string | null {
  // Without earlier rows that are written again when they are revealed.
  const mine = rows.filter(({ pieceTurnId, n }) => pieceTurnId === piece.id && n > was.rows)
  const hands = circle.handsOn(piece.id)
  const did = (...verbs: string[]): boolean => hands.some(({ verb }) => verbs.includes(verb))
  const holder = holderOf(was)
  const seat = was.seats.find(({ number }) => number === piece.number)
  if (did('close', 'skip', 'take')) return 'by the host'
  if (is.stage !== 'running' && circle.hands.some(({ verb }) => verb === 'close')) return 'by the host'
  if (seat?.kind === 'user' && did('say', 'pass')) return 'by the user'
  if (piece.done && did('resume')) return 'let go'
  if (mine.some(({ kind }) => kind === 'silent')) return 'silent'
  const ballot = is.decision?.ballots.find(({ utterance }) => mine.some(({ id }) => id === utterance))
  if (ballot && ballot.choice.kind !== 'unread') return 'its ballot'
  const turns = ledger.ended.filter((turn) => callIn(turn.promptedBy)?.pieceTurnId === piece.id)
  const answered = turns.some(({ agent }) => agent === holder)
  if (answered && circle.tries.some(({ by, pieceTurnId }) => by === holder && pieceTurnId === piece.id))
    return 'by tool'
  if (turns.some(({ text }) => ledger.passes(text) !== 'no')) return 'by its last line'
  if (turns.some((turn) => callIn(turn.promptedBy)?.kind === 'final')) return 'the final beat is answered'
  const state = holder === null ? undefined : after.agents.get(holder)
  // The user interrupted its agent before it had read its last prompt.
  const lastAsked = holder === null ? [] : lastCalls(before.agents.get(holder)?.frames, piece)
  if (lastAsked.length > 0 && lastCalls(state?.frames, piece).length === 0)
    return 'the final beat is taken back'
  if (holder !== null && isGone(state)) return 'its holder left'
  if (piece.ending?.why === 'late' || isOver(was, piece, now)) return 'its time was up'
  if (is.stage !== 'running' && was.paused && now >= was.paused.at + day) return 'nobody came back'
  if (is.stage !== 'running' && piece.stopped && now >= piece.stopped.at + day) return 'nobody came back'
  return null
}

/** Inputs with a turn's last check-in. */
const lastCalls = (frames: readonly Frame[] | undefined, piece: SpeakingTurn): readonly Frame[] =>
  (frames ?? []).filter(({ prompt }) => {
    const call = callIn(prompt)
    return call?.pieceTurnId === piece.id && call.kind === 'final'
  })

const day = 24 * 60 * 60_000

function isGone(
  state: State['agents'] extends ReadonlyMap<AgentId, infer S> ? S | undefined : never,
): boolean {
  if (!state || state.agent.closedAt !== null) return true
  return state.agent.status === 'stopped' || state.agent.status === 'failed'
}

/** Whether enough time has passed for the piece to move on, with every clock running. */
function isOver({ interval, grace, user, seats }: Gathering, piece: SpeakingTurn, now: number): boolean {
  const since = now - piece.since
  if (piece.clockFrom === null) return since >= interval
  const least = Math.min(interval, grace)
  if (user?.away) return since >= least
  const isUser = seats.some(({ number, kind }) => number === piece.number && kind === 'user')
  return since >= (isUser ? piece.beats * interval + least : least)
}

/** Reasons after which nobody chooses the next speaker. */
const inOrder = ['silent', 'its time was up', 'its holder left']

/** Rounds and phases are complete and in order: nobody is skipped without a row, nobody has two turns. */
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
      const isDecided = is.phase === 'decision' && is.round === (is.decision?.isReopened === true ? 2 : 1)
      const hasNothing = is.decision === undefined || is.decision.outcome?.kind === 'few'
      const isThroughAll = hasNothing ? is.phase === 'exhale' && is.round === is.structure[2] : isDecided
      must(isThroughAll, 'all have spoken after the last round')
      this.#whole(is, circle, change)
    }
  }

  #next(was: Gathering, change: Change, circle: Circle): void {
    const { is, rows } = change
    const [phase, round] = after(was)
    must(is.phase === phase && is.round === round, 'one round after the other')
    if (phase !== was.phase) {
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

  /** It ends for lack of speakers only when nobody spoke in its last round. */
  #empty({ phase, round, forkedFrom, seats }: Gathering, circle: Circle, { rows }: Change): void {
    // Excludes what was said before a restarted breath, and by former participants.
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
   * Without a choice, the piece goes on in the order of numbers, with late seats last. A seat that lost it
   * before its prompt was written has not had a turn.
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

  /** Every seat had the piece in the round, or a row says why not. */
  #whole(is: Gathering, circle: Circle, { rows }: Change): void {
    const { phase, round, decision } = is
    const isAlone = phase === 'decision' && decision?.alone === true
    const seats = isAlone ? is.seats.filter(isOwnUser) : is.seats
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

  /** One turn in a round, unless the host repeats it or the prompt came too late. */
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

function after({ phase, round, structure, decision }: Gathering): readonly [Phase, number] {
  const [inhale, hold, exhale] = structure
  if (phase === 'inhale') return round < inhale ? [phase, round + 1] : ['hold', 1]
  // Objections add one round, followed by the consent round again.
  if (phase === 'hold' && decision?.isReopened === true) return ['decision', 2]
  if (phase === 'hold') return round < hold ? [phase, round + 1] : ['exhale', 1]
  if (phase === 'exhale') return round < exhale ? [phase, round + 1] : ['decision', 1]
  return ['hold', hold + 1]
}

/** How it was closed, or will be once it is harvested. */
export function closingOf({ closed, harvesting }: Gathering): Gathering['closed'] {
  return closed ?? harvesting?.closing ?? null
}

/** In a fork that continues a round: the seat, by its agent or number, had its turn in the original. */
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

/** `n` of the row that starts the breath: earlier rows were said in an earlier gathering. */
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
