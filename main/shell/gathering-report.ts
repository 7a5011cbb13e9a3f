import type { GatheringReport, GatheringSummary, UtteranceReport } from '../contract/gathering-views.ts'
import type { Gathering, Utterance } from '../contract/gatherings.ts'
import { mustSit } from '../core/gatherings/circle.ts'
import type { State } from '../core/state.ts'
import { phaseOf, seatState, stateOf } from './gathering-views.ts'

/** A row as the agents API shows it. */
function utteranceReport(row: Utterance): UtteranceReport {
  const { id, kind, name, number, phase, round, beat, sealed, text, ms, costUsd: cost } = row
  const words = sealed ? null : (markerText(row) ?? text)
  return { id, kind, name, number, phase, round, beat, text: words, at: iso(row.at), ms, cost }
}

/** What a row says that only marks a moment. */
function markerText({ kind, phase, round }: Utterance): string | null {
  if (kind === 'phase') return `The ${phase} begins.`
  return kind === 'opened' ? `The words of round ${String(round)} were opened.` : null
}

/** A gathering as the agents API shows it, with its newest rows. */
export function gatheringReport(state: State, g: Gathering, rows: readonly Utterance[]): GatheringReport {
  const { question, structure, harvester, harvest, paused, maxTurns, maxCost } = g
  return {
    ...gatheringSummary(g),
    question,
    structure,
    harvester: harvester.name,
    harvest: harvest?.text ?? null,
    participants: g.seats.map((seat) => {
      const { number, name, role, kind } = seat
      return { number, name, role, human: kind === 'human', state: seatState(state, g, seat) }
    }),
    utterances: rows.map(utteranceReport),
    limit: { turns: maxTurns, cost: maxCost },
    paused: paused && { why: paused.why, by: paused.name, at: iso(paused.at) },
  }
}

/** One line of a list. */
export function gatheringSummary(g: Gathering): GatheringSummary {
  const { id, topic, round, turns, costUsd: cost, piece, convened, closed, kept } = g
  const seat = piece && mustSit(g, piece.number)
  return {
    id,
    topic,
    state: stateOf(g),
    phase: phaseOf(g),
    round,
    turns,
    cost,
    path: kept?.path ?? null,
    holder: piece && seat ? { name: seat.name, number: seat.number, turnId: piece.id } : null,
    convened: { by: convened.name, at: iso(convened.at) },
    closedBecause: closed?.why ?? null,
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
