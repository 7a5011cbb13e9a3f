import type { GatheringView, PieceView, SeatView } from '../../main/contract/gatherings/gathering-views.ts'
import type { GatheringId, SpeakingTurnId } from '../../main/contract/gatherings/gatherings.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { ago, idOf, person } from './make.ts'
import { spending } from './make-budget.ts'
import { moment } from './still.ts'

/** The id of a gathering by its number. */
export const gatheringIdOf = (count: number) => `gat-${String(count).padStart(10, 'a')}` as GatheringId

/** Seats of these agents, in this order; the first speaks, the second is next. `Mo`: the person. */
export const seatsOf = (
  sitters: readonly (AgentView | 'Mo')[],
  roles: readonly string[] = [],
): readonly SeatView[] =>
  sitters.map((one, at) => ({
    number: at + 1,
    name: one === 'Mo' ? 'Mo' : one.name,
    role: roles[at] ?? (one === 'Mo' ? '' : one.role),
    kind: one === 'Mo' ? 'human' : 'agent',
    agent: one === 'Mo' ? null : one.id,
    state: (['speaks', 'next'] as const)[at] ?? 'then',
    had: false,
    taken: [],
    hand: false,
    reason: null,
  }))

/** The piece with a seat since 48 seconds, with changes. */
export const pieceOf = (
  { number, name }: Pick<SeatView, 'number' | 'name'>,
  changes: Partial<PieceView> = {},
): PieceView => ({
  turnId: `grt-${String(number).padStart(10, 'a')}` as SpeakingTurnId,
  number,
  name,
  since: moment - 48_000,
  beat: 1,
  beats: 3,
  clockFrom: moment - 48_000,
  waitsFrom: moment - 50_000,
  stopped: null,
  done: false,
  until: moment + 192_000,
  nextBeatAt: moment + 72_000,
  answering: true,
  lastWordAt: moment - 4_000,
  ...changes,
})

/** A gathering of these seats that runs, convened by the person 20 minutes ago, with changes. */
export function gathering(
  count: number,
  topic: string,
  seats: readonly SeatView[],
  changes: Partial<GatheringView> = {},
): GatheringView {
  const holder = seats.find((seat) => seat.state === 'speaks')
  return {
    id: gatheringIdOf(count),
    topic,
    question: 'What would make us regret shipping on Friday?',
    rhythm: 'decide',
    state: 'running',
    phase: 'hold',
    round: 1,
    structure: [2, 2, 2],
    beatsPerTurn: 3,
    interval: 60_000,
    grace: 30_000,
    seats,
    harvester: { name: 'Scribe', agent: idOf(6), absent: null, taken: 15, given: 15, isAskedAgain: false },
    human: seats.some((seat) => seat.kind === 'human')
      ? { away: false, hand: false, note: '', holds: false }
      : null,
    sealed: true,
    piece: holder ? pieceOf(holder) : null,
    paused: null,
    needs: null,
    convened: { by: person, name: 'Mo', at: ago(20) },
    stageAt: ago(19),
    spoken: { turns: 15, of: 36 },
    turns: 27,
    mostTurns: 121,
    maxTurns: 121,
    caps: { turns: null, cost: null, tokens: null },
    costUsd: 0.84,
    maxCost: 5,
    spending: spending(0.84, 214_000, { usd: 5, tokens: null }, 14),
    passages: [],
    heard: [],
    harvest: null,
    closed: null,
    path: null,
    mostTime: 8_640_000,
    closing: null,
    unharvested: null,
    problem: '',
    shelved: false,
    forkedFrom: null,
    forks: [],
    hasFolder: true,
    ...changes,
  }
}
