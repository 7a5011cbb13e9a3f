import type { GatheringPreview, GatheringView } from '../../main/contract/gatherings/gathering-views.ts'
import type { WindowView } from '../../main/contract/api/answers.ts'
import type { Rhythm } from '../../main/contract/gatherings/rhythms.ts'
import type { Answers } from './play.ts'
import { gathering } from './make-gathering.ts'

const rhythm = (name: string, structure: Rhythm['structure'], about: string, question: string): Rhythm => ({
  name,
  structure,
  about,
  question,
  beatsPerTurn: 3,
  beatIntervalSeconds: 60,
  opening: '',
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
  problems: [],
  problemAt: null,
  warnings: [],
  turns: 36,
  rounds: 6,
  modelTurns: { likely: [36, 60], most: 121 },
  time: 7_200_000,
  cost: { likely: [1.4, 2.6] },
  structure: [2, 2, 2],
  beatsPerTurn: 3,
  beatIntervalSeconds: 60,
  finalBeatGraceSeconds: 30,
  fork: null,
  keptIn: '/home/mo/ferry',
}

const none = gathering(1, '', [], { state: 'convening' })

/** The answers about gatherings: all are as the view has them, and nothing changes. */
export function gatheringAnswers(view: WindowView | null) {
  const all = view?.gatherings ?? []
  const told = (id?: string): GatheringView => all.find((one) => one.id === id) ?? none
  return {
    'gatherings.convene': ({ topic, question }) => ({ ...none, topic, question }),
    'gatherings.preview': () => preview,
    'gatherings.fork': ({ id }) => told(id),
    'gatherings.replay': ({ id, step = 0 }) => ({
      gathering: told(id).id,
      step,
      of: 0,
      rows: [],
      seats: [],
      phase: 'inhale',
      round: 1,
      holder: null,
      beat: 0,
      beats: 3,
      at: 0,
      turns: 0,
      costUsd: 0,
    }),
    'gatherings.get': ({ id }) => told(id),
    'gatherings.list': ({ state = 'all' }) => {
      const wanted = all.filter((one) => state === 'all' || (one.state === 'closed') === (state === 'closed'))
      return { items: wanted, next: null }
    },
    'gatherings.say': ({ id }) => told(id),
    'gatherings.pass': ({ id }) => told(id),
    'gatherings.steer': ({ id }) => told(id),
    'gatherings.join': ({ id }) => told(id),
    'gatherings.harvester': ({ id }) => told(id),
    'gatherings.card': ({ card }) => ({
      card: card as `hcd-${string}`,
      path: '/home/mo/code/ferry/gatherings/TODO.md',
      before: null,
      after: '- [ ] Provider test for half-rotated sessions, for Builder\n',
      hash: 'h',
      problem: '',
    }),
    'gatherings.file': ({ id }) => told(id),
    'gatherings.export': () => ({ name: '2026-11-20-ship-on-friday.md', markdown: '# Ship on Friday?\n' }),
    'rhythms.list': () => rhythms,
    'rhythms.keep': () => rhythms,
  } satisfies Partial<Answers>
}
