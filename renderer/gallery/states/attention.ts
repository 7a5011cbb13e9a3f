import type { AgentView } from '../../../main/contract/api/views.ts'
import { agent, ago, asks, card, set, status, view } from '../make.ts'
import type { Play, Plays } from '../play.ts'
import { around, builder, docs, scout, schema, tasks } from './people.ts'
import { builderSaid, talk } from './words.ts'

const transcripts = builderSaid(talk)
const shown = (agents: readonly AgentView[], more: Partial<Play> = {}): Play => ({
  view: view(agents),
  selected: builder.id,
  transcripts,
  ...more,
})

const asking = (one: AgentView): AgentView => ({
  ...one,
  status: 'working',
  needs: 'permission',
  cards: [card({ id: `crd-${one.id.slice(4)}`, ...asks('Bash', { command: 'npm run migrate' }) })],
})

/** Twenty tabs in three folders, most of them asleep, some with something new. */
const many = Array.from({ length: 20 }, (_, at): AgentView => {
  const of = agent(at + 20, `Agent ${at + 1}`, {
    cwd: ['/home/mo/code/ferry', '/home/mo/code/guide', '/home/mo/notes'][at % 3] ?? '/',
    lastLine: 'The tide table is in; two berths are free until noon.',
    since: ago(at * 7),
  })
  if (at === 3) return asking(of)
  if (at === 4) return { ...of, background: tasks }
  return at > 7 ? { ...of, status: 'asleep' } : { ...of, unread: at % 2 ? [4, 9] : [] }
})

/** What wants the person, and what is new, over many tabs. */
export const attentionPlays: Plays = {
  'needs-area': shown(
    around(builder).map((one) => ([scout.id, schema.id].includes(one.id) ? asking(one) : one)),
  ),
  unread: shown(
    around(builder).map((one) =>
      one.id === docs.id || one.id === scout.id ? { ...one, unread: [3, 8] } : one,
    ),
  ),
  'tabs-many': shown([builder, ...many]),
  'tabs-asleep': { ...shown([builder, ...many]), act: (hand) => hand.click('nav h2 button', /^Asleep/) },
  'tabs-filter': {
    ...shown([builder, ...many]),
    act: (hand) => hand.type('nav input', 'guide tide'),
  },
  'tabs-chosen': {
    ...shown([builder, ...many]),
    act: async (hand) => {
      const { choose } = await import('../../features/tabs/chosen.ts')
      choose(many.slice(0, 3).map(({ id }) => id))
      await hand.see('[data-part=chosen]')
    },
  },
  'notify-offer': {
    ...shown(around(builder)),
    view: view(around(builder), { status: status({ settings: set({ notifyOffered: false }) }) }),
    act: async (hand) => {
      const { offer } = await import('../../features/waiting/follow-news.ts')
      const place = { agent: scout.id, row: null }
      const of = {
        kind: 'finished',
        key: 'one',
        title: 'Scout finished',
        body: '',
        place,
        worked: 40_000,
      } as const
      offer.setState({ after: of })
      await hand.see('[data-part=notify-offer]')
    },
  },
}
