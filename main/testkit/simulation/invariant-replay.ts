import type { Gathering, UtteranceId } from '../../contract/gatherings/gatherings.ts'
import { circleAt, openings, rowsAt } from '../../contract/gatherings/replay.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** The replay of a closed gathering tells what happened: what was under seal and until when, who had spoken, where it ended. */
export class ReplayWatcher extends Watcher {
  /** `n` of the row that opened each row, as it was seen to happen; 0: under seal yet. */
  readonly #opened = new Map<UtteranceId, number>()

  readonly #known = new Set<UtteranceId>()

  override rebooted(): void {
    for (const { rows } of this.ledger.circles.all.values())
      for (const { id, sealed } of rows.values()) if (sealed) this.#opened.set(id, 0)
  }

  committed({ rows }: Commit): void {
    const written = rows.flatMap((row) => (row.table === 'utterance' ? [row.row] : []))
    for (const row of written) {
      const by = openerOf(row, written)
      if (row.sealed) this.#opened.set(row.id, 0)
      // Anyone who speaks last in a round: sealed and opened in one.
      else if (
        this.#opened.get(row.id) === 0 ||
        (!this.#known.has(row.id) && by > row.n && this.#isShut(row))
      )
        this.#opened.set(row.id, by)
      this.#known.add(row.id)
    }
    for (const { was, is } of this.ledger.circles.changes) {
      const circle = this.ledger.circles.of(is.id)
      const isOver = is.stage === 'closed' && was?.stage !== 'closed' && was?.stage !== 'proposed'
      if (isOver && was !== null && !circle.isDim)
        this.#over(
          is,
          [...circle.rows.values()].sort((a, b) => a.n - b.n),
        )
    }
  }

  /** Whether a row that was written and opened in one was under seal; in a fork those are that were so at its place. */
  #isShut(row: Utterance): boolean {
    if (row.origin === null) return isSpeech(row)
    const opened = this.#opened.get(row.origin)
    const point = this.ledger.circles.of(row.gathering).last?.forkedFrom?.n ?? 0
    return opened !== undefined && (opened === 0 || opened > point)
  }

  #over(g: Gathering, rows: readonly Utterance[]): void {
    const last = rows.at(-1)
    if (!last) return
    this.ledger.count('replayed')
    const told = openings(rows)
    for (const { id, n, origin } of rows) {
      const seen = this.#opened.get(id)
      // What a fork brought open was opened elsewhere.
      if (origin === null || seen !== undefined)
        must((told.get(id) ?? 0) === (seen ?? 0), `a replay shows words when they opened (${n})`)
      const step = seen === undefined ? 0 : seen - 1
      const shown = rowsAt(rows, step).find((row) => row.id === id)
      must(step < n || shown?.text === '', 'no step of a replay shows words before they opened')
    }
    const end = circleAt(g.seats, rows, last.n, true)
    must(
      end.sealed.size === 0 && end.holder === null,
      'a replay ends with all open, and nobody holding the piece',
    )
    must(end.turns <= g.turns && end.costUsd <= g.costUsd + 1e-9, 'a replay counts no turn too many')
    const isHere = rows.some(({ phase, round }) => phase === g.phase && round === g.round)
    if (!isHere) return
    must(end.phase === g.phase && end.round === g.round, 'a replay ends where the gathering did')
    for (const { number, state } of end.seats) {
      const heard = g.index.some(
        (one) => !one.earlier && one.number === number && one.phase === g.phase && one.round === g.round,
      )
      must(
        heard === ['spoke', 'passed', 'silent'].includes(state),
        `a replay ends with those who have spoken (${String(number)} ${state})`,
      )
      must(
        !g.spokenSeats.includes(number) || state !== 'then',
        'who has had their turn has had it in a replay',
      )
    }
  }
}

const isSpeech = ({ kind, text, phase }: Utterance): boolean =>
  phase === 'inhale' && text !== '' && (kind === 'said' || kind === 'passed')

/** The row that opened another in the same commit. */
const openerOf = ({ gathering }: Utterance, written: readonly Utterance[]): number =>
  written.find((one) => one.kind === 'opened' && one.origin === null && one.gathering === gathering)?.n ?? -1
