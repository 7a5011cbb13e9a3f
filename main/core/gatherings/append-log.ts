import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { Step } from '../step/step.ts'
import type { Actor } from '../../contract/api/model.ts'

type NewRow = Pick<Utterance, 'kind' | 'text'> & Partial<Utterance>

export function addRow(step: Step, g: Gathering, row: NewRow): { g: Gathering; row: Utterance } {
  const n = g.rows + 1
  const made: Utterance = {
    id: step.ids.next('utt'),
    gathering: g.id,
    n,
    number: null,
    name: 'Janus',
    agent: null,
    phase: g.phase,
    round: g.round,
    beat: 0,
    beats: g.beatsPerTurn,
    pieceTurnId: null,
    turn: null,
    turnNumber: null,
    at: step.now,
    ms: 0,
    costUsd: 0,
    tools: 0,
    cut: false,
    sealed: false,
    sent: [],
    holder: g.piece?.number ?? null,
    soFar: { turns: g.turns, costUsd: g.costUsd },
    origin: null,
    ...row,
  }
  step.utterance(made)
  return { g: step.gathering({ ...g, rows: n }), row: made }
}

export function userNamed(name: string): Actor {
  return { by: { kind: 'user', via: 'window' }, name }
}
