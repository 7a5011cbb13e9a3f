import { callIn } from '../../core/step/frames-and-turns.ts'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { TurnId } from '../../contract/api/model.ts'
import type { State } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { isSpent } from './invariant-budget.ts'
import { must, Watcher } from './invariant.ts'
import { closingOf } from './invariant-turns.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Time for searches, process starts, and a crash or two. */
const slack = 10 * minute
/** The longest time that a card stops a turn's clock. */
const cardTime = 5 * minute

/** A gathering always ends, gives a reason, and prompts for no more turns than allowed. */
export class ClosingWatcher extends Watcher {
  /** Model turns of each gathering, counted when they begin. */
  readonly #turns = new Map<GatheringId, Set<TurnId>>()
  /** Model turns that continued an interrupted harvest. */
  readonly #goneOn = new Map<GatheringId, number>()
  /** When each gathering last got extra time by a user action, a fault or a restart. */
  readonly #since = new Map<GatheringId, number>()

  /** Since when a turn or a harvest has been delayed by nothing but a card. */
  readonly #turnSince = new Map<
    GatheringId,
    { readonly of: string; readonly at: number; readonly stands: boolean }
  >()

  override rebooted(): void {
    this.#turns.clear()
    this.#goneOn.clear()
    this.#since.clear()
    this.#turnSince.clear()
  }

  committed({ rows, now, before, after }: Commit): void {
    for (const row of rows) {
      const call = row.table === 'turn' ? callIn(row.row.promptedBy) : null
      if (row.table !== 'turn' || call === null) continue
      const { gathering } = call
      const turns = this.#turns.get(gathering) ?? new Set()
      // A prompt from before the close whose turn begins after the gathering was archived does not count.
      if (turns.has(row.row.id) || !before.gatherings.has(gathering)) continue
      this.#turns.set(gathering, turns.add(row.row.id))
      this.ledger.count('model turns')
      const { agent, frame } = row.row
      const frames = after.agents.get(agent)?.frames ?? []
      // An interrupted turn that continues is not another prompt.
      if (call.kind === 'harvest' && frames.some(({ id, chain }) => id === frame && chain !== null))
        this.#goneOn.set(gathering, (this.#goneOn.get(gathering) ?? 0) + 1)
      const g = after.gatherings.get(gathering)
      if (g && g.stage !== 'closed') this.#counts(g, turns.size)
    }
    for (const { was, is } of this.ledger.circles.changes) {
      // A proposal lasts a day; starting it resets the clock.
      if (!this.#since.has(is.id) || was?.stage === 'proposed') this.#since.set(is.id, now)
      this.#met(was, is)
      this.#asksAgain(was, is)
      this.#asksAtCap(is)
      if (was?.stage === is.stage) continue
      this.ledger.count(`gathering ${is.stage}`)
      const isLater = was?.stage === 'closed' && is.harvesting?.from === 'closed'
      const byHand = this.ledger.circles.of(is.id).hands.some(({ verb }) => verb === 'harvester')
      if (isLater) this.ledger.count('harvested after the close')
      must(!isLater || (byHand && was.unharvested !== null), 'only the user has it harvested after all')
      must(
        was === null || isLater || order(was) < order(is),
        `a gathering goes on to its end (${was?.stage}, ${is.stage})`,
      )
      if (is.stage === 'closed') this.#closed(is)
    }
  }

  /** Before a prompt would exceed the cap, the user is asked at once; no participant is skipped for it. */
  #asksAtCap({ stage, piece, paused, turns, maxTurns, seats }: Gathering): void {
    if (stage !== 'running' || !piece || piece.clockFrom !== null || piece.stopped || paused) return
    const seat = seats.find(({ number }) => number === piece.number)
    must(seat?.agent === null || turns + 1 < maxTurns, 'at the cap the user is asked at once')
  }

  /** A harvest is requested at most twice; the first version stays. */
  #asksAgain(was: Gathering | null, is: Gathering): void {
    const [before, now] = [was?.harvesting?.draft ?? null, is.harvesting?.draft ?? null]
    if (before === null && now !== null) this.ledger.count('harvest asked once more')
    must(is.harvesting === null || before === null || before === now, 'a harvest is asked for twice at most')
    const isWritten = was?.harvesting && is.stage === 'closed' && before !== null
    must(!isWritten || is.harvest !== null, 'what was written of a harvest is kept')
  }

  #met(was: Gathering | null, { paused, piece, user, stage, seats }: Gathering): void {
    if (paused && was?.paused?.why !== paused.why) this.ledger.count(`paused: ${paused.why}`)
    for (const by of piece?.stopped?.by ?? [])
      if (was?.piece?.stopped?.by.includes(by) !== true) this.ledger.count(`stopped: ${by}`)
    if (piece?.ending && was?.piece?.ending?.why !== piece.ending.why)
      this.ledger.count(`cut short: ${piece.ending.why}`)
    if (user?.away && was?.user?.away === false) this.ledger.count('the user is away')
    if (stage === 'running' && was?.stage !== stage)
      this.ledger.count(
        `circle of ${seats.length > 8 ? 'up to 12' : seats.length > 4 ? 'up to 8' : String(seats.length)}`,
      )
  }

  /** A user action, a fault or a restart gives it more time. */
  stirred(now: number): void {
    for (const id of this.#since.keys()) this.#since.set(id, now)
    this.#turnSince.clear()
  }

  /** Whether everything was stopped at the last check. */
  #stood = false

  override checked(all: State, now: number): void {
    const { gatherings, limits } = all
    const isHeldUp = [...all.agents.values()].some((one) => one.gatheringId !== null && isSpent(all, one))
    const stands = limits.stopped !== null || isHeldUp
    // It may have been stopped until just now.
    if (stands || this.#stood) this.stirred(now)
    this.#stood = stands
    for (const g of gatherings.values()) {
      this.#turn(g, now)
      const since = this.#since.get(g.id)
      if (since === undefined) this.#since.set(g.id, now)
      else
        must(
          now <= since + longest(g),
          `a gathering ends (${g.id}, ${g.stage} since ${String(now - since)} ms)`,
        )
    }
  }

  /** A turn with the piece, and a harvest, end in limited time. */
  #turn(g: Gathering, now: number): void {
    const { piece, stage } = g
    const stands = piece?.stopped?.by.some((one) => one !== 'card') === true
    const more = g.harvesting?.draft ? ' once more' : ''
    const of = piece ? `${piece.id} ${String(piece.beats)}` : `${stage}${more}`
    const known = this.#turnSince.get(g.id)
    // It may have been stopped until just now: this step, perhaps a new day, resumed it.
    if (known?.of !== of || stands || known.stands) this.#turnSince.set(g.id, { of, at: now, stands })
    else if (piece || stage === 'harvesting')
      must(now <= known.at + longestTurn(g), `a turn ends in time (${of}, ${String(now - known.at)} ms)`)
  }

  override settled({ gatherings }: State): void {
    for (const { last, isDim } of this.ledger.circles.all.values())
      must(
        isDim || (last?.stage === 'closed' && last.exportedFile !== null),
        'the file of each was asked for',
      )
    must(
      gatherings.size === 0,
      `no gathering is stuck (${[...gatherings.values()].map((g) => g.stage).join()})`,
    )
  }

  #counts(g: Gathering, turns: number): void {
    const { hands } = this.ledger.circles.of(g.id)
    const more = hands.filter(({ verb }) => verb === 'resume').length
    const beats = hands.filter(({ verb }) => verb === 'extend').length
    // A harvest that was interrupted by a crash is restarted regardless of the cap.
    must(turns <= g.maxTurns || g.stage === 'harvesting', `no model turn over the cap (${String(turns)})`)
    // The user may ask another harvester.
    const harvests = hands.filter(({ verb }) => verb === 'harvester').length
    const asked = turns - (this.#goneOn.get(g.id) ?? 0)
    must(asked <= (g.caps.turns + 1) * (1 + more) + beats + harvests, 'only the user raises the cap')
    must(g.turns >= Math.min(turns, g.maxTurns), 'all model turns are counted')
  }

  #closed(g: Gathering): void {
    const closing = closingOf(g)
    must(closing !== null, 'what ends says why')
    must(g.piece === null, 'when it is over nobody has the piece')
    must(g.sealedUtterances.length === 0, 'when it is over nothing is under seal')
    this.ledger.count(`closed: ${closing.kind}`)
    if (g.harvest) this.ledger.count('harvested')
    if (g.harvest && g.harvest.cards.length > 0) this.ledger.count('cards proposed')
  }
}

const stages: readonly Gathering['stage'][] = ['proposed', 'convening', 'running', 'harvesting', 'closed']

function order({ stage }: Gathering): number {
  return stages.indexOf(stage)
}

function longestTurn({ piece, interval, grace }: Gathering): number {
  if (!piece) return Math.max(interval, minute) + 10 * minute + 5000
  // First the prompt is written, then come check-ins, a card, and the end of an interrupted turn.
  return (piece.beats + 3) * interval + grace + cardTime + 30_000
}

/** Time until it must be over: a day in which the user could act, and the time of all remaining turns. */
function longest({ seats, structure, decision, beatsPerTurn, interval, grace }: Gathering): number {
  const more = decision === undefined ? 0 : decision.by === 'consent' ? 3 : 1
  const rounds = structure.reduce((sum, count) => sum + count, more)
  // Each seat twice in each round: its first prompt may come too late.
  const turns = 2 * rounds * seats.length
  return day + turns * ((beatsPerTurn + 4) * interval + grace + cardTime) + slack
}
