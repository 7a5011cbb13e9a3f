import { callIn, type Frame } from '../../core/step/frames-and-turns.ts'
import type { Gathering, SpeakingTurn } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { State } from '../../core/step/state.ts'
import type { Change, Circle } from './circles.ts'
import { writtenIn, type Commit, type Ledger, type Written } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Kinds of rows by which one can see what became of a turn with the piece. */
const ends: readonly Utterance['kind'][] = ['said', 'passed', 'silent', 'missed']

/** What its holder does to send the piece on. */
const byItself: readonly string[] = ['silent', 'by tool', 'by its last line', 'the final beat is answered']

/** By which hand an answer is cut short. */
const hands = { skipped: 'skip', taken: 'take', closed: 'close', late: 'none' } as const

/** One holder always, and the piece moves for a reason that can be seen. */
export class PieceWatcher extends Watcher {
  committed(commit: Commit): void {
    const { changes } = this.ledger.circles
    for (const change of changes) {
      this.#holds(change.is)
      const { was, is } = change
      if (was?.piece && was.piece.id === is.piece?.id) this.#stays(was.piece, is, is.piece, commit.now)
      if (was?.piece && was.piece.id !== is.piece?.id) this.#moves(was, was.piece, change, commit)
    }
    for (const written of writtenIn(commit)) this.#asks(written, commit.after)
  }

  /** One seat of the circle has it while it runs, paused or not; nobody before and after. */
  #holds({ stage, piece, seats, harvester }: Gathering): void {
    must((stage === 'running') === (piece !== null), `one holder while it runs, none else (${stage})`)
    if (!piece) return
    const seat = seats.find(({ number }) => number === piece.number)
    must(seat !== undefined, 'only a seat of the circle has the piece')
    must(seat.agent === null || seat.agent !== harvester.agent, 'the harvester never has the piece')
  }

  /** While it stays, beats count up, and only its holder's own call can say that it is to pass. */
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
    // Its answer may have been the last of it, such as one that says that it is signed out.
    const holder = holderOf(was)
    const hasLeft = holder !== null && isGone(commit.after.agents.get(holder))
    must(!piece.held || hasLeft || !byItself.includes(why), `a held piece stays (${about}, ${why})`)
    const seen = [...circle.rows.values(), ...rows].some(
      ({ kind, pieceTurnId, number, phase, round }) =>
        ends.includes(kind) &&
        (pieceTurnId === piece.id || (number === piece.number && phase === was.phase && round === was.round)),
    )
    const noted = rows.some(({ kind }) => kind === 'note')
    // Who was not asked yet when the host took the piece keeps the turn for later.
    const isKept = piece.clockFrom === null && !is.spokenSeats.includes(piece.number)
    must(seen || noted || isKept, `one can see what became of each turn (${about}, ${why})`)
  }

  /** The prompts of a circle go to who has the piece, and for the harvest to the harvester. */
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

/** The agent that has the piece; null: the user, or nobody. */
export function holderOf({ piece, seats }: Gathering): AgentId | null {
  return seats.find(({ number }) => number === piece?.number)?.agent ?? null
}

/** Why the piece left a seat, told from outside; null: for no reason at all. */
function whyMoved(
  was: Gathering,
  piece: SpeakingTurn,
  is: Gathering,
  rows: readonly Utterance[],
  circle: Circle,
  ledger: Ledger,
  { before, after, now }: Commit,
): string | null {
  // Earlier words that open now are told once more.
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
  const turns = ledger.ended.filter((turn) => callIn(turn.promptedBy)?.pieceTurnId === piece.id)
  const answered = turns.some(({ agent }) => agent === holder)
  if (answered && circle.tries.some(({ by, pieceTurnId }) => by === holder && pieceTurnId === piece.id))
    return 'by tool'
  if (turns.some(({ text }) => ledger.passes(text) !== 'no')) return 'by its last line'
  if (turns.some((turn) => callIn(turn.promptedBy)?.kind === 'final')) return 'the final beat is answered'
  const state = holder === null ? undefined : after.agents.get(holder)
  // The user has interrupted its agent before that had read what it was asked last.
  const lastAsked = holder === null ? [] : lastCalls(before.agents.get(holder)?.frames, piece)
  if (lastAsked.length > 0 && lastCalls(state?.frames, piece).length === 0)
    return 'the final beat is taken back'
  if (holder !== null && isGone(state)) return 'its holder left'
  if (piece.ending?.why === 'late' || isOver(was, piece, now)) return 'its time was up'
  if (is.stage !== 'running' && was.paused && now >= was.paused.at + day) return 'nobody came back'
  if (is.stage !== 'running' && piece.stopped && now >= piece.stopped.at + day) return 'nobody came back'
  return null
}

/** Frames with which a turn's last beat is on its way. */
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

/** Whether so much time has gone by since the piece came that it may move on: at least, whatever stood still. */
function isOver({ interval, grace, user, seats }: Gathering, piece: SpeakingTurn, now: number): boolean {
  const since = now - piece.since
  if (piece.clockFrom === null) return since >= interval
  const least = Math.min(interval, grace)
  if (user?.away) return since >= least
  const isUser = seats.some(({ number, kind }) => number === piece.number && kind === 'user')
  return since >= (isUser ? piece.beats * interval + least : least)
}
