import { callIn } from '../../core/step/frames-and-turns.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import { isOwnUser } from '../../contract/gatherings/gatherings.ts'
import type { Change } from './circles.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Ballots stay sealed until all are opened; each seat counts once; objections reopen the hold once. */
export class DecisionWatcher extends Watcher {
  committed({ after }: Commit): void {
    for (const change of this.ledger.circles.changes) {
      const { was, is } = change
      if (!is.decision || this.ledger.circles.of(is.id).isDim) continue
      this.#opensOnce(was, is)
      this.#stays(was, is)
      this.#sealed(change)
      if (was?.phase === 'decision' && is.phase === 'decision' && is.stage === 'running') this.#tells(is)
      const isCounted = was?.phase === 'decision' && (is.phase !== 'decision' || is.decision.outcome !== null)
      if (isCounted && is.decision.outcome?.kind !== 'closed') this.#counted(was, is)
      const { outcome = null } = was?.decision ?? {}
      if (outcome === null && is.decision.outcome) this.ledger.count(`decided: ${is.decision.outcome.kind}`)
      must(
        is.stage !== 'closed' || was?.stage === 'proposed' || is.decision.outcome !== null,
        'a gathering that is over says how it was decided',
      )
    }
    for (const { frame } of this.ledger.written) {
      const call = callIn(frame.prompt)
      const g = call && after.gatherings.get(call.gathering)
      if (!g || g.phase !== 'decision' || call.pieceTurnId !== g.piece?.id || call.beat === 0) continue
      const { number } = g.piece
      const hasMore = this.ledger.circles
        .of(g.id)
        .handsOn(g.piece.id)
        .some(({ verb }) => verb === 'extend')
      must(hasMore || !hasBallot(g, number), 'nobody is asked again for what they have answered')
      this.ledger.count('ballot asked for again')
    }
  }

  #opensOnce(was: Gathering | null, is: Gathering): void {
    const round = Math.max(
      is.phase === 'decision' ? is.round : 1,
      ...(is.decision?.ballots ?? []).map((one) => one.round),
    )
    must(round <= 2, 'the consent round comes twice at most')
    const isBack = was?.phase === 'decision' && is.phase === 'hold'
    if (isBack) this.ledger.count('objections opened the hold')
    must(!isBack || was.decision?.isReopened === false, 'objections open the hold once')
    must(is.decision?.isReopened !== true || is.decision.by === 'consent', 'a vote opens nothing again')
    must(is.phase !== 'hold' || is.round <= is.structure[1] + 1, 'objections open one round of the hold')
  }

  /** A counted result does not change. */
  #stays(was: Gathering | null, { decision }: Gathering): void {
    const before = was?.decision
    if (!before || !decision) return
    must(before.outcome === null || before.outcome === decision.outcome, 'it is decided once')
    for (const { round, number } of before.ballots)
      must(
        decision.ballots.some((one) => one.round === round && one.number === number),
        'no ballot is lost',
      )
  }

  /** During the ballots none of their text is open. */
  #sealed({ is, rows }: Change): void {
    if (is.phase !== 'decision' || is.stage !== 'running') return
    const all = [...this.ledger.circles.of(is.id).rows.values(), ...rows]
    const own = new Map(all.map((row) => [row.id, row]))
    for (const { phase, round, kind, sealed, origin } of own.values())
      must(
        phase !== 'decision' ||
          round !== is.round ||
          origin !== null ||
          sealed ||
          (kind !== 'said' && kind !== 'passed' && kind !== 'silent'),
        'no ballot is open before all have answered',
      )
  }

  /** Other messages must not reveal them either. */
  #tells({ id }: Gathering): void {
    for (const { spoken, body } of this.ledger.news)
      must(
        spoken?.gathering !== id || !/ (?:passes|keeps silence)\.$/.test(body),
        'nobody learns that a seat abstains before all have answered',
      )
  }

  #counted(was: Gathering, { seats, decision }: Gathering): void {
    const of = (decision?.ballots ?? [])
      .filter(({ round }) => round === was.round)
      .map(({ number }) => number)
    const voters = decision?.alone === true ? seats.filter(isOwnUser) : seats
    must(new Set(of).size === of.length, 'each seat is counted once')
    must(
      of.length === voters.length && voters.every(({ number }) => of.includes(number)),
      'everyone who has a say is counted, and nobody else',
    )
    for (const { choice, round } of decision?.ballots ?? [])
      if (round === was.round) this.ledger.count(`ballot ${choice.kind}`)
  }
}

const hasBallot = ({ decision, round }: Gathering, number: number): boolean =>
  decision?.ballots.some(
    (one) => one.round === round && one.number === number && one.choice.kind !== 'unread',
  ) === true
