import { guestKey } from '../../../main/contract/mail/authors.ts'
import type {
  GatheringView,
  SeatView,
  UtteranceView,
} from '../../../main/contract/gatherings/gathering-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { agent, idOf, view } from '../make.ts'
import { gathering, pieceOf, seatsOf } from '../make-gathering.ts'
import { heartbeat } from '../make-link.ts'
import { heardIn, row, utterance, utteranceIdOf } from '../make-utterance.ts'
import type { Play } from '../play.ts'
import { moment } from '../still.ts'
import { around, builder as plainBuilder, critic, oauth, schema, scout } from './people.ts'

/** A builder whose anchor rests meanwhile. */
export const builder = {
  ...plainBuilder,
  heartbeats: [heartbeat(1, plainBuilder, 'anchor', 'refresh guard', 90_000)],
}
/** The harvester. */
export const scribe = agent(6, 'Scribe', { role: 'harvests' })
/** The tabs of the window. */
export const agents: readonly AgentView[] = [...around(builder).filter(({ id }) => id !== scribe.id), scribe]

/** Seats with how they stand, and the rounds of this phase that they have had. */
export const standing = (
  seats: readonly SeatView[],
  states: readonly SeatView['state'][],
  had: readonly number[],
  rounds = 2,
): readonly SeatView[] =>
  seats.map((seat, at) => ({
    ...seat,
    state: states[at] ?? seat.state,
    had: ['spoke', 'passed', 'silent', 'over'].includes(states[at] ?? seat.state),
    taken: Array.from({ length: rounds }, (_, round) => round < (had[at] ?? 0)),
  }))

/** Five agents, and the person as number four. */
export const six = seatsOf([scout, builder, critic, 'Mo', schema, oauth])
/** The same in the hold: the person has the piece. */
export const yours = standing(six, ['spoke', 'spoke', 'passed', 'speaks', 'next', 'then'], [1, 1, 1])
/** The six of them, one by one. */
export const [one, two, three, four, five, last] = yours as [
  SeatView,
  SeatView,
  SeatView,
  SeatView,
  SeatView,
  SeatView,
]

const scoutSaid = [
  'Three of us named the grace window and each assumed someone else had it. The window is ten seconds, and nobody owns it. If it is wrong, we sign people out while they are boarding.',
  'So my regret would not be the code. It is that on Saturday morning no one is awake who can turn it off.',
].join('\n\n')
const builderSaid = [
  'I can put it behind a flag today. What I cannot do today is show that turning the flag off leaves no session half-rotated; that test needs the real provider.',
].join('\n\n')

const inhaled = [one, two, three, four, five, last].map((seat, at) =>
  utterance(at + 2, seat, `What I see from here is the ${at + 1}. reason to wait a day.`, {
    phase: 'inhale',
    beat: 1,
    costUsd: 0.04,
    ms: 60_000,
    sent: heardIn(at + 2, yours, seat.number),
  }),
)
/** What happened until then. */
export const holdRows: readonly UtteranceView[] = [
  row(1, 'phase', 'inhale'),
  ...inhaled,
  row(8, 'opened', 'inhale'),
  row(9, 'phase', 'hold'),
  utterance(10, one, scoutSaid, { sent: heardIn(10, yours, 1, { 6: 'written' }) }),
  utterance(11, two, builderSaid, {
    beat: 3,
    ms: 182_000,
    costUsd: 0.09,
    tools: 2,
    sent: heardIn(11, yours, 2, { 5: 'written', 6: 'queued' }),
  }),
  utterance(12, three, '', { kind: 'passed', ms: 21_000 }),
]

/** The person has the piece, and a note. */
export const yourTurn = gathering(1, 'Ship on Friday?', yours, {
  needs: 'piece',
  human: { away: false, hand: false, note: 'Who is awake on Saturday?', holds: false },
  piece: pieceOf(four, {
    beat: 2,
    clockFrom: moment - 108_000,
    until: moment + 72_000,
    nextBeatAt: moment + 12_000,
    answering: false,
    lastWordAt: null,
  }),
  heard: [
    {
      id: utteranceIdOf(12),
      number: 3,
      name: 'Critic',
      phase: 'hold',
      round: 1,
      first: 'Scout',
      sealed: false,
      kind: 'passed',
    },
  ],
})

/** Of the others nobody but the person of another house has still to speak. */
export const beforeGuest: GatheringView = {
  ...yourTurn,
  seats: yours.map((seat) => {
    if (seat.number === four.number) return seat
    const isLast = seat.number === yours.length
    return isLast
      ? { ...seat, name: 'Ann@attic', role: '', kind: 'human', agent: guestKey('attic'), state: 'next' }
      : { ...seat, state: 'spoke', had: true }
  }),
}

/** The same in the inhale: the third speaks. */
export const sealedSeats = standing(six, ['spoke', 'spoke', 'speaks', 'next', 'then', 'then'], [1, 1])
/** Under seal: two have spoken, the person is next. */
export const inhale = gathering(1, 'Ship on Friday?', sealedSeats, {
  phase: 'inhale',
  costUsd: 0.21,
  turns: 5,
  spoken: { turns: 2, of: 36 },
  piece: pieceOf(sealedSeats[2] ?? three, { beat: 2, lastWordAt: moment - 6_000 }),
  heard: [
    {
      id: utteranceIdOf(3),
      number: 2,
      name: 'Builder',
      phase: 'inhale',
      round: 1,
      first: '',
      sealed: true,
      kind: 'said',
    },
  ],
})
/** Row `n` under seal: how many words, and how long they took. */
export const seal = (n: number, seat: SeatView, words: number, ms: number) =>
  utterance(n, seat, '', { sealed: true, phase: 'inhale', words, ms })
/** What shows of it. */
export const sealedRows = [row(1, 'phase', 'inhale'), seal(2, one, 118, 82_000), seal(3, two, 203, 176_000)]

/** A window with a gathering in view, and what happened in it. */
export function gathered(of: GatheringView, items: readonly UtteranceView[], more: Partial<Play> = {}): Play {
  return {
    view: view(agents, { gatherings: [of] }),
    selected: builder.id,
    gathering: of.id,
    rows: items,
    ...more,
  }
}

const names = [
  'Scout',
  'Builder',
  'Critic',
  'You',
  'Schema',
  'oauth-impl',
  'Tide',
  'Harbour',
  'Keel',
  'Lantern',
  'Ballast',
  'Chart',
  'Fender',
  'Pilot',
  'Rigger',
  'Sonar',
  'Tiller',
  'Wake',
  'Quay',
  'Beacon',
]
const crew = names.map((name, at) => agent(at, name, { status: at === 8 ? 'working' : 'idle' }))

/** So many seats of which the ninth, or the third, speaks. */
function many(count: number): Pick<GatheringView, 'seats'> & { readonly holder: SeatView } {
  const speaks = count > 8 ? 8 : 2
  const seats = seatsOf(crew.slice(0, count).map((one) => (one.name === 'You' ? 'Mo' : one))).map(
    (seat, at): SeatView => ({
      ...seat,
      state: at < speaks ? 'spoke' : ((['speaks', 'next'] as const)[at - speaks] ?? 'then'),
      taken: [at < speaks],
    }),
  )
  return { seats, holder: seats[speaks] ?? one }
}

const twenty = many(20)
/** Twenty seats. */
export const winter = gathering(1, 'Winter timetable', twenty.seats, {
  question: 'Which crossings can we run with one boat less?',
  structure: [1, 1, 1],
  maxCost: 12,
  costUsd: 2.1,
  harvester: { name: 'Scribe', agent: idOf(30), absent: null, taken: 28, given: 28, isAskedAgain: false },
  piece: pieceOf(twenty.holder, { beat: 2, until: moment + 55_000, lastWordAt: moment - 3_000 }),
  heard: [
    {
      id: utteranceIdOf(2),
      number: 8,
      name: 'Harbour',
      phase: 'hold',
      round: 1,
      first: '',
      sealed: false,
      kind: 'said',
    },
  ],
})
/** What was said last among them. */
export const winterRows = [
  row(1, 'phase', 'hold'),
  utterance(
    2,
    twenty.seats[7] ?? one,
    'The 06:10 and the 06:40 carry the same forty people on different days. Run one of them, and print the day on the ticket.',
    {
      beat: 1,
      ms: 49_000,
      costUsd: 0.03,
      sent: heardIn(2, twenty.seats, 8, { 10: 'written', 11: 'written', 12: 'queued' }),
    },
  ),
]
/** A window of the many. */
export const ofCrew = (of: GatheringView, items: readonly UtteranceView[], more: Partial<Play> = {}) =>
  gathered(of, items, {
    view: view(
      crew.filter(({ name }) => name !== 'You'),
      { gatherings: [of] },
    ),
    selected: idOf(0),
    ...more,
  })
/** So many seats of which the third speaks, or the ninth. */
export const circleOf = (count: number) => {
  const { seats, holder } = many(count)
  return gathering(1, 'Winter timetable', seats, { structure: [1, 1, 1], piece: pieceOf(holder) })
}
const longName = (name: string) => `${name} of the harbour office, upstairs`
const longSeats = inhale.seats.map((seat) =>
  seat.kind === 'human' ? seat : { ...seat, name: longName(seat.name) },
)
/** Names that need all the room there is, a piece that is not taken up yet, and a harvester whose tab is closed. */
export const longNames: GatheringView = {
  ...inhale,
  topic: 'Do we ship the winter timetable on Friday, and who is awake on Saturday?',
  seats: longSeats,
  piece: pieceOf({ number: 3, name: longName('Critic') }, { beat: 0, clockFrom: null, lastWordAt: null }),
  harvester: { ...inhale.harvester, name: longName('Scribe'), absent: { kind: 'closed' } },
}
/** The tabs, without the harvester's. */
export const scribeClosed = agents.map((agent) =>
  agent.id === inhale.harvester.agent ? { ...agent, closed: true } : agent,
)
