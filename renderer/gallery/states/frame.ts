import type { SearchHit } from '../../../main/contract/history/search-views.ts'
import { agent, ago, pending, view } from '../make.ts'
import type { Hand } from '../hand.ts'
import type { Play, Plays } from '../play.ts'
import type { Panel } from '../../state/panel.ts'
import { around, builder, critic, schema, scout } from './people.ts'
import { builderSaid, talk, work } from './words.ts'

const transcripts = builderSaid(talk, work)
const scribe = agent(6, 'Scribe', { lastLine: 'Took it down', role: 'writes the notes' })
const everybody = [
  ...around({ ...builder, status: 'working', since: ago(1) }).filter((one) => one.id !== critic.id),
  { ...critic, status: 'working' as const, pending: [pending(1, {}), pending(2, {})] },
  scribe,
]

const hit = (of: typeof builder, n: number, said: string, more: Partial<SearchHit> = {}): SearchHit => ({
  agent: of.id,
  agentName: of.name,
  circle: null,
  n,
  kind: 'text',
  authorName: of.name,
  message: null,
  at: ago(n * 40),
  call: '',
  parts: said.split('*').map((text, at) => ({ text, isMatch: at % 2 === 1 })),
  ...more,
})

const hits: readonly SearchHit[] = [
  hit(critic, 3, '…the *cri*teria for rolling back on a Friday: no open migration, and somebody awake…'),
  hit(builder, 9, 'Ask *Critic* whether joining hides a revoked family.', {
    kind: 'human',
    authorName: 'Mo',
  }),
  hit(builder, 15, 'Two things are *cri*tical: what listens there now, and who would have to be told.', {
    kind: 'peer',
    authorName: 'Bob@attic',
    circle: { id: 'gat-0000000001@attic', topic: 'Which port?', house: 'attic' },
  }),
  hit(schema, 20, '*Cri*tic asked for two indexes; neither holds a lock longer than a second.'),
  hit(
    builder,
    31,
    'The family is revoked, says the *cri*tical path in the guide. I keep the public interface.',
    {
      kind: 'peer',
      authorName: 'Scout',
    },
  ),
]

/** The tools behind them. */
const behind: readonly SearchHit[] = [
  hit(scout, 12, '{"pattern": "*cri*tical"}', { kind: 'tool', call: 'Search critical' }),
  hit(scout, 13, 'docs/guide.md: the *cri*tical path', { kind: 'result', call: 'Search critical' }),
]

/** The window with something over it. */
const over = (what: Panel, act?: (hand: Hand) => Promise<void>): Play => ({
  view: view(everybody),
  selected: builder.id,
  transcripts,
  answers: {
    'history.search': ({ limit = 30, of }) => ({
      items: (of === 'work' ? behind : hits).slice(0, limit),
      next: of === 'work' ? null : 5,
      total: of === 'work' ? behind.length : 30,
    }),
  },
  act: async (hand) => {
    const { show } = await import('../../state/view-store.ts')
    show(what)
    await hand.see('dialog')
    await act?.(hand)
  },
})

/** The frame of the window: palette, search, a tab's menu, the folded list. */
export const framePlays: Plays = {
  'palette-history': over({ kind: 'palette' }, async (hand) => {
    await hand.type('dialog input', 'cri')
    await hand.see('[role=option]', /criteria/)
  }),
  'palette-actions': over({ kind: 'palette' }, (hand) => hand.type('dialog input', '>')),
  'search-more': over({ kind: 'search', text: 'cri' }, (hand) =>
    hand.see('[role=option]', /criteria/).then(() => {}),
  ),
  'tab-menu': {
    view: view(everybody),
    selected: builder.id,
    transcripts,
    act: (hand) => hand.context('[data-part=tab]', /Critic/),
  },
  'tabs-folded': {
    view: view(everybody),
    selected: builder.id,
    transcripts,
    act: async () => {
      const { setList } = await import('../../state/view-store.ts')
      setList('folded')
    },
  },
}
