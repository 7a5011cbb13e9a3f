import { RefusedError } from '../../../main/contract/api/errors.ts'
import { ago, idOf, status, view } from '../make.ts'
import { pieceOf } from '../make-gathering.ts'
import type { Plays } from '../play.ts'

import {
  harvest,
  closed,
  capped,
  proposal,
  everyKind,
  passages,
  hostWatches,
  todo,
  doc,
} from './gathering-ends.ts'
import {
  agents,
  standing,
  six,
  holdRows,
  yourTurn,
  beforeGuest,
  inhale,
  seal,
  sealedRows,
  gathered,
  winter,
  winterRows,
  ofCrew,
  circleOf,
  three,
  four,
  longNames,
  scribeClosed,
} from './gathering-scenes.ts'

/** Gatherings. */
export const gatheringPlays: Plays = {
  'gathering-yours': gathered(yourTurn, holdRows, { kept: { side: 'open' } }),
  'gathering-writing': gathered(yourTurn, holdRows, {
    act: (hand) =>
      hand.type(
        '[data-part=your-turn] textarea',
        'I am awake on Saturday, from six. If Builder’s flag is in by tonight',
      ),
  }),
  'gathering-last-words': gathered(
    { ...yourTurn, piece: pieceOf(four, { beat: 3, until: yourTurn.piece?.until ?? 0, answering: false }) },
    holdRows,
  ),
  'gathering-held': gathered(
    {
      ...yourTurn,
      piece: pieceOf(four, { stopped: { at: ago(1), by: ['hold'] }, answering: false }),
    },
    holdRows,
  ),
  'gathering-pass-to': gathered(yourTurn, holdRows, {
    act: (hand) => hand.click('[data-part=your-turn] [aria-haspopup]', 'Pass to'),
  }),
  'gathering-pass-to-guest': gathered(beforeGuest, holdRows, {
    act: (hand) => hand.click('[data-part=your-turn] [aria-haspopup]', 'Pass to'),
  }),
  'gathering-unfolded': gathered(yourTurn, holdRows, {
    act: (hand) => hand.click('[data-part=pane] button', 'Unfold'),
  }),
  'gathering-inhale': gathered(inhale, sealedRows),
  'gathering-host': gathered(inhale, sealedRows, {
    act: (hand) => hand.click('[data-part=pane] button', 'Speak as host'),
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
          ? { ...seat, state: 'away', reason: { kind: 'late' } }
          : seat.number === 5
            ? {
                ...seat,
                state: 'late',
                hand: true,
                reason: { kind: 'unreachable', status: 'asleep', again: false },
              }
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
        kind: 'delta',
        agent: idOf(8),
        block: 'b1',
        of: 'text',
        text: 'I read last winter’s log. The boat we would lose is the one with the ramp, and the ramp is what the 06:10 is for. Two people in wheelchairs, every',
      },
    ],
  }),
  'gathering-kinds': gathered({ ...hostWatches, passages }, everyKind),
  'gathering-cap': gathered(capped, holdRows),
  'gathering-paused': gathered(
    { ...capped, needs: 'paused', paused: { why: 'host', name: 'Mo', at: ago(2) }, human: null },
    holdRows,
  ),
  'gathering-closing': gathered(inhale, sealedRows, {
    act: async (hand) => {
      await hand.click('[data-part=gathering-bar] [aria-haspopup]')
      await hand.click('[role=menuitem]', 'Close…')
    },
  }),
  'gathering-menu': gathered(inhale, sealedRows, {
    act: (hand) => hand.click('[data-part=gathering-bar] [aria-haspopup]'),
  }),
  // The person's last turn is over, and so is what a note was for.
  'gathering-last-turn': gathered(
    {
      ...inhale,
      phase: 'exhale',
      round: 2,
      sealed: false,
      seats: inhale.seats.map((seat) =>
        seat.kind === 'human' ? { ...seat, state: 'spoke', had: true } : seat,
      ),
      human: { away: false, hand: false, note: 'And who tells the crew?', holds: false },
    },
    holdRows,
  ),
  'gathering-choose-harvester': gathered(
    { ...inhale, harvester: { ...inhale.harvester, absent: { kind: 'deleted' } } },
    sealedRows,
    {
      act: async (hand) => {
        await hand.click('[data-part=listener] button', 'Choose another')
        await hand.see('dialog select')
      },
    },
  ),
  'gathering-convening': gathered({ ...inhale, state: 'convening', piece: null }, []),
  'gathering-harvesting': gathered({ ...closed, state: 'running', harvest: null, closed: null }, holdRows),
  'gathering-ended': gathered(
    {
      ...closed,
      state: 'running',
      harvest: null,
      closed: null,
      spoken: { turns: 15, of: 36 },
      closing: {
        by: { kind: 'human', via: 'window' },
        name: 'Mo',
        at: ago(1),
        kind: 'ended',
      },
    },
    holdRows,
  ),
  'gathering-no-harvester': gathered(
    { ...inhale, harvester: { ...inhale.harvester, absent: { kind: 'closed' } } },
    sealedRows,
    { kept: { side: 'open' } },
  ),
  'gathering-other-harvester': gathered(
    { ...inhale, harvester: { ...inhale.harvester, absent: { kind: 'deleted' } } },
    sealedRows,
    {
      kept: { side: 'open' },
      act: async (hand) => {
        await hand.click('aside button', 'Choose another')
        await hand.see('[data-part=newcomer]')
      },
    },
  ),
  'gathering-add-seat': gathered(inhale, sealedRows, {
    act: async (hand) => {
      await hand.click('[data-part=gathering-bar] [aria-haspopup]')
      await hand.click('[role=menuitem]', 'Add a seat…')
      await hand.see('[data-part=newcomer]')
    },
  }),
  'gathering-asked-again': gathered(
    {
      ...closed,
      state: 'running',
      harvest: null,
      closed: null,
      harvester: { ...closed.harvester, isAskedAgain: true },
    },
    holdRows,
    { kept: { side: 'open' } },
  ),
  'gathering-long-names': gathered(longNames, sealedRows, {
    view: view(scribeClosed, { gatherings: [longNames] }),
  }),
  'gathering-host-in-turn': gathered(inhale, sealedRows, {
    act: async (hand, tell) => {
      await hand.click('[data-part=pane] button', 'Speak as host')
      await hand.type('[data-part=pane] textarea', 'Please keep to the question')
      const seats = standing(six, ['spoke', 'spoke', 'spoke', 'speaks', 'next', 'then'], [1, 1, 1])
      tell({
        kind: 'gathering',
        gathering: { ...inhale, seats, needs: 'piece', piece: pieceOf(four, { answering: false }) },
      })
      await hand.see('[data-part=pane] button', 'To your turn')
    },
  }),
  'gathering-closed': gathered(closed, holdRows),
  'gathering-filing': gathered(closed, holdRows, {
    act: async (hand) => {
      await hand.click('article button', 'See what changes')
      await hand.see('[data-part=change]')
    },
  }),
  'gathering-remember': gathered(closed, holdRows, {
    act: async (hand) => {
      await hand.click('article[aria-label^="To remember"] button', 'See what changes')
      await hand.see('[data-part=change]')
    },
  }),
  'gathering-harvest-later': gathered(
    {
      ...closed,
      harvest: null,
      unharvested: { kind: 'absent', name: 'Scribe', reason: { kind: 'deleted' } },
      heard: winter.heard.map((one) => ({ ...one, first: 'We would lose the ramp.' })),
    },
    holdRows,
    {
      act: async (hand) => {
        await hand.click('[data-part=pane] button', 'Harvest it now')
        await hand.see('[data-part=newcomer]')
      },
    },
  ),
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
  'gathering-words': gathered(closed, holdRows, {
    act: (hand) => hand.click('[data-part=pane] button', /Rests on Builder/),
  }),
  'gathering-deserted': gathered(
    {
      ...closed,
      human: { away: false, hand: false, note: 'And who tells the crew?', holds: false },
      harvest: null,
      spoken: { turns: 3, of: 36 },
      problem: 'Its file could not be written: the disk is full.',
      unharvested: { kind: 'absent', name: 'Scribe', reason: { kind: 'closed' } },
      path: null,
      closed: { by: { kind: 'system' }, name: 'Janus', at: ago(6), kind: 'deserted' },
    },
    holdRows,
  ),
  'gathering-plain-harvest': gathered(
    {
      ...closed,
      harvest: {
        at: ago(6),
        decided: [],
        open: [],
        dissent: [],
        next: [],
        more: '',
        cards: [],
        text: 'We agreed on **nothing** yet.\n\n- The flag\n- The window',
      },
    },
    holdRows,
  ),
  'gathering-proposal': gathered(proposal, [], { kept: { side: 'open' } }),
  'gathering-failed': gathered(inhale, [], {
    answers: {
      'log.page': () => {
        throw new RefusedError({ code: 'internal', message: 'The store cannot be read.' })
      },
    },
  }),
  'gathering-rehearsal': gathered(yourTurn, holdRows, {
    view: view(agents, { gatherings: [yourTurn], status: status({ rehearsal: true }) }),
  }),
  'gathering-live': gathered(inhale, sealedRows, {
    act: async (hand, tell) => {
      await hand.see('[data-part=sealed]')
      const seats = standing(six, ['spoke', 'spoke', 'spoke', 'speaks', 'next', 'then'], [1, 1, 1])
      tell({
        kind: 'rows',
        channel: { kind: 'gathering', id: inhale.id },
        rows: [seal(4, three, 90, 60_000)],
      })
      tell({
        kind: 'gathering',
        gathering: { ...inhale, seats, needs: 'piece', piece: pieceOf(four, { answering: false }) },
      })
      await hand.see('[data-part=your-turn]')
    },
  }),
}
