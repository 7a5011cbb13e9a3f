import { agent, ago, pending, view } from '../make.ts'
import type { Hand } from '../hand.ts'
import type { Play, Plays } from '../play.ts'
import type { Panel } from '../../view-store.ts'
import { shown } from './agent.ts'
import { around, builder } from './people.ts'
import { builderSaid, talk, work } from './words.ts'

const transcripts = builderSaid(talk, work)
const after = (act: (hand: Hand) => Promise<void>): Play => shown({}, { transcripts, act })

/** A sheet over the window, opened by the window's own hand. */
const panel = (what: Panel): Play =>
  after(async (hand) => {
    const { show } = await import('../../view-store.ts')
    show(what)
    await hand.see('dialog')
  })

const names = ['Scout', 'Builder', 'Critic', 'Schema', 'docs', 'oauth-impl', 'Fern', 'changelog']
const statuses = ['idle', 'working', 'asleep', 'stopped', 'failed', 'starting'] as const
const twenty = Array.from({ length: 20 }, (_, order) =>
  agent(order, names[order] ?? `agent ${order + 1}`, {
    status: statuses[order % statuses.length] ?? 'idle',
    trouble: statuses[order % statuses.length] === 'failed' ? 'deaths' : null,
    since: ago(order * 17),
    lastLine: `Line ${order + 1}: something that was said a while ago`,
    pending: order % 5 === 0 ? [pending(order, {})] : [],
  }),
)

/** The list of tabs, and what stands over the window. */
export const tabPlays: Plays = {
  'tabs-twenty': { view: view(twenty), selected: twenty[1]?.id ?? builder.id, transcripts },
  'tabs-closed': {
    view: view([
      ...around(builder),
      agent(8, 'old plan', { closed: true, status: 'stopped' }),
      agent(9, 'spike', { closed: true, status: 'stopped' }),
    ]),
    selected: builder.id,
    transcripts,
    act: (hand) => hand.click('summary', /^Closed/),
  },
  'tabs-menu': after((hand) => hand.click('button', /^Actions for/)),
  'dialog-new': panel({ kind: 'newAgent' }),
  'dialog-rename': panel({ kind: 'rename', agent: builder.id }),
  'dialog-settings': panel({ kind: 'settings', agent: builder.id }),
  'dialog-close-working': {
    ...panel({ kind: 'ending', of: 'close', agent: builder.id }),
    view: view(around({ ...builder, status: 'working' })),
  },
  'dialog-delete': panel({ kind: 'ending', of: 'delete', agent: builder.id }),
  'dialog-role': panel({ kind: 'role', agent: builder.id }),
  'dialog-look': panel({ kind: 'look', agent: builder.id }),
  'dialog-stop-all': panel({ kind: 'stopAll' }),
  'dialog-message': panel({ kind: 'message', message: 'msg-aaaaaaaaaa', from: 'Scout' }),
}
