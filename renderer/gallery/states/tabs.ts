import { RefusedError } from '../../../main/contract/api/errors.ts'
import type { SearchHit } from '../../../main/contract/history/search-views.ts'
import { agent, ago, pending, view } from '../make.ts'
import type { Hand } from '../hand.ts'
import type { Play, Plays } from '../play.ts'
import type { Panel } from '../../state/panel.ts'
import type { Quote } from '../../state/quote.ts'
import { shown } from './agent.ts'
import { around, builder } from './people.ts'
import { builderSaid, talk, work } from './words.ts'

const transcripts = builderSaid(talk, work)
const after = (act: (hand: Hand) => Promise<void>): Play => shown({}, { transcripts, act })

/** A sheet over the window, opened by the window's own hand. */
const panel = (what: Panel): Play =>
  after(async (hand) => {
    const { show } = await import('../../state/view-store.ts')
    show(what)
    await hand.see('dialog')
  })

const hit = (n: number, authorName: string, before: string, after: string): SearchHit => ({
  agent: builder.id,
  agentName: 'Builder',
  circle: null,
  n,
  kind: authorName === 'Mo' ? 'human' : 'text',
  authorName,
  message: null,
  at: ago(n * 90),
  call: '',
  parts: [
    { text: before, isMatch: false },
    { text: 'grace', isMatch: true },
    { text: after, isMatch: false },
  ],
})
const found = {
  items: [
    hit(
      1,
      'Scout',
      'Reuse of a rotated token revokes the whole family after a 10 s ',
      ' window. Two refreshes inside the window return the same pair.',
    ),
    hit(2, 'Mo', 'How long is the ', ' window of the provider?'),
    hit(
      9,
      'Builder',
      '…and a test that waits past the ',
      ' window, on the sandbox it passes for the wrong reason…',
    ),
  ],
  next: 3,
  total: 30,
}

/** Words that were picked in a conversation. */
const quote: Quote = {
  words:
    'Reuse of a rotated token revokes the whole family.\nTwo refreshes inside the window return the same pair.',
  by: 'Scout',
  agent: null,
  at: ago(90),
  message: null,
}

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

/** Builder wants a tab. */
const wanting = {
  ...builder,
  needs: 'card' as const,
  wishes: [
    {
      kind: 'claude' as const,
      program: null,
      id: 'tab-aaaaaaaaaa' as const,
      name: 'Diver',
      role: 'Reads the provider docs and nothing else',
      cwd: '/home/mo/ferry',
      model: null,
      permissionMode: 'default' as const,
      look: {},
      at: ago(3),
      firstMessage: 'Which of the providers revoke a whole family at once? Name the page for each.',
    },
  ],
}

const grouped = around(builder).map((one, at) => ({
  ...one,
  groups: at % 2 === 0 ? ['Crew'] : ['Night shift'],
}))

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
    // The folded list of a narrow window has no room for them; the palette opens them again.
    act: async (hand) => {
      if (!matchMedia('(max-width: 60em)').matches) await hand.click('summary', /^Closed/)
    },
  },
  'tabs-menu': after((hand) => hand.click('button', /^Actions for/)),
  'palette-all': panel({ kind: 'palette' }),
  'palette-found': panel({ kind: 'palette', text: 'cri' }),
  'palette-nothing': panel({ kind: 'palette', text: 'xyzzy' }),
  'search-empty': panel({ kind: 'search' }),
  'search-found': { ...panel({ kind: 'search', text: 'grace' }), answers: { 'history.search': () => found } },
  'search-nothing': panel({ kind: 'search', text: 'xyzzy' }),
  'search-refused': {
    ...panel({ kind: 'search', text: 'grace' }),
    answers: {
      'history.search': () => {
        throw new RefusedError({
          code: 'unavailable',
          message: 'The history is being sorted. Try again in a minute.',
        })
      },
    },
  },
  'export-sheet': panel({ kind: 'export', log: { kind: 'agent', id: builder.id }, name: 'Builder' }),
  'quote-ask': panel({ kind: 'quote', act: 'ask', quote }),
  'find-in': {
    ...after(async (hand) => {
      const { openFind } = await import('../../state/find.ts')
      openFind(builder.id)
      await hand.type('[role=search] input', 'grace')
      await hand.see('[role=search] span', /^\d of 3$/)
    }),
    answers: { 'history.find': () => ({ rows: [1, 2, 3], isCut: false }) },
  },
  'keys-sheet': panel({ kind: 'keys' }),
  'words-sheet': panel({ kind: 'keys', page: 'words' }),
  roles: panel({ kind: 'roles' }),
  'roles-one': panel({ kind: 'roles', of: 'Critic' }),
  settings: panel({ kind: 'settings' }),
  'settings-found': panel({ kind: 'settings', text: 'cap' }),
  'settings-terminal': panel({ kind: 'settings', text: 'terminal' }),
  'settings-nothing': panel({ kind: 'settings', text: 'xyzzy' }),
  'dialog-new': panel({ kind: 'newAgent' }),
  'dialog-rename': panel({ kind: 'rename', agent: builder.id }),
  'dialog-settings': panel({ kind: 'agentSettings', agent: builder.id }),
  'dialog-close-working': {
    ...panel({ kind: 'ending', of: 'close', agent: builder.id }),
    view: view(around({ ...builder, status: 'working' })),
  },
  'dialog-delete': panel({ kind: 'ending', of: 'delete', agent: builder.id }),
  'tab-wanted': { view: view(around(wanting)), selected: builder.id, transcripts },
  'tab-wanted-tray': {
    view: view(around(wanting)),
    selected: builder.id,
    transcripts,
    act: (hand) => hand.click('footer button', /waiting/),
  },
  'dialog-wish': {
    ...panel({ kind: 'wish', agent: builder.id, wish: 'tab-aaaaaaaaaa' }),
    view: view(around(wanting)),
  },
  'dialog-groups': { ...panel({ kind: 'groups' }), view: view(grouped) },
  'dialog-groups-write': { ...panel({ kind: 'groups', write: 'Crew' }), view: view(grouped) },
  'dialog-groups-new': {
    view: view(grouped),
    selected: builder.id,
    transcripts,
    act: async (hand) => {
      const { show } = await import('../../state/view-store.ts')
      show({ kind: 'groups' })
      await hand.click('dialog button', /^New group/)
    },
  },
  'dialog-role': panel({ kind: 'role', agent: builder.id }),
  'dialog-timer': panel({ kind: 'timer', agent: builder.id }),
  'dialog-look': panel({ kind: 'look', agent: builder.id }),
  'dialog-message': panel({ kind: 'message', message: 'msg-aaaaaaaaaa', from: 'Scout' }),
}
