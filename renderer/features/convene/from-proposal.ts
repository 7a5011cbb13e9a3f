import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { seatFor, structureWords, type CircleDraft, type Sitter } from './circle-draft.ts'

const usual = new Set(['1-1-1', '2-2-2', '2-3-2'])

/** A proposal as the start sheet shows it, to be changed before it starts. */
export function circleOf(of: GatheringView, folder: string): CircleDraft {
  return {
    topic: of.topic,
    madeTopic: '',
    question: of.question,
    rhythm: of.rhythm,
    seats: of.seats.map((seat) =>
      seatFor(seat.kind === 'human' ? { kind: 'human' } : sitterOf(seat.agent, seat.name), seat.role),
    ),
    harvester: sitterOf(of.harvester.agent, of.harvester.name),
    structure: of.structure,
    isOwn: !usual.has(structureWords(of.structure)),
    beats: of.beatsPerTurn,
    interval: of.interval / 1000,
    grace: of.grace / 1000,
    beatOn: of.beatOn,
    sealed: of.sealed,
    holds: of.human?.holds ?? false,
    unread: {},
    cap: of.maxCost === null ? '' : `$${of.maxCost.toFixed(2)}`,
    folder,
    proposal: of.state === 'proposed' ? of.id : null,
  }
}

const sitterOf = (
  agent: GatheringView['seats'][number]['agent'],
  name: string,
): Exclude<Sitter, { kind: 'human' }> => (agent === null ? { kind: 'new', name } : { kind: 'agent', agent })
