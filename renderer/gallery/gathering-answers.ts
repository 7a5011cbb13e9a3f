import type {
  GatheringPreview,
  GatheringReport,
  GatheringSummary,
  GatheringView,
} from '../../main/contract/gathering-views.ts'
import type { WindowView } from '../../main/contract/answers.ts'
import type { Rhythm } from '../../main/contract/rhythms.ts'
import type { Answers } from './play.ts'
import { moment } from './still.ts'

const rhythm = (name: string, structure: Rhythm['structure'], about: string, question: string): Rhythm => ({
  ...{ name, structure, about, question },
  ...{ beatsPerTurn: 3, beatIntervalSeconds: 60, opening: '' },
})

/** The presets that come with Janus. */
export const rhythms: readonly Rhythm[] = [
  rhythm(
    'check-in',
    [1, 1, 1],
    'A short round: where everybody stands.',
    'Where do you stand, what do you need?',
  ),
  rhythm(
    'decide',
    [2, 2, 2],
    'From each view, through friction, to a decision.',
    'What do we decide, and why?',
  ),
  rhythm('review', [2, 3, 2], 'More room for what speaks against it.', 'What would make us regret this?'),
]

const preview: GatheringPreview = {
  ...{
    problems: [],
    problemAt: null,
    warnings: [],
    turns: 36,
    rounds: 6,
    modelTurns: { likely: [36, 60], most: 121 },
  },
  ...{ time: 7_200_000, cost: { likely: [1.4, 2.6] }, structure: [2, 2, 2], beatsPerTurn: 3 },
  ...{ beatIntervalSeconds: 60, finalBeatGraceSeconds: 30, keptIn: '/home/mo/ferry' },
}

const iso = (at: number) => new Date(at).toISOString()

/** A gathering as main reports it. */
export const gatheringReport = (one: GatheringView): GatheringReport => ({
  ...{ id: one.id, topic: one.topic, question: one.question, state: one.state, phase: one.phase },
  ...{ round: one.round, structure: one.structure, harvester: one.harvester.name },
  participants: one.seats.map(({ number, name, role, kind, state }) => ({
    ...{ number, name, role, state },
    human: kind === 'human',
  })),
  holder: one.piece && { name: one.piece.name, number: one.piece.number, turnId: one.piece.turnId },
  utterances: [],
  harvest: one.harvest?.text ?? null,
  ...{ path: one.path, turns: one.turns, cost: one.costUsd },
  limit: { turns: one.maxTurns, cost: one.maxCost },
  paused: one.paused && { why: one.paused.why, by: one.paused.name, at: iso(one.paused.at) },
  convened: { by: one.convened.name, at: iso(one.convened.at) },
  closedBecause: one.closed?.why ?? null,
})

function summary(one: GatheringView): GatheringSummary {
  const { id, topic, state, phase, round, holder, turns, cost, convened, closedBecause, path } =
    gatheringReport(one)
  return { id, topic, state, phase, round, holder, turns, cost, convened, closedBecause, path }
}

const none: GatheringReport = {
  ...{ id: 'gat-aaaaaaaaaa', topic: '', question: '', state: 'convening', phase: 'inhale', round: 1 },
  ...{ structure: [2, 2, 2], participants: [], harvester: '', holder: null, utterances: [], harvest: null },
  ...{ path: null, turns: 0, cost: 0, limit: { turns: 121, cost: null }, paused: null, closedBecause: null },
  convened: { by: 'Mo', at: iso(moment) },
}

/** The answers about gatherings: all are as the view has them, and nothing changes. */
export function gatheringAnswers(view: WindowView | null) {
  const all = view?.gatherings ?? []
  const report = (id?: string): GatheringReport => {
    const found = all.find((one) => one.id === id)
    return found ? gatheringReport(found) : none
  }
  return {
    'gatherings.convene': ({ topic, question }) => ({ ...none, topic, question }),
    'gatherings.preview': () => preview,
    'gatherings.get': ({ id }) => report(id),
    'gatherings.list': ({ state = 'all' }) => {
      const wanted = all.filter((one) => state === 'all' || (one.state === 'closed') === (state === 'closed'))
      return { items: wanted.map(summary), next: null }
    },
    'gatherings.say': ({ id }) => report(id),
    'gatherings.pass': ({ id }) => report(id),
    'gatherings.steer': ({ id }) => report(id),
    'gatherings.card': ({ card }) => ({
      card: card as `hcd-${string}`,
      path: '/home/mo/code/ferry/gatherings/TODO.md',
      before: null,
      after: '- [ ] Provider test for half-rotated sessions, for Builder\n',
      ...{ hash: 'h', problem: '' },
    }),
    'gatherings.file': ({ id }) => report(id),
    'gatherings.export': () => ({ name: '2026-11-20-ship-on-friday.md', markdown: '# Ship on Friday?\n' }),
    'rhythms.list': () => rhythms,
    'rhythms.keep': () => rhythms,
  } satisfies Partial<Answers>
}
