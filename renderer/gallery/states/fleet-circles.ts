import type { CircleSeatView, CircleWordsView } from '../../../main/contract/fleet/fleet-views.ts'
import type { WireCircle, WireSitter } from '../../../main/contract/fleet/machines.ts'
import { machines, isoAgo } from '../make-fleet.ts'
import { circleSeat, fleet } from '../../testing/fleet.ts'
import { after } from '../domain/crew.ts'
import type { FoundWords } from '../../state/panel.ts'
import type { StoryPlay, Stories } from '../play.ts'
import { talk, work } from './said.ts'

const messageIdOf = (count: number) => `msg-${String(count).padStart(10, '0')}` as const

const words = (
  count: number,
  from: string,
  text: string,
  more: Partial<CircleWordsView> = {},
): CircleWordsView => ({
  id: messageIdOf(count),
  seq: count,
  from,
  text,
  number: null,
  at: isoAgo(40 - count),
  isTurn: false,
  answer: null,
  ...more,
})

const turnText =
  'You have the piece, Mo (3). Hold, round 1 of 1: answer what you heard; disagree with what was said, not with who said it.\nYou are the last in this round.'

/** The texts of a gathering on attic, oldest first. */
const said: readonly CircleWordsView[] = [
  words(
    1,
    'the gathering on attic',
    'You are Mo@cellar (3) in the gathering "Which port?".\n\nWho speaks, in this order:\n- Ann@attic (1), a remote user, who started it\n- Bob (2): knows the build machine\n- Mo@cellar (3), a remote user\n\nScribe is the harvester: it listens, and at the close it writes what came of it.\n\nThree phases: inhale (each alone), hold (you answer one another), exhale (you conclude); rounds 1, 1, 1.\n\nThe question: Which port do both services take?',
  ),
  words(2, 'the gathering on attic', 'Inhale begins, one round.'),
  words(3, 'Ann@attic', 'Whatever is free on both machines. I would begin with **9090**.', { number: 1 }),
  words(4, 'Bob@attic', '`9090` is taken on the build machine:\n\n- metrics\n- the old gateway', {
    number: 2,
  }),
  words(5, 'the gathering on attic', turnText, {
    isTurn: true,
    answer: { text: 'Then **9191**. Nothing here listens on it.', isSilence: false, at: isoAgo(35) },
  }),
  words(9, 'Eve@attic', 'Think of the build machine as well.', { at: isoAgo(35) }),
  words(6, 'Ann@attic', 'Does anything else speak against 9191?', { number: 1 }),
]

const play = (seat: CircleSeatView, items = said, found?: FoundWords): StoryPlay => ({
  fleet: fleet(machines.map((one) => (one.name === 'attic' ? { ...one, circles: [seat] } : one))),
  story: after([talk, work]),
  answers: { 'circles.words': () => ({ items: items.toReversed(), next: null }) },
  act: async (hand) => {
    await hand.open(
      { kind: 'circle', circle: seat.circle, ...(found ? { found } : {}) },
      'dialog [data-part=circle-words]',
    )
  },
})

const sits = (number: number, name: string, more: Partial<WireSitter> = {}): WireSitter => ({
  number,
  name,
  isUser: false,
  had: false,
  left: false,
  ...more,
})
const now: WireCircle = {
  question: 'Which port do both services take?',
  phase: 'hold',
  round: 1,
  rounds: 1,
  holder: 2,
  yours: 3,
  seats: [
    sits(1, 'Ann@attic', { isUser: true, had: true }),
    sits(2, 'Bob@attic'),
    sits(3, 'Mo@cellar', { isUser: true }),
  ],
  harvester: 'Scribe@attic',
}
const yours: WireCircle = {
  ...now,
  holder: 3,
  seats: now.seats.map((seat) => ({ ...seat, had: seat.number < 2 })),
}
/** The maximum number of seats, from all machines. */
const crowd: WireCircle = {
  ...now,
  question: `${now.question} And who tells those who have written the old one into their notes, on each machine?`,
  seats: Array.from({ length: 20 }, (_, at) =>
    sits(
      at + 1,
      at === 2 ? 'Mo@cellar' : `${['Ann', 'Builder', 'night shift'][at % 3] ?? ''}-${String(at)}@attic`,
      {
        isUser: at % 3 === 0 || at === 2,
        had: at === 0,
        left: at === 5,
      },
    ),
  ),
}

const turn = { id: messageIdOf(7), since: isoAgo(1), until: isoAgo(-1.2) }

export const fleetCirclePlays: Stories = {
  'fleet-circle-asked': play(
    circleSeat({ status: 'asked', isNew: true, now: { ...now, phase: 'inhale', holder: 1 } }),
    said.slice(0, 2),
  ),
  'fleet-circle-listening': play(circleSeat({ now })),
  'fleet-circle-crowd': play(circleSeat({ now: crowd })),
  'fleet-circle-harvest': play(circleSeat({ now: { ...now, phase: 'harvest', holder: null } })),
  'fleet-circle-turn': play(circleSeat({ turn, isNew: true, now: yours }), [
    ...said,
    words(7, 'the gathering on attic', turnText, { isTurn: true }),
  ]),
  'fleet-circle-paused': play(circleSeat({ isPaused: true, turn: { ...turn, until: null }, isNew: true }), [
    ...said,
    words(7, 'the gathering on attic', turnText, { isTurn: true }),
  ]),
  'fleet-circle-older': {
    ...play(circleSeat()),
    answers: { 'circles.words': () => ({ items: said.toReversed(), next: 1 }) },
  },
  'fleet-circle-found': play(circleSeat({ now }), said, { message: messageIdOf(4), words: 'metrics' }),
  'fleet-circle-left': play(circleSeat({ status: 'left' })),
  'fleet-circle-on-the-way': play(circleSeat({ isSending: true })),
  'fleet-circle-over': play(circleSeat({ status: 'over' }), [
    ...said,
    words(
      8,
      'the gathering on attic',
      'The gathering "Which port?" is closed: every round was spoken. Its harvest:\n\n## Decided\n- 9191, in both services and in every unit file of theirs\n\n```todo\nWrite 9191 into the unit files of both services, on the build machine and on each of the three others that run them.\n```',
    ),
  ]),
}
