import { emptyDay } from '../../main/contract/budget/budget.ts'
import type {
  GatheringView,
  ListenerView,
  PieceView,
  SeatState,
  SeatView,
  UtteranceView,
} from '../../main/contract/gatherings/gathering-views.ts'

const seat = (number: number, name: string) =>
  ({
    number,
    name,
    role: '',
    kind: 'agent',
    agent: `agt-${name.toLowerCase()}`,
    state: 'then',
    had: false,
    turnsTaken: [],
    hand: false,
    reason: null,
  }) as const satisfies SeatView

/** Builder's piece, whose clock has just started. */
export const piece: PieceView = {
  turnId: 'grt-1',
  number: 2,
  name: 'Builder',
  since: 30,
  beat: 0,
  beats: 3,
  clockFrom: 30,
  waitsFrom: 30,
  stopped: null,
  until: 500,
  nextBeatAt: null,
  done: false,
  answering: false,
  lastWordAt: null,
}

/** A gathering of Scout and Builder, convened by Scout; Builder has the piece. */
export function circle(more: Partial<GatheringView> = {}): GatheringView {
  return {
    id: 'gat-1',
    topic: 'Ship on Friday?',
    question: 'What would we regret?',
    rhythm: null,
    state: 'running',
    phase: 'hold',
    round: 1,
    structure: [2, 2, 2],
    beatsPerTurn: 3,
    interval: 60_000,
    grace: 30_000,
    seats: [seat(1, 'Scout'), seat(2, 'Builder')],
    harvester: { name: 'Scribe', agent: 'agt-scribe', absent: null, taken: 0, given: 0, isAskedAgain: false },
    user: null,
    sealed: true,
    paused: null,
    needs: null,
    piece,
    convened: { by: { kind: 'agent', id: 'agt-1' }, name: 'Scout', at: 10 },
    stageAt: 20,
    spoken: { turns: 1, of: 12 },
    turns: 2,
    mostTurns: 49,
    maxTurns: 49,
    costUsd: 0,
    caps: { turns: null, cost: null, tokens: null },
    maxCost: null,
    spending: emptyDay.budget,
    passages: [],
    heard: [],
    harvest: null,
    closed: null,
    path: null,
    problem: '',
    mostTime: 3_600_000,
    closing: null,
    unharvested: null,
    shelved: false,
    hasFolder: false,
    forkedFrom: null,
    forks: [],
    ...more,
  }
}

/** Seats in speaking order, each `Name state`; `Mo` is the user. */
export const seatsOf = (...words: readonly string[]): readonly SeatView[] =>
  words.map((one, at): SeatView => {
    const [name = '', state = ''] = one.split(' ')
    return {
      ...seat(at + 1, name),
      state: state as SeatState,
      had: ['spoke', 'passed', 'silent', 'over'].includes(state),
      ...(name === 'Mo' ? { kind: 'user', agent: null } : {}),
    }
  })

/** The piece of the seat that speaks. */
export function pieceIn(seats: readonly SeatView[]): PieceView | null {
  const holder = seats.find((seat) => seat.state === 'speaks')
  if (!holder) return null
  const { number, name } = holder
  return { ...piece, number, name, since: 0, beat: 1, clockFrom: 0, waitsFrom: 0, until: 240_000 }
}

export const heardBy = (name: string, changes: Partial<ListenerView> = {}): ListenerView => ({
  number: 2,
  to: `agt-${name.toLowerCase()}`,
  name,
  message: `msg-${name.toLowerCase()}`,
  state: 'queued',
  inInput: false,
  ...changes,
})

/** Row `n` of a gathering, said by Scout (1). */
export const utterance = (n: number, changes: Partial<UtteranceView> = {}): UtteranceView => ({
  id: `utt-${n}`,
  gathering: 'gat-1',
  n,
  kind: 'said',
  number: 1,
  name: 'Scout',
  agent: 'agt-scout',
  phase: 'hold',
  round: 1,
  beat: 0,
  beats: 3,
  pieceTurnId: 'grt-1',
  turn: `trn-${n}`,
  turnNumber: n,
  text: `Words ${n}.`,
  words: 2,
  at: n * 1_000,
  ms: 8_000,
  costUsd: 0.04,
  tools: 0,
  cut: false,
  sealed: false,
  sent: [heardBy('Builder', { message: `msg-${n}` })],
  holder: 1,
  soFar: { turns: n, costUsd: 0 },
  origin: null,
  ...changes,
})
