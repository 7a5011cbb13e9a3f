import { emptyDay } from '../../../main/contract/budget/budget.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { Panes } from '../../state/panes.ts'
import { agent, ago, asks, card, transcript, view } from '../make.ts'
import { spending } from '../make-budget.ts'
import { link } from '../make-link.ts'
import type { Play, Plays } from '../play.ts'
import { inhale, longNames } from './gathering-scenes.ts'
import { around, critic, docs, scout, tasks } from './people.ts'
import { talk, work } from './words.ts'

/** An agent of which everything is shown that a header can show. */
const keeper = agent(1, 'Timetable keeper', {
  role: 'keeps the winter timetable',
  model: 'opus',
  lastLine: 'The guard is in; three tests cover it, and a fourth is on its way.',
  context: { used: 141_000, size: 200_000 },
  handlers: { count: 3, on: 2, asks: [], told: [] },
  background: tasks,
  policy: 'quiet',
  turnNumber: 31,
  since: ago(3),
})
const fares = agent(8, 'Fares and children', { role: 'tests the fares', since: ago(7) })
const seated: AgentView = {
  ...fares,
  seat: { gathering: inhale.id, topic: longNames.topic, number: 2, hasPiece: false },
}

const asking: AgentView = {
  ...critic,
  status: 'working',
  needs: 'permission',
  cards: [card(asks('Bash', { command: 'npm test -- refresh' }))],
}

const tie = link(1, [fares, keeper], { mode: 'converse' })
const links = [
  link(2, [critic, keeper]),
  link(3, [docs, keeper]),
  link(4, [scout, keeper], { rests: 'loop' }),
  tie,
]

const people = [...around(scout).filter(({ id }) => id !== keeper.id), keeper, seated]
const day = { ...emptyDay, total: spending(3.2, 840_000), budget: spending(3.2, 840_000) }

const shown = (more: Partial<Play>, gatherings: readonly GatheringView[] = []): Play => ({
  view: view(people, { links, gatherings, day }),
  transcripts: { [keeper.id]: transcript(keeper, [...talk, ...work]) },
  ...more,
})

const beside = (right: Partial<Panes['list'][number]>): Panes => ({
  list: [
    { key: 1, tab: keeper.id, over: null, timeline: false },
    { key: 2, tab: null, over: null, timeline: false, ...right },
  ],
  at: 0,
  share: 50,
  beside: null,
})

/** What is measured at every width: long names, and as much beside them as there can be. */
export const widthPlays: Plays = {
  'widths-agent': shown({ selected: keeper.id }),
  'widths-seated': shown({ selected: seated.id }, [longNames]),
  // What waits for the person, over what was just done.
  'widths-toasts': {
    view: view([...people.filter(({ id }) => id !== critic.id), asking], { links, day }),
    selected: keeper.id,
    act: async () => {
      const { toast } = await import('../../state/view-store.ts')
      toast('changelog was closed.', { action: { label: 'Undo', run: () => undefined } })
      toast('No agent has that name. There are: Scout, Builder, Critic.', { isError: true })
    },
  },
  'widths-link': shown({ link: tie.id, rows: [] }),
  'widths-gathering': shown({ gathering: longNames.id, rows: [] }, [longNames]),
  'widths-panes': shown({ kept: { panes: beside({ tab: seated.id }) } }, [longNames]),
  'widths-panes-link': shown({ kept: { panes: beside({ over: { kind: 'link', id: tie.id } }) }, rows: [] }),
}

/** What main says of a turn: it begins, it has ended and cost something. */
export const turnOfKeeper: Readonly<Record<'before' | 'during' | 'after', AgentView>> = {
  before: keeper,
  during: { ...keeper, status: 'working', since: ago(0), turnNumber: 32 },
  after: {
    ...keeper,
    since: ago(0),
    turnNumber: 32,
    spending: spending(0.42, 82_000),
    lastLine: 'Done: all four tests pass.',
  },
}
