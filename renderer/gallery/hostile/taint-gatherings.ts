import type {
  GatheringPreview,
  GatheringView,
  HarvestLine,
  UtteranceView,
} from '../../../main/contract/gatherings/gathering-views.ts'
import type { HarvestCardId } from '../../../main/contract/gatherings/gatherings.ts'
import type { Rhythm } from '../../../main/contract/gatherings/rhythms.ts'
import {
  agentIdOf as idOf,
  by,
  gathering,
  gatheringIdOf,
  messageIdOf,
  seats,
  utterance,
  utteranceIdOf,
} from './specimens.ts'
import { moment } from '../still.ts'

const numberOf = (order: number) => order * 4 + 1

/** Two seats, an agent's and the user's, of words. */
const seatsWith = (order: number, words: string) =>
  seats({
    name: words,
    role: words,
    reason: { kind: 'failed', reason: { kind: 'unstartable', detail: words } },
  }).map((seat) => (seat.agent === null ? seat : { ...seat, agent: idOf(order) }))

/** A gathering of words: as it is proposed, runs, stands at its cap, or is closed with its harvest. */
export function taintedGathering(
  order: number,
  words: string,
  state: 'proposed' | 'running' | 'paused' | 'closed',
): GatheringView {
  const doer = { by: by(idOf(order)), name: words, at: moment }
  const id = utteranceIdOf(1)
  const line: HarvestLine = {
    text: words,
    rests: [{ id, number: 1, name: words, phase: 'hold', round: 1 }],
    isUnfounded: true,
  }
  return gathering(numberOf(order), {
    topic: words,
    seats: seatsWith(order, words),
    question: words,
    rhythm: words,
    state,
    convened: doer,
    problem: words,
    path: words,
    ...(state === 'proposed' ? { piece: null, needs: 'proposal' } : {}),
    ...(state === 'paused' ? { needs: 'cap', paused: { why: 'cap', name: words, at: moment } } : {}),
    harvester: {
      name: words,
      agent: idOf(order),
      absent: { kind: 'failed', reason: { kind: 'unstartable', detail: words } },
      taken: 1,
      given: 2,
      isAskedAgain: false,
    },
    user: { away: false, hand: true, note: words, holds: false },
    passages: [
      {
        from: 'tab',
        agent: idOf(order),
        agentName: words,
        author: by(idOf(order + 1)),
        authorName: words,
        n: 1,
        at: moment,
        day: '2026-11-01',
        text: words,
      },
      {
        from: 'circle',
        gathering: gatheringIdOf(order),
        topic: words,
        utterance: null,
        speaker: words,
        at: moment,
        day: '2026-11-01',
        text: words,
      },
    ],
    heard: [
      {
        id,
        kind: 'said',
        number: 1,
        name: words,
        phase: 'hold',
        round: 1,
        first: words,
        sealed: false,
      },
    ],
    forkedFrom: {
      gathering: gatheringIdOf(1),
      topic: words,
      utterance: id,
      n: 1,
      number: 1,
      name: words,
      phase: 'hold',
      round: 1,
      begins: 'there',
    },
    forks: [{ gathering: gatheringIdOf(1), topic: words, utterance: id, at: moment }],
    ...(state === 'closed'
      ? {
          phase: 'harvest',
          piece: null,
          closed: { ...doer, kind: 'ended' },
          harvest: taintedHarvest(words, line),
        }
      : {}),
  } as Partial<GatheringView>)
}

const taintedHarvest = (words: string, line: HarvestLine) => ({
  at: moment,
  decided: [line],
  open: [line],
  dissent: [line],
  next: [line],
  more: words,
  text: words,
  cards: (['todo', 'doc'] as const).map((kind, at) => ({
    id: `hcd-aaaaaaaaa${at}` as HarvestCardId,
    kind,
    path: words,
    text: words,
    state: 'proposed' as const,
    at: moment,
  })),
})

/** The id of those. */
export const taintedGatheringId = (order: number) => gatheringIdOf(numberOf(order))

/** What was said in such a gathering, of words: rows of every kind. */
export function taintedUtterances(order: number, words: string): readonly UtteranceView[] {
  const kinds = ['said', 'passed', 'missed', 'comment', 'host', 'note', 'opened', 'silent'] as const
  return kinds.map((kind, at) =>
    utterance(at + 1, {
      number: 1,
      agent: idOf(order),
      text: words,
      gathering: taintedGatheringId(order),
      kind,
      name: words,
      sent: [
        { number: 2, to: idOf(order), name: words, message: messageIdOf(at), state: 'read', inInput: false },
      ],
    }),
  )
}

/** The presets, of words. */
export const taintedRhythms = (payloads: readonly string[]): readonly Rhythm[] =>
  payloads.slice(0, 8).map((words) => ({
    name: words,
    structure: [1, 1, 1] as const,
    beatsPerTurn: 1,
    beatIntervalSeconds: 1,
    opening: words,
    question: words,
    about: words,
  }))

/** What convening would come to, of words. */
export const taintedPreview = (payloads: readonly string[], hasProblem: boolean): GatheringPreview => ({
  problems: hasProblem ? payloads.slice(0, 12) : [],
  problemAt: hasProblem ? 1 : null,
  warnings: payloads.slice(0, 12),
  turns: 2,
  rounds: 1,
  modelTurns: { likely: [1, 2], most: 3 },
  time: 1,
  cost: null,
  keptIn: payloads[0] ?? '',
  structure: [1, 1, 1],
  beatsPerTurn: 1,
  beatIntervalSeconds: 1,
  finalBeatGraceSeconds: 1,
  fork: null,
})
