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
/** What it takes besides: searches, starts of processes, a death or two. */
const slack = 10 * minute
/** A card stops the clock of a turn so long at most. */
const cardTime = 5 * minute

/** It always ends, says why, and asks nobody for more turns than it may. */
export class ClosingWatcher extends Watcher {
  /** Model turns of each, counted as they begin. */
  readonly #turns = new Map<GatheringId, Set<TurnId>>()
  /** How many of them went on with a harvest that was broken off. */
  readonly #goneOn = new Map<GatheringId, number>()
  /** Since when nobody's hand, no fault and no restart has given it more time. */
  readonly #since = new Map<GatheringId, number>()

  /** Since when a turn, or the harvest, has had nothing in its way but a card. */
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
      // What was asked for before its close, and begins when it is over and put away, is no turn of it.
      if (turns.has(row.row.id) || !before.gatherings.has(gathering)) continue
      this.#turns.set(gathering, turns.add(row.row.id))
      this.ledger.count('model turns')
      const { agent, frame } = row.row
      const frames = after.agents.get(agent)?.frames ?? []
      // What a death or the user broke off goes on as a turn: it is asked for nothing more.
      if (call.kind === 'harvest' && frames.some(({ id, chain }) => id === frame && chain !== null))
        this.#goneOn.set(gathering, (this.#goneOn.get(gathering) ?? 0) + 1)
      const g = after.gatherings.get(gathering)
      if (g && g.stage !== 'closed') this.#counts(g, turns.size)
    }
    for (const { was, is } of this.ledger.circles.changes) {
      // A proposal stands for a day, and its time begins again when the user starts it.
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

  /** Where the next prompt would go over the cap, the user is asked at once; nobody is passed over for it. */
  #asksAtCap({ stage, piece, paused, turns, maxTurns, seats }: Gathering): void {
    if (stage !== 'running' || !piece || piece.clockFrom !== null || piece.stopped || paused) return
    const seat = seats.find(({ number }) => number === piece.number)
    must(seat?.agent === null || turns + 1 < maxTurns, 'at the cap the user is asked at once')
  }

  /** A harvest is asked for twice at most: what was written at first stays as it is. */
  #asksAgain(was: Gathering | null, is: Gathering): void {
    const [before, now] = [was?.harvesting?.draft ?? null, is.harvesting?.draft ?? null]
    if (before === null && now !== null) this.ledger.count('harvest asked once more')
    must(is.harvesting === null || before === null || before === now, 'a harvest is asked for twice at most')
    const isWritten = was?.harvesting && is.stage === 'closed' && before !== null
    must(!isWritten || is.harvest !== null, 'what was written of a harvest is kept')
  }

  /** What it went through, counted. */
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

  /** The user's hand, a fault or a restart gives it time again. */
  stirred(now: number): void {
    for (const id of this.#since.keys()) this.#since.set(id, now)
    this.#turnSince.clear()
  }

  /** Whether all stood still when it was looked at last. */
  #stood = false

  override checked(all: State, now: number): void {
    const { gatherings, limits } = all
    const isHeldUp = [...all.agents.values()].some((one) => one.gatheringId !== null && isSpent(all, one))
    const stands = limits.stopped !== null || isHeldUp
    // It may have stood until just now.
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

  /** A turn with the piece, and a harvest, take so long at most. */
  #turn(g: Gathering, now: number): void {
    const { piece, stage } = g
    const stands = piece?.stopped?.by.some((one) => one !== 'card') === true
    const more = g.harvesting?.draft ? ' once more' : ''
    const of = piece ? `${piece.id} ${String(piece.beats)}` : `${stage}${more}`
    const known = this.#turnSince.get(g.id)
    // It may have stood until just now: what let it go on is this step, a new day for one.
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
    // A harvest that died half-way is begun once more, whatever the cap says.
    must(turns <= g.maxTurns || g.stage === 'harvesting', `no model turn over the cap (${String(turns)})`)
    // Another harvester is asked by the user's word.
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
  // First it must be written, then come the beats, a card, and the end of what was cut short.
  return (piece.beats + 3) * interval + grace + cardTime + 30_000
}

/** In how long it must be over: a day where the user could lift something, and the time of all turns that are left. */
function longest({ seats, structure, decision, beatsPerTurn, interval, grace }: Gathering): number {
  const more = decision === undefined ? 0 : decision.by === 'consent' ? 3 : 1
  const rounds = structure.reduce((sum, count) => sum + count, more)
  // Each seat once more in each round: its grant may come too late at first.
  const turns = 2 * rounds * seats.length
  return day + turns * ((beatsPerTurn + 4) * interval + grace + cardTime) + slack
}
