import type { Gathering, PieceCall } from '../../contract/gatherings/gatherings.ts'
import type { AgentState } from '../step/state.ts'
import { type OwnPrompt, type Frame, type PromptWords, callOf } from '../step/frames-and-turns.ts'
import type { Step } from '../step/step.ts'
import { harvestAgainWords, harvestWords, beatWords, grantWords } from './prompts.ts'
import { mustSit } from './seats.ts'
import { isReached } from '../../contract/budget/budget.ts'

export function callFor(step: Step, { agent, gatheringId: sits }: AgentState): PieceCall | null {
  const g = sits === null ? undefined : step.gatherings.get(sits)
  if (!g) return null
  if (harvestDue(g))
    return g.harvester.agent === agent.id
      ? { gathering: g.id, pieceTurnId: null, kind: 'harvest', beat: g.harvesting?.draft ? 1 : 0 }
      : null
  const call = g.piece && mustSit(g, g.piece.number).agent === agent.id ? holderCall(g) : null
  return isOverCap(g) ? null : call
}

/** What the holder of the piece is to be asked now, also on another machine; null: nothing. */
export function holderCall(g: Gathering): PieceCall | null {
  const { id: gathering, piece } = g
  const beat = promptDue(g)
  if (!piece || beat === null) return null
  const kind = beat === 0 ? 'grant' : beat >= piece.beats ? 'final' : 'beat'
  return { gathering, pieceTurnId: piece.id, kind, beat }
}

export function promptFor(step: Step, call: PieceCall): OwnPrompt {
  const g = step.gatherings.get(call.gathering)
  if (!g) throw new Error(`no gathering ${call.gathering}`)
  return { by: 'gathering', call, ...wordsFor(step, g, call) }
}

function wordsFor(step: Step, g: Gathering, { kind, beat }: PieceCall): PromptWords {
  if (kind === 'harvest') return beat === 0 ? harvestWords(g) : harvestAgainWords(g)
  return kind === 'grant' ? grantWords(step, g) : beatWords(step, g, beat)
}

/** A prompt was written: a grant starts its turn's clock. */
export function promptWritten(step: Step, { gathering, pieceTurnId, kind, beat }: PieceCall): void {
  const g = step.gatherings.get(gathering)
  if (!g) return
  const { piece, harvesting } = g
  if (kind === 'harvest') {
    if (harvesting) step.gathering({ ...g, harvesting: { ...harvesting, writtenAt: step.now } })
    return
  }
  if (!piece || piece.id !== pieceTurnId) return
  const clockFrom = piece.clockFrom ?? step.now
  step.gathering({ ...g, piece: { ...piece, clockFrom, beat, beatAt: step.now } })
}

export function isStale(step: Step, frame: Frame): boolean {
  const call = callOf(frame)
  if (call === null) return false
  const g = step.gatherings.get(call.gathering)
  return !g || !isAsked(g, call)
}

function isAsked({ stage, piece }: Gathering, { kind, pieceTurnId }: PieceCall): boolean {
  return kind === 'harvest' ? stage === 'harvesting' : stage === 'running' && piece?.id === pieceTurnId
}

/** Whether a frame must wait because its gathering is paused or at a cap. */
export function standsStill(step: Step, frame: Frame): boolean {
  const call = callOf(frame)
  const g = call && step.gatherings.get(call.gathering)
  if (!call || !g || g.piece?.id !== call.pieceTurnId) return false
  return g.paused !== null || isOverCap(g)
}

/** Whether prompts of this gathering go in as if they were the user's own. */
export function isPlain(step: Step, { gathering }: PieceCall): boolean {
  return step.limits.plainGrants && step.gatherings.get(gathering)?.convened.by.kind === 'user'
}

/**
 * The beat to prompt the holder for now (0: the grant), or null. An agent that stopped without passing is
 * asked at once.
 */
function promptDue({ paused, piece }: Gathering): number | null {
  if (!piece || paused || piece.stopped || piece.ending) return null
  if (piece.clockFrom === null) return 0
  return piece.beat >= piece.beats ? null : piece.beat + 1
}

/** One turn is reserved for the harvest. */
export function isOverCap({ turns, maxTurns, costUsd, maxCost, tokens, maxTokens }: Gathering): boolean {
  return turns + 1 >= maxTurns || isReached({ usd: maxCost, tokens: maxTokens }, { costUsd, tokens })
}

function harvestDue({ stage, harvesting }: Gathering): boolean {
  return stage === 'harvesting' && harvesting !== null && harvesting.writtenAt === null
}
