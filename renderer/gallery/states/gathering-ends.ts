import type {
  GatheringView,
  HarvestLine,
  HarvestView,
  UtteranceView,
} from '../../../main/contract/gatherings/gathering-views.ts'
import type { HarvestCardId, Phase, SeedPassage } from '../../../main/contract/gatherings/gatherings.ts'
import { ago, by } from '../make.ts'
import { gathering, gatheringIdOf, pieceOf, seatsOf } from '../make-gathering.ts'
import { heardIn, row, utterance, utteranceIdOf } from '../make-utterance.ts'
import { critic, schema, scout } from './people.ts'
import {
  builder,
  scribe,
  standing,
  six,
  yours,
  yourTurn,
  sealedSeats,
  inhale,
  one,
  two,
  three,
  five,
  last,
} from './gathering-scenes.ts'
const rest = (n: number, number: number, phase: Phase, round: number) => ({
  id: utteranceIdOf(n),
  number,
  name: six[number - 1]?.name ?? '',
  phase,
  round,
})
const line = (text: string, ...rests: HarvestLine['rests']): HarvestLine => ({
  text,
  rests,
  isUnfounded: rests.length === 0,
})
/** What came of it. */
export const harvest: HarvestView = {
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
  next: [
    line('A test against the real provider, before noon on Friday.', rest(7, 6, 'exhale', 1)),
    line('Tell the harbour office.'),
  ],
  more: '',
  text: '## Decided',
  cards: [
    {
      id: 'hcd-aaaaaaaaa1' as HarvestCardId,
      kind: 'todo',
      path: '',
      state: 'proposed',
      at: ago(6),
      text: 'Provider test for half-rotated sessions, for Builder',
    },
    {
      id: 'hcd-aaaaaaaaa2' as HarvestCardId,
      kind: 'doc',
      path: 'docs/decisions/flag.md',
      state: 'proposed',
      at: ago(6),
      text: '# The flag\n\nOff by default. Mo may turn it on.\n',
    },
    {
      id: 'hcd-aaaaaaaaa3' as HarvestCardId,
      kind: 'memory',
      path: '',
      state: 'proposed',
      at: ago(6),
      text: 'The provider keeps a rotated token alive for ten seconds.',
    },
  ],
}
const over = standing(six, ['spoke', 'spoke', 'spoke', 'spoke', 'spoke', 'spoke'], [2, 2, 2, 2, 2, 2])
/** Every round was spoken, the harvest is in. */
export const closed = gathering(1, 'Ship on Friday?', over, {
  state: 'closed',
  phase: 'harvest',
  piece: null,
  harvest,
  costUsd: 2.04,
  turns: 37,
  spoken: { turns: 36, of: 36 },
  path: '/home/mo/code/ferry/gatherings/2026-11-22-ship-on-friday.md',
  harvester: { name: 'Scribe', agent: scribe.id, absent: null, taken: 36, given: 36, isAskedAgain: false },
  convened: { by: { kind: 'human', via: 'window' }, name: 'Mo', at: ago(78) },
  closed: { by: { kind: 'system' }, name: 'Janus', at: ago(6), kind: 'spoken' },
})
/** The two cards of the harvest. */
export const [todo, doc] = harvest.cards as [HarvestView['cards'][0], HarvestView['cards'][0]]

/** It stands at its cap. */
export const capped: GatheringView = {
  ...inhale,
  state: 'paused',
  needs: 'cap',
  phase: 'hold',
  costUsd: 5.02,
  sealed: false,
  paused: { why: 'cap', name: 'Janus', at: ago(2) },
  piece: pieceOf(sealedSeats[2] ?? three, { stopped: { at: ago(2), by: ['pause'] }, answering: false }),
}
/** An agent proposes it. */
export const proposal = gathering(1, 'Freeze the schema?', standing(six, Array(6).fill('then'), []), {
  state: 'proposed',
  needs: 'proposal',
  phase: 'inhale',
  piece: null,
  spoken: { turns: 0, of: 36 },
  turns: 0,
  costUsd: 0,
  question: 'What breaks if we freeze it today?',
  convened: { by: by(builder.id), name: 'Builder', at: ago(3) },
})

/** One row of every kind. */
export const everyKind: readonly UtteranceView[] = [
  row(1, 'phase', 'hold'),
  utterance(2, one, 'Said at the grant, with nothing before it.', { beat: 0, sent: heardIn(2, yours, 1) }),
  utterance(3, two, 'SILENT', { kind: 'silent', text: '', ms: 9_000 }),
  utterance(4, three, 'not given the piece within one minute: it waits for a permission', {
    kind: 'missed',
    ms: 0,
  }),
  utterance(5, null, 'Please keep to the question. What would you regret?', {
    kind: 'host',
    name: 'Mo',
    ms: 0,
    sent: heardIn(5, yours, null),
  }),
  row(6, 'note', 'hold', 'Critic is now called Sceptic; in this gathering it stays Critic.'),
  utterance(7, five, 'And the index has to be built before noon.', { kind: 'comment', cut: true, tools: 1 }),
  utterance(8, last, '', { kind: 'passed', ms: 12_000 }),
  row(9, 'opened', 'hold'),
]
/** What the seed holds. */
export const passages: readonly SeedPassage[] = [
  {
    from: 'circle',
    gathering: gatheringIdOf(1),
    topic: 'Who may roll back?',
    utterance: null,
    speaker: null,
    at: ago(9_000),
    day: '2026-11-16',
    text: 'Whoever turns it on may turn it off, and says so to all.',
  },
  {
    from: 'tab',
    agent: scout.id,
    agentName: 'Scout',
    author: by(scout.id),
    authorName: 'Scout',
    n: 12,
    at: ago(2_000),
    day: '2026-11-21',
    text: 'Reuse of a rotated token revokes the family after a grace window of ten seconds.',
  },
]
/** A circle in which the person has no seat. */
export const hostWatches = {
  ...yourTurn,
  human: null,
  needs: null,
  seats: standing(seatsOf([scout, builder, critic, schema]), ['spoke', 'speaks', 'next', 'then'], [1]),
  piece: pieceOf(two),
} as const
