import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { UtteranceId } from '../../../main/contract/gatherings/gatherings.ts'
import type { Spoken } from '../../../main/contract/gatherings/utterances.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import { gathering, gatheringIdOf, pieceOf, seatsOf } from '../make-gathering.ts'
import { agent, ago, by, call, pending, status, transcript, view, type Line } from '../make.ts'
import { messageIdOf } from '../make-mail.ts'
import type { Hand } from '../hand.ts'
import type { Play, Plays } from '../play.ts'
import { builder, critic, oauth, schema, scout } from './people.ts'

const scribe = agent(6, 'Scribe', { status: 'asleep', lastLine: 'Listens' })
const voices = [scout, builder, critic, schema, oauth]
const seats = seatsOf([builder, critic, scout, schema])
const withMo = seatsOf(['Mo', critic, scout, builder])

const runs = gathering(1, 'Ship on Friday?', seats)
const yours = gathering(1, 'Ship on Friday?', withMo, {
  needs: 'piece',
  ...(withMo[0] ? { piece: pieceOf(withMo[0], { answering: false, lastWordAt: null }) } : {}),
})
const proposed = gathering(2, 'Who owns the grace window?', seats, {
  state: 'proposed',
  phase: 'inhale',
  piece: null,
  needs: 'proposal',
  costUsd: 0,
  maxCost: 2,
  question: 'Who is awake on Saturday when it goes wrong, and what may they switch off?',
  convened: { by: by(scout.id), name: 'Scout', at: ago(3) },
  spoken: { turns: 0, of: 24 },
})
const capped = gathering(3, 'Winter timetable', seats, {
  state: 'paused',
  needs: 'cap',
  costUsd: 2.1,
  maxCost: 2,
  paused: { why: 'cap', name: 'Janus', at: ago(2) },
})
const stopped = gathering(6, 'What the flag is called', seats, {
  state: 'paused',
  needs: 'paused',
  paused: { why: 'host', name: 'Mo', at: ago(12) },
})
const over = gathering(4, 'Name of the new service', seats, {
  state: 'closed',
  phase: 'harvest',
  piece: null,
  costUsd: 1.12,
  closed: { by: { kind: 'system' }, name: 'Janus', at: ago(60), kind: 'spoken' },
})

const seatIn = (of: GatheringView, number: number, hasPiece: boolean) => ({
  seat: { gathering: of.id, topic: of.topic, number, hasPiece },
})

/** The window with these gatherings; `changes` of Builder, who is shown. */
const beside = (
  gatherings: readonly GatheringView[],
  changes: Parameters<typeof agent>[2] = {},
  more: Partial<Play> = {},
): Play => ({
  view: view([...voices.map((one) => (one.id === builder.id ? { ...builder, ...changes } : one)), scribe], {
    gatherings,
  }),
  selected: builder.id,
  transcripts: { [builder.id]: transcript(builder, said) },
  ...more,
})

const circle = gatheringIdOf(1)
const spoken = (number: number | null): { readonly spoken: Spoken } => ({
  spoken: { gathering: circle, utterance: 'utt-aaaaaaaaaa' as UtteranceId, number },
})
const words = (from: typeof scout, number: number, count: number): Partial<Entry> => ({
  author: by(from.id),
  authorName: from.name,
  message: messageIdOf(count),
  way: 'absorbed',
  ...spoken(number),
})
const news: Partial<Entry> = { ...spoken(null), turn: 'trn-aaaaaaaaa2', way: 'absorbed' }
const now = { turn: 'trn-aaaaaaaaa2' } as const
const said: readonly Line[] = [
  ['human', 'Make the refresh single-flight, and tell me what you would test.'],
  ['text', 'The guard is in; three tests cover it.'],
  [
    'system',
    'You are **Builder** (1) in the gathering "Ship on Friday?". Your role: writes the code.\n\nWho speaks, in this order…',
    { ...news, topic: 'Ship on Friday?' },
  ],
  ['system', 'Hold begins, 2 rounds: answer what you heard; disagree with words, not with people.', news],
  [
    'peer',
    'Three of us named the grace window and each assumed someone else had it. The window is ten seconds, and nobody owns it. If it is wrong, we sign people out while they are boarding.\n\nSo my regret would not be the code.',
    { ...words(scout, 3, 41), ...now },
  ],
  ['peer', 'Scout said it.', { ...words(critic, 2, 42), ...now }],
  [
    'peer',
    'Please say what it costs to wait until Monday.',
    { author: { kind: 'human', via: 'window' }, authorName: 'Mo', ...spoken(null), ...now },
  ],
  [
    'piece',
    'You have the piece, Builder (1). Hold, round 1 of 2: answer what you heard; disagree with what was said, not with who said it.\nStill to speak: Critic (2), Scout (3), Schema (4).\nSpeak to the circle, and end with the line PASS, or PASS: Critic: without it you keep the piece, and all wait. Nothing to say? Answer with the one word SILENT and nothing else.',
    { ...now, piece: { gathering: circle, grant: 'grt-aaaaaaaaa1', kind: 'grant', beat: 0 } },
  ],
  ...call('c1', 'Bash', { command: 'npm test -- refresh' }, '7 passed').map(([kind, text, changes]): Line => [
    kind,
    text,
    { ...changes, ...now },
  ]),
  [
    'text',
    'I can put it behind a flag today. What I cannot do today is show that no session stays half-rotated.',
    now,
  ],
  [
    'piece',
    'You still hold the piece; Critic (2), Scout (3), Schema (4) wait. Something more for the circle? Say it, and end with PASS on a line of its own. Nothing more? Answer with the one line PASS.',
    {
      turn: 'trn-aaaaaaaaa3',
      piece: { gathering: circle, grant: 'grt-aaaaaaaaa1', kind: 'beat', beat: 2 },
    },
  ],
  ['text', 'Nothing more.\nPASS: Critic', { turn: 'trn-aaaaaaaaa3' }],
]

const tray = (hand: Hand) => hand.click('footer button', /waiting/)
const sits = pending(21, {
  from: by(oauth.id),
  fromName: 'oauth-impl',
  preview: 'Which scope should the ferry app request?',
  waits: 'gathering',
})

/** Gatherings as they show elsewhere: in the list, in an agent's tab, among what waits. */
export const seatedPlays: Plays = {
  'seat-piece': beside([runs], { ...seatIn(runs, 1, true), status: 'working', pending: [sits] }),
  'seat-other': beside([yours], { ...seatIn(yours, 4, false) }),
  'tabs-gatherings-folded': beside([runs], seatIn(runs, 1, true), { kept: { list: 'folded' } }),
  'tabs-gatherings': beside(
    [yours, { ...runs, id: gatheringIdOf(5), topic: 'Winter timetable' }, capped, over],
    {},
    {
      act: (hand) => hand.context('[data-part=tab-row]', /Name of the new service/),
    },
  ),
  'proposal-card': {
    ...beside([proposed, over]),
    selected: scout.id,
    transcripts: {
      [scout.id]: transcript(scout, [
        ['human', 'Find out who owns the grace window.'],
        ['text', 'Nobody does. I would like all of us to say it in one circle.'],
      ]),
    },
  },
  'tray-gatherings': beside([yours, proposed, capped, stopped], {}, { act: tray }),
  'palette-gatherings': beside(
    [runs, over],
    {},
    {
      act: async (hand) => {
        const { show } = await import('../../state/view-store.ts')
        show({ kind: 'palette', text: '#' })
        await hand.see('dialog li[role=option]')
      },
    },
  ),
  'convene-proposal': beside(
    [proposed],
    {},
    {
      act: async (hand) => {
        await hand.see('[data-gathering] [data-part=tab]')
        const { show } = await import('../../state/view-store.ts')
        show({ kind: 'convene', proposal: proposed.id })
        await hand.see('dialog dd', /\d/)
      },
    },
  ),
  'first-gathering': { ...beside([]), transcripts: {} },
  'first-gathering-alone': { view: view([], { status: status({ rehearsal: true }) }) },
}
