import type {
  GatheringView,
  HarvestLine,
  HarvestView,
  SeatView,
  UtteranceView,
} from '../../../main/contract/gathering-views.ts'
import type { HarvestCardId, Phase } from '../../../main/contract/gatherings.ts'
import { RefusedError } from '../../../main/contract/errors.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { agent, ago, by, idOf, status, view } from '../make.ts'
import { gathering, pieceOf, seatsOf } from '../make-gathering.ts'
import { heartbeat } from '../make-link.ts'
import { heardIn, row, utterance, utteranceIdOf } from '../make-utterance.ts'
import type { Play, Plays } from '../play.ts'
import { moment } from '../still.ts'
import { around, builder as plainBuilder, critic, oauth, schema, scout } from './people.ts'

const builder = {
  ...plainBuilder,
  heartbeats: [heartbeat(1, plainBuilder, 'anchor', 'refresh guard', 90_000)],
}
const scribe = agent(6, 'Scribe', { role: 'harvests' })
const agents: readonly AgentView[] = [...around(builder).filter(({ id }) => id !== scribe.id), scribe]

/** Seats with how they stand, and the rounds of this phase that they have had. */
const standing = (
  seats: readonly SeatView[],
  states: readonly SeatView['state'][],
  had: readonly number[],
  rounds = 2,
): readonly SeatView[] =>
  seats.map((seat, at) => ({
    ...seat,
    state: states[at] ?? seat.state,
    taken: Array.from({ length: rounds }, (_, round) => round < (had[at] ?? 0)),
  }))

const six = seatsOf([scout, builder, critic, 'Mo', schema, oauth])
const yours = standing(six, ['spoke', 'spoke', 'passed', 'speaks', 'next', 'then'], [1, 1, 1])
const [one, two, three, four, five, last] = yours as [
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
  'I pass to Critic, who asked for exactly that.',
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
const holdRows: readonly UtteranceView[] = [
  row(1, 'phase', 'inhale'),
  ...inhaled,
  row(8, 'opened', 'inhale'),
  row(9, 'phase', 'hold'),
  utterance(10, one, scoutSaid, { sent: heardIn(10, yours, 1, { 6: 'written' }) }),
  utterance(11, two, builderSaid, {
    ...{ beat: 3, ms: 182_000, costUsd: 0.09, tools: 2 },
    sent: heardIn(11, yours, 2, { 5: 'written', 6: 'queued' }),
  }),
  utterance(12, three, 'Scout said it. I pass.', { kind: 'passed', ms: 21_000 }),
]

const yourTurn = gathering(1, 'Ship on Friday?', yours, {
  needs: 'piece',
  human: { away: false, hand: false, note: 'Who is awake on Saturday?', holds: false },
  piece: pieceOf(four, {
    ...{ beat: 2, clockFrom: moment - 108_000, until: moment + 72_000, nextBeatAt: moment + 12_000 },
    ...{ answering: false, lastWordAt: null },
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

const sealedSeats = standing(six, ['spoke', 'spoke', 'speaks', 'next', 'then', 'then'], [1, 1])
const inhale = gathering(1, 'Ship on Friday?', sealedSeats, {
  ...{ phase: 'inhale', costUsd: 0.21, turns: 5, spoken: { turns: 2, of: 36 } },
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
const seal = (n: number, seat: SeatView, words: number, ms: number) =>
  utterance(n, seat, '', { sealed: true, phase: 'inhale', words, ms })
const sealedRows = [row(1, 'phase', 'inhale'), seal(2, one, 118, 82_000), seal(3, two, 203, 176_000)]

/** A window with a gathering in view, and what happened in it. */
function gathered(of: GatheringView, items: readonly UtteranceView[], more: Partial<Play> = {}): Play {
  return {
    view: view(agents, { gatherings: [of] }),
    selected: builder.id,
    gathering: of.id,
    ...more,
    answers: { 'gatherings.words': () => ({ items, next: null }), ...more.answers },
  }
}

const names = [
  ...['Scout', 'Builder', 'Critic', 'You', 'Schema', 'oauth-impl', 'Tide', 'Harbour', 'Keel', 'Lantern'],
  ...['Ballast', 'Chart', 'Fender', 'Pilot', 'Rigger', 'Sonar', 'Tiller', 'Wake', 'Quay', 'Beacon'],
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
const winter = gathering(1, 'Winter timetable', twenty.seats, {
  ...{ question: 'Which crossings can we run with one boat less?', structure: [1, 1, 1], maxCost: 12 },
  ...{ costUsd: 2.1, harvester: { name: 'Scribe', agent: idOf(30), taken: 28, given: 28 } },
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
const winterRows = [
  row(1, 'phase', 'hold'),
  utterance(
    2,
    twenty.seats[7] ?? one,
    'The 06:10 and the 06:40 carry the same forty people on different days. Run one of them, and print the day on the ticket.',
    {
      ...{ beat: 1, ms: 49_000, costUsd: 0.03 },
      sent: heardIn(2, twenty.seats, 8, { 10: 'written', 11: 'written', 12: 'queued' }),
    },
  ),
]
const ofCrew = (of: GatheringView, items: readonly UtteranceView[], more: Partial<Play> = {}) =>
  gathered(of, items, {
    view: view(
      crew.filter(({ name }) => name !== 'You'),
      { gatherings: [of] },
    ),
    selected: idOf(0),
    ...more,
  })
const circleOf = (count: number) => {
  const { seats, holder } = many(count)
  return gathering(1, 'Winter timetable', seats, { structure: [1, 1, 1], piece: pieceOf(holder) })
}

const rest = (n: number, number: number, phase: Phase, round: number) => ({
  ...{ id: utteranceIdOf(n), number, name: six[number - 1]?.name ?? '' },
  ...{ phase, round },
})
const line = (text: string, ...rests: HarvestLine['rests']): HarvestLine => ({ text, rests })
const harvest: HarvestView = {
  at: ago(6),
  decided: [
    line(
      'Ship on Friday behind a flag that is **off by default**.',
      rest(11, 2, 'hold', 2),
      rest(13, 4, 'exhale', 2),
    ),
    line('Mo is awake on Saturday from six and may turn it on.', rest(10, 4, 'hold', 1)),
  ],
  open: [
    line('Who owns the ten-second grace window?', rest(10, 1, 'hold', 1)),
    line('Does turning the flag off leave a session half-rotated?', rest(11, 2, 'hold', 1)),
  ],
  dissent: [
    line('“We have never rolled this back on a Friday.” Stands, unanswered.', rest(4, 3, 'inhale', 2)),
  ],
  next: [line('A test against the real provider, before noon on Friday.', rest(7, 6, 'exhale', 1))],
  ...{ more: '', text: '## Decided' },
  cards: [
    {
      ...{ id: 'hcd-aaaaaaaaa1' as HarvestCardId, kind: 'todo', path: '', state: 'proposed', at: ago(6) },
      text: 'Provider test for half-rotated sessions, for Builder',
    },
    {
      ...{ id: 'hcd-aaaaaaaaa2' as HarvestCardId, kind: 'doc', path: 'docs/decisions/flag.md' },
      ...{ state: 'proposed', at: ago(6), text: '# The flag\n\nOff by default. Mo may turn it on.\n' },
    },
  ],
}
const over = standing(six, ['spoke', 'spoke', 'spoke', 'spoke', 'spoke', 'spoke'], [2, 2, 2, 2, 2, 2])
const closed = gathering(1, 'Ship on Friday?', over, {
  ...{ state: 'closed', phase: 'harvest', piece: null, harvest, costUsd: 2.04, turns: 37 },
  ...{ spoken: { turns: 36, of: 36 }, path: '/home/mo/code/ferry/gatherings/2026-11-22-ship-on-friday.md' },
  harvester: { name: 'Scribe', agent: scribe.id, taken: 36, given: 36 },
  convened: { by: { kind: 'human', via: 'window' }, name: 'Mo', at: ago(78) },
  closed: {
    ...{ by: { kind: 'system' }, name: 'Janus', at: ago(6), kind: 'spoken' },
    why: 'every round was spoken',
  },
})
const [todo, doc] = harvest.cards as [HarvestView['cards'][0], HarvestView['cards'][0]]

const capped: GatheringView = {
  ...inhale,
  ...{ state: 'paused', needs: 'cap', phase: 'hold', costUsd: 5.02, sealed: false },
  paused: { why: 'cap', name: 'Janus', at: ago(2) },
  piece: pieceOf(sealedSeats[2] ?? three, { stopped: { at: ago(2), by: ['pause'] }, answering: false }),
}
const proposal = gathering(1, 'Freeze the schema?', standing(six, Array(6).fill('then'), []), {
  ...{ state: 'proposed', needs: 'proposal', phase: 'inhale', piece: null, spoken: { turns: 0, of: 36 } },
  ...{ turns: 0, costUsd: 0, question: 'What breaks if we freeze it today?' },
  convened: { by: by(builder.id), name: 'Builder', at: ago(3) },
})

const everyKind: readonly UtteranceView[] = [
  row(1, 'phase', 'hold'),
  utterance(2, one, 'Said at the grant, with nothing before it.', { beat: 0, sent: heardIn(2, yours, 1) }),
  utterance(3, two, 'SILENT', { kind: 'silent', text: '', ms: 9_000 }),
  utterance(4, three, 'not given the piece within one minute: it waits for a permission', {
    ...{ kind: 'missed', ms: 0 },
  }),
  utterance(5, null, 'Please keep to the question. What would you regret?', {
    ...{ kind: 'host', name: 'Mo', ms: 0, sent: heardIn(5, yours, null) },
  }),
  row(6, 'note', 'hold', 'Critic is now called Sceptic; in this gathering it stays Critic.'),
  utterance(7, five, 'And the index has to be built before noon.', { kind: 'comment', cut: true, tools: 1 }),
  utterance(8, last, '', { kind: 'passed', ms: 12_000 }),
  row(9, 'opened', 'hold'),
]
const passages = [
  {
    ...{ agent: scout.id, agentName: 'Scout', n: 12, at: ago(2_000), day: '2026-11-21' },
    text: 'Reuse of a rotated token revokes the family after a grace window of ten seconds.',
  },
]
const hostWatches = {
  ...yourTurn,
  ...{ human: null, needs: null },
  seats: standing(seatsOf([scout, builder, critic, schema]), ['spoke', 'speaks', 'next', 'then'], [1]),
  piece: pieceOf(two),
} as const

/** Gatherings. */
export const gatheringPlays: Plays = {
  'gathering-yours': gathered(yourTurn, holdRows, { kept: { side: 'open' } }),
  'gathering-writing': gathered(yourTurn, holdRows, {
    act: (hand) =>
      hand.type('.holding textarea', 'I am awake on Saturday, from six. If Builder’s flag is in by tonight'),
  }),
  'gathering-held': gathered(
    {
      ...yourTurn,
      piece: pieceOf(four, { stopped: { at: ago(1), by: ['hold'] }, answering: false }),
    },
    holdRows,
  ),
  'gathering-pass-to': gathered(yourTurn, holdRows, {
    act: (hand) => hand.click('.holding [aria-haspopup]', 'Pass to'),
  }),
  'gathering-unfolded': gathered(yourTurn, holdRows, {
    act: (hand) => hand.click('.banner button', 'Unfold'),
  }),
  'gathering-inhale': gathered(inhale, sealedRows),
  'gathering-host': gathered(inhale, sealedRows, {
    act: (hand) => hand.click('.bar button', 'Speak as host'),
  }),
  'gathering-note': gathered(
    { ...inhale, human: { away: false, hand: true, note: 'Who is awake on Saturday?', holds: false } },
    sealedRows,
  ),
  'gathering-away': gathered(
    {
      ...inhale,
      human: { away: true, hand: false, note: '', holds: false },
      seats: inhale.seats.map((seat) =>
        seat.kind === 'human'
          ? { ...seat, state: 'away', reason: 'missed its turn' }
          : seat.number === 5
            ? { ...seat, state: 'late', hand: true, reason: 'asleep' }
            : seat,
      ),
    },
    sealedRows,
  ),
  'gathering-3': ofCrew(circleOf(3), winterRows),
  'gathering-8': ofCrew(circleOf(8), winterRows),
  'gathering-20': ofCrew(winter, winterRows, {
    feed: [
      {
        ...{ kind: 'delta', agent: idOf(8), block: 'b1', of: 'text' },
        text: 'I read last winter’s log. The boat we would lose is the one with the ramp, and the ramp is what the 06:10 is for. Two people in wheelchairs, every',
      },
    ],
  }),
  'gathering-kinds': gathered({ ...hostWatches, passages }, everyKind),
  'gathering-cap': gathered(capped, holdRows),
  'gathering-paused': gathered(
    { ...capped, needs: null, paused: { why: 'host', name: 'Mo', at: ago(2) }, human: null },
    holdRows,
  ),
  'gathering-closing': gathered(inhale, sealedRows, { act: (hand) => hand.click('.gbar button', 'Close') }),
  'gathering-menu': gathered(inhale, sealedRows, { act: (hand) => hand.click('.gbar [aria-haspopup]') }),
  'gathering-convening': gathered({ ...inhale, state: 'convening', piece: null }, []),
  'gathering-harvesting': gathered({ ...closed, state: 'running', harvest: null, closed: null }, holdRows),
  'gathering-closed': gathered(closed, holdRows),
  'gathering-filing': gathered(closed, holdRows, {
    act: async (hand) => {
      await hand.click('.artifact button', 'File it')
      await hand.see('.change-shown')
    },
  }),
  'gathering-filed': gathered(
    {
      ...closed,
      harvest: {
        ...harvest,
        cards: [
          { ...todo, state: 'filed' },
          { ...doc, state: 'refused' },
        ],
      },
    },
    holdRows,
  ),
  'gathering-words': gathered(closed, holdRows, { act: (hand) => hand.click('.ref', 'Rests on Builder') }),
  'gathering-deserted': gathered(
    {
      ...closed,
      ...{
        harvest: null,
        spoken: { turns: 3, of: 36 },
        problem: 'Its file could not be written: the disk is full.',
      },
      ...{ path: null },
      closed: {
        ...{ by: { kind: 'system' }, name: 'Janus', at: ago(6), kind: 'deserted' },
        why: 'nobody is left in it',
      },
    },
    holdRows,
  ),
  'gathering-plain-harvest': gathered(
    {
      ...closed,
      harvest: {
        ...{ at: ago(6), decided: [], open: [], dissent: [], next: [], more: '', cards: [] },
        text: 'We agreed on **nothing** yet.\n\n- The flag\n- The window',
      },
    },
    holdRows,
  ),
  'gathering-proposal': gathered(proposal, [], { kept: { side: 'open' } }),
  'gathering-failed': gathered(inhale, [], {
    answers: {
      'gatherings.words': () => {
        throw new RefusedError({ code: 'internal', message: 'The store cannot be read.' })
      },
    },
  }),
  'gathering-rehearsal': gathered(yourTurn, holdRows, {
    view: view(agents, { gatherings: [yourTurn], status: status({ rehearsal: true }) }),
  }),
  'gathering-live': gathered(inhale, sealedRows, {
    act: async (hand, tell) => {
      await hand.see('.sealed')
      const seats = standing(six, ['spoke', 'spoke', 'spoke', 'speaks', 'next', 'then'], [1, 1, 1])
      tell({ kind: 'utterances', gathering: inhale.id, utterances: [seal(4, three, 90, 60_000)] })
      tell({
        kind: 'gathering',
        gathering: { ...inhale, seats, needs: 'piece', piece: pieceOf(four, { answering: false }) },
      })
      await hand.see('.holding')
    },
  }),
}
