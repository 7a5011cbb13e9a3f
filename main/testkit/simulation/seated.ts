import { callOf } from '../../core/step/frames-and-turns.ts'
import type { Gathering, SpeakingTurnId, PieceCall } from '../../contract/gatherings/gatherings.ts'
import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { Act } from '../memory/acts.ts'
import type { RandomChoices } from './random-choices.ts'
import { ballotOf, harvestOf, optionOf, speechOf, type Speech, type Temper } from './speeches.ts'
import { holderOf } from './invariant-turns.ts'

/** How a world's participants behave with the piece. */
export interface SpeakerBehavior extends Temper {
  /** How often an answer takes longer than a check-in interval, or than the whole turn. */
  readonly slow: number
  /** How often something goes wrong in a turn: a crash, an error, a card, a background task. */
  readonly wild: number
  /** How often it calls the tool, and how often with another's turn. */
  readonly tool: number
  readonly forged: number
}

export function randomBehavior({ random }: RandomChoices): SpeakerBehavior {
  return {
    passes: random.pick([0.2, 0.5, 0.8]) ?? 0.5,
    hostile: random.pick([0, 0.1, 0.3]) ?? 0.1,
    silent: random.pick([0, 0.05, 0.2]) ?? 0.05,
    slow: random.pick([0, 0.1, 0.4]) ?? 0.1,
    wild: random.pick([0, 0.05, 0.25]) ?? 0.05,
    tool: random.pick([0, 0.2, 0.5]) ?? 0.2,
    forged: random.pick([0, 0.1, 0.5]) ?? 0.1,
  }
}

/** The gathering's request in a prompt, according to the core; null for any other prompt. */
export function callAt(sim: RandomChoices, agent: AgentId, frame: FrameId | null): PieceCall | null {
  const frames = sim.engine.state.agents.get(agent)?.frames ?? []
  const its = frames.find(({ id }) => id === frame)
  return its ? callOf(its) : null
}

/** A participant's reaction to a gathering's prompt. */
export function seatedActs(
  sim: RandomChoices,
  agent: AgentId,
  call: PieceCall,
  manners: SpeakerBehavior,
): readonly Act[] {
  const g = sim.engine.state.gatherings.get(call.gathering)
  if (!g) return [{ do: 'say', text: sim.word() }]
  if (call.kind === 'harvest') return harvesting(sim, g, manners)
  const { random, isCalm } = sim
  const acts: Act[] = [{ do: 'think', ms: paceOf(sim, g, manners) }]
  if (random.chance(0.1))
    acts.push({ do: 'say', text: `${sim.word()} First of all.` }, { do: 'think', ms: 20 })
  if (!isCalm && random.chance(manners.wild)) acts.push(...wild(sim, g))
  if (random.chance(manners.tool))
    acts.push({ do: 'tool', call: () => passByTool(sim, g, agent, call, manners) })
  const speech = turnOf(sim, g, manners)
  sim.watch.speaks(speech)
  acts.push({ do: 'say', text: speech.text })
  if (random.chance(manners.forged * 0.3))
    acts.push({ do: 'tool', call: () => passByTool(sim, g, agent, call, manners) })
  return acts
}

/** A statement with the piece: where a ballot is due, mostly one. */
function turnOf(sim: RandomChoices, g: Gathering, manners: SpeakerBehavior): Speech {
  const { random } = sim
  const { decision, phase } = g
  if (decision && phase === 'decision' && random.chance(0.85)) return ballotOf(random, decision, sim.word())
  if (decision?.by === 'vote' && phase === 'exhale' && random.chance(0.5)) return optionOf(random, sim.word())
  return speechOf(random, manners, sim.word(), nameIn(sim, g))
}

/** An unprompted agent's text, sometimes as if it had the piece. */
export function unaskedActs(sim: RandomChoices, agent: AgentId, manners: SpeakerBehavior): readonly Act[] {
  const { random, engine } = sim
  const g = random.pick([...engine.state.gatherings.values()])
  const acts: Act[] = [{ do: 'think', ms: random.int(0, 500) }]
  if (g && random.chance(manners.forged)) {
    const call: PieceCall = { gathering: g.id, pieceTurnId: g.piece?.id ?? null, kind: 'grant', beat: 0 }
    acts.push({ do: 'tool', call: () => passByTool(sim, g, agent, call, manners) })
  }
  if (!g) return [...acts, { do: 'say', text: sim.word() }]
  // Steered into its turn with the piece, this may be its last text there.
  const speech = speechOf(random, manners, sim.word(), nameIn(sim, g))
  sim.watch.speaks(speech)
  return [...acts, { do: 'say', text: speech.text }]
}

/** Calls `pass_piece`, with its own turn or another's, to somebody or nobody; reports it to the watch first. */
function passByTool(
  sim: RandomChoices,
  g: Gathering,
  agent: AgentId,
  call: PieceCall,
  manners: SpeakerBehavior,
): void {
  const { random, engine } = sim
  const now = engine.state.gatherings.get(g.id)
  const circle = sim.watch.ledger.circles.of(g.id)
  const stale = random.pick(circle.held)?.pieceTurnId ?? null
  const forged: readonly (SpeakingTurnId | null)[] = [stale, now?.piece?.id ?? null, 'grt-aaaaaaaaaa', null]
  const pieceTurnId = random.chance(manners.forged) ? (random.pick(forged) ?? null) : call.pieceTurnId
  const to = random.chance(0.5) ? null : random.chance(0.8) ? nameIn(sim, g) : 'Nobody Here'
  pass(sim, g, agent, pieceTurnId, to)
}

/** An agent passes, or tries to. */
export function pass(
  sim: RandomChoices,
  g: Gathering,
  by: AgentId,
  pieceTurnId: SpeakingTurnId | null,
  to: string | null,
): void {
  const holder = holderOf(sim.engine.state.gatherings.get(g.id) ?? g)
  sim.watch.count(holder === by ? 'pass tried by the holder' : 'pass tried by another')
  // Without a turn the holder passes its current one.
  const meant = pieceTurnId ?? sim.engine.state.gatherings.get(g.id)?.piece?.id ?? null
  sim.watch.tries(g.id, { by, pieceTurnId: meant, to })
  const gathering = sim.random.chance(0.5) ? g.id : null
  const author = { kind: 'agent', id: by } as const
  sim.command({ type: 'gathering.passed', by: author, gathering, pieceTurnId, to, silent: false })
}

/** The name of some seat, whether it has spoken or not. */
export function nameIn({ random }: RandomChoices, { seats }: Gathering): string {
  return random.pick(seats)?.name ?? 'Nobody Here'
}

function paceOf(
  { random, isCalm }: RandomChoices,
  { interval, beatsPerTurn }: Gathering,
  { slow }: SpeakerBehavior,
): number {
  if (isCalm || !random.chance(slow)) return random.int(5, Math.min(interval, 2000) / 2)
  return random.chance(0.7) ? random.int(interval / 2, interval * 3) : interval * (beatsPerTurn + 4)
}

function wild({ random }: RandomChoices, { interval }: Gathering): readonly Act[] {
  const roll = random.int(0, 6)
  if (roll === 0) return [{ do: 'die' }]
  if (roll === 1) return [{ do: 'break', why: random.chance(0.8) ? 'api_error' : 'logged_out' }]
  if (roll === 2) return [{ do: 'background', ms: random.int(0, interval * 2) }]
  if (roll === 3) return [{ do: 'tool', ms: random.int(10, interval * 2), call: () => undefined }]
  if (roll === 4) return [{ do: 'compact' }]
  return [{ do: 'ask' }]
}

function harvesting(sim: RandomChoices, g: Gathering, manners: SpeakerBehavior): readonly Act[] {
  const { random, isCalm } = sim
  const acts: Act[] = [{ do: 'think', ms: random.chance(0.05) ? 20 * 60_000 : random.int(10, 3000) }]
  if (!isCalm && random.chance(manners.wild)) acts.push(...wild(sim, g))
  const ids = g.index.map(({ id }) => id)
  const text = random.chance(0.05) ? '' : harvestOf(random, sim.word(), ids)
  return text === '' ? acts : [...acts, { do: 'say', text }]
}
