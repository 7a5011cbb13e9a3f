import { ago } from '../make.ts'
import { gatheringIdOf } from '../make-gathering.ts'
import { utteranceIdOf } from '../make-utterance.ts'
import type { Hand } from '../hand.ts'
import type { Plays } from '../play.ts'
import { closed, everyKind, hostWatches } from './gathering-ends.ts'
import { gathered, holdRows, yourTurn } from './gathering-scenes.ts'

const id = gatheringIdOf(1)
const at = (step: number) => ({ kept: { replay: { gathering: id, step } } })
/** The rows with who opened them: six of the inhale. */
const rows = holdRows.map((row) => (row.kind === 'opened' ? { ...row, text: '6' } : row))
const forked = {
  ...closed,
  forkedFrom: {
    gathering: gatheringIdOf(2),
    topic: 'What we would regret',
    utterance: utteranceIdOf(7),
    n: 7,
    number: 2,
    name: 'Builder',
    phase: 'hold' as const,
    round: 1,
    begins: 'there' as const,
  },
  forks: [
    {
      gathering: gatheringIdOf(3),
      topic: 'Ship on Monday?',
      utterance: utteranceIdOf(10),
      at: ago(3),
    },
  ],
} as const
const openFork = async (hand: Hand) => {
  await hand.click('[data-part=dock] button', 'Fork from here')
  await hand.see('dialog', /Goes on from/)
}
const told = {
  problems: [],
  problemAt: null,
  warnings: [],
  turns: 36,
  rounds: 6,
  modelTurns: { likely: [36, 60] as const, most: 121 },
  time: 7_200_000,
  cost: null,
  structure: [2, 2, 2] as const,
  beatsPerTurn: 3,
  beatIntervalSeconds: 60,
  finalBeatGraceSeconds: 30,
  keptIn: '/home/mo/ferry',
}

/** Gatherings step by step, and what goes on from a step. */
export const replayPlays: Plays = {
  'replay-first': gathered(closed, rows, at(1)),
  'replay-sealed': gathered(closed, rows, at(4)),
  'replay-hold': gathered(closed, rows, at(11)),
  'replay-close': gathered(closed, rows, at(13)),
  'replay-running': gathered(yourTurn, rows, at(12)),
  'replay-kinds': gathered(hostWatches, everyKind, at(5)),
  'replay-playing': gathered(closed, rows, {
    ...at(10),
    act: (hand) => hand.click('[data-part=dock] button', 'Play'),
  }),
  'fork-sheet': gathered(closed, rows, {
    ...at(11),
    answers: {
      'gatherings.preview': () => ({
        ...told,
        fork: { begins: 'there', canGoOn: true, given: 8, sealed: 0 },
      }),
    },
    act: openFork,
  }),
  'fork-anew': gathered(
    {
      ...closed,
      seats: closed.seats.map((seat) => (seat.number === 3 ? { ...seat, agent: 'agt-gone' } : seat)),
    },
    rows,
    {
      ...at(13),
      answers: {
        'gatherings.preview': () => ({
          ...told,
          fork: { begins: 'anew', canGoOn: false, given: 8, sealed: 2 },
        }),
      },
      act: openFork,
    },
  ),
  'fork-lines': gathered(forked, rows, { kept: { side: 'open' } }),
  'fork-row': gathered(yourTurn, rows, {
    act: (hand) => hand.click('[data-part=pane] article [aria-haspopup]', /From row 11/),
  }),
}
