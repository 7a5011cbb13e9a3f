import { draft } from '../make-draft.ts'
import type { ChainLink, PendingView } from '../../../main/contract/mail/mail-views.ts'
import type { MessageReason } from '../../../main/contract/mail/message-reasons.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { message, messageIdOf, sentBy } from '../make-mail.ts'
import { ago, asks, by, call, card, pending, set, status, transcript, view, type Line } from '../make.ts'
import type { Play, Plays } from '../play.ts'
import { moment } from '../still.ts'
import { shown } from './agent.ts'
import { around, builder, critic, schema, scout } from './people.ts'
import { builderSaid, talk, work } from './words.ts'

const working = { status: 'working', since: ago(1) } as const
const running = builderSaid([
  ['human', 'Make late callers join the first, and test it.'],
  ...call('r1', 'Bash', { command: 'npm test -- refresh' }),
])

/** A peer's message that waits. */
const from = (sender: AgentView, count: number, preview: string, more: Partial<PendingView> = {}) =>
  pending(count, { from: by(sender.id), fromName: sender.name, preview, ...more })

const scouts = from(
  scout,
  2,
  'the sessions index is ready on test, and the provider has confirmed the grace window of ten seconds per client',
  { waits: 'turn' },
)
const asked = from(
  critic,
  3,
  'Does join-on-refresh hide a revoked family? I need a yes or no before I go on.',
  {
    priority: 'high',
    expectsReply: true,
    waits: 'writing',
  },
)
const urgent = from(critic, 20, 'Stop before the migration: the dry run is writing to the live schema.', {
  priority: 'urgent',
  expectsReply: true,
  card: { until: moment + 48_000, canStopTool: true },
})
const notes = [5, 6].map((count) =>
  from(schema, count, `Two indexes, no lock held (${count}).`, { priority: 'low', absorbed: true }),
)
const all: readonly PendingView[] = [
  pending(1, { state: 'written', inInput: true, preview: 'And look at `renew.ts`.' }),
  asked,
  pending(4, { ahead: 'hand', now: true }),
  scouts,
  from(schema, 7, 'I renamed the column; your fixture still has the old name.'),
  ...notes,
]

const held = (
  hold: PendingView['hold'],
  count: number,
  reason: MessageReason,
  more: Partial<PendingView> = {},
) =>
  from(scout, count, 'Seventeenth in a row: shall I look at the sandbox too?', {
    state: 'held',
    hold,
    reason,
    ...more,
  })
const loop = held('loop', 10, { kind: 'depth', depth: 17 })
const consent = held('consent', 11, { kind: 'consent', receiver: 'Builder', sender: 'Scout' })
const policy = held('policy', 12, { kind: 'policy', receiver: 'Builder' }, { expectsReply: true })
const interrupted = pending(13, {
  state: 'held',
  hold: 'interrupted',
  reason: { kind: 'hand', act: 'interrupted' },
  preview: 'And then the changelog.',
})

const floodAsks: readonly PendingView[] = Array.from({ length: 20 }, (_, at) =>
  from(scout, 200 + at, `Flood number ${at}.`, { card: { until: moment + 41_000, canStopTool: false } }),
)
const floodHeld: readonly PendingView[] = Array.from({ length: 8 }, (_, at) =>
  at < 6 ? { ...loop, id: messageIdOf(300 + at) } : { ...policy, id: messageIdOf(300 + at) },
)

const chain: readonly ChainLink[] = Array.from({ length: 17 }, (_, at) => ({
  id: `msg-${String(at).padStart(10, 'b')}`,
  from: at % 2 === 0 ? 'Scout' : 'Builder',
  to: at % 2 === 0 ? 'Builder' : 'Scout',
  preview: at % 2 === 0 ? 'Shall I look at the sandbox too?' : 'If you like; tell me what you find there.',
  depth: at + 1,
  at: ago(40 - at * 2),
}))

const long = (count: number): readonly PendingView[] =>
  Array.from({ length: count }, (_, at) =>
    at % 4 === 0
      ? pending(100 + at, { preview: `Step ${at + 1} of the plan.` })
      : from([scout, critic, schema][at % 3] ?? scout, 100 + at, `Finding ${at + 1}: it holds.`, {
          priority: at < 6 ? 'high' : 'normal',
        }),
  )

/** The builder with this mail, a draft and more. */
function mail(pending: readonly PendingView[], changes: Partial<AgentView> = {}, written = ''): Play {
  const agents = around({ ...builder, ...working, pending, ...changes })
  const drafts = written === '' ? {} : { [builder.id]: draft(written) }
  return { view: view(agents, { drafts }), selected: builder.id, transcripts: running }
}

const permission = card({
  ...asks('Bash', { command: 'npm run migrate -- --env test --dry-run' }),
  suggestions: [
    {
      label: 'npm run migrate',
      isCode: true,
      grants: [{ kind: 'rule', rule: 'Bash(npm run migrate:*)' }],
      mode: null,
    },
  ],
})
const writing = 'And the second caller? Does it wait, or does it fail?'

/** The person looks at another tab while peers write to the builder, and comes back. */
function away(count: number, opens: boolean): Play {
  const said = work.slice(0, 1)
  const [before = []] = Object.values(builderSaid(said))
  const all = transcript(builder, [
    ...said,
    ...Array.from({ length: count }, (_, at): Line => {
      const sender = at % 3 === 2 ? critic : scout
      return [
        'peer',
        at === 0 ? (work[1]?.[1] ?? '') : `Finding ${at}: the sandbox does not apply the window.`,
        { author: by(sender.id), authorName: sender.name, message: `msg-${String(at).padStart(10, 'm')}` },
      ]
    }),
    ['text', 'The window is per client. I take it into the test.'],
  ])
  const waiting = { ...scouts, acceptedAt: moment + 1 }
  return {
    ...shown({}, { transcripts: { [builder.id]: before } }),
    act: async (hand, tell) => {
      const { select } = await import('../../state/view-store.ts')
      await hand.see('[data-part=turn]')
      select(critic.id)
      await hand.see('textarea', /Critic/)
      tell({ kind: 'rows', channel: { kind: 'agent', id: builder.id }, rows: all.slice(before.length) })
      tell({ kind: 'agent', agent: { ...builder, pending: [waiting, { ...loop, acceptedAt: moment + 2 }] } })
      await hand.see('[data-part=tab]', /2 pending/)
      select(builder.id)
      await hand.see('section', /^While you were away/)
      if (opens) await hand.click('button', /^While you were away/)
    },
  }
}

/** What waits at an agent, and what of it asks the person. */
export const mailPlays: Plays = {
  'mail-queue': mail(all),
  'mail-notes-open': {
    ...mail(all),
    act: (hand) => hand.click('button', /notes wait/),
  },
  'mail-row-focus': {
    ...mail(all),
    act: async (hand) => {
      const row = await hand.see('button', /^Read message from Critic/)
      row.focus()
      await hand.press('ArrowDown')
    },
  },
  'mail-twenty': mail(long(20)),
  'mail-three-hundred': mail(long(300)),
  'mail-held': mail([loop, consent, policy, interrupted, scouts], { status: 'idle' }),
  'mail-held-many': mail([...floodHeld, pending(4, {})]),
  'mail-held-many-open': {
    ...mail([...floodHeld, pending(4, {})]),
    act: (hand) => hand.click('button', /8 held/),
  },
  'mail-flood': mail([...floodAsks, ...floodHeld], { needs: 'card', status: 'idle' }, writing),
  'mail-peek': {
    ...mail([urgent, scouts], { needs: 'card' }, writing),
    act: async (hand) => {
      await hand.see('[data-part=card][data-ready]')
      await hand.click('button', /Peek/)
      await hand.see('dialog', /^Message from/)
    },
    answers: {
      'messages.get': () => ({
        ...message(20, 1, { priority: 'urgent', expectsReply: true, ...sentBy(critic), state: 'queued' }),
        text: urgent.preview,
      }),
    },
  },
  'mail-owed': mail([scouts], {
    owed: [
      {
        id: 'msg-owedaaaaaa',
        from: by(critic.id),
        fromName: 'Critic',
        preview: 'Which of the two indexes may go?',
        acceptedAt: ago(7),
        turn: 30,
        reason: null,
        reminded: true,
        expiresAt: moment + 80_000_000,
      },
    ],
  }),
  'mail-card': mail([urgent, scouts], { needs: 'card' }, writing),
  'mail-card-plain': mail(
    [{ ...urgent, expectsReply: false, card: { until: moment + 9_000, canStopTool: false } }],
    { needs: 'card', status: 'idle' },
  ),
  'mail-card-under-permission': mail(
    [{ ...urgent, card: { until: moment + 48_000, canStopTool: false } }, ...all],
    { needs: 'permission', cards: [permission] },
  ),
  'mail-card-two': mail(
    [urgent, { ...urgent, id: 'msg-secondcard', from: by(schema.id), fromName: 'Schema' }],
    { needs: 'card' },
    writing,
  ),
  'mail-banner': mail(
    [
      { ...asked, banner: true },
      { ...scouts, banner: true },
    ],
    {},
    writing,
  ),
  'mail-chain': {
    ...mail([loop]),
    answers: { 'messages.chain': () => ({ chain }) },
    act: (hand) => hand.click('button', /^Show the chain/),
  },
  'mail-tray': {
    ...mail([urgent, loop], { needs: 'card' }),
    act: (hand) => hand.click('footer button', /waiting for you/),
  },
  'mail-steers': {
    ...mail([], {}, writing),
    view: view(around({ ...builder, ...working }), {
      status: status({ settings: set({ enter: 'steer' }) }),
      drafts: { [builder.id]: draft(writing) },
    }),
  },
  'mail-waits-on-reply': mail([], { waitingFor: { agent: scout.id, name: 'Scout', since: ago(1) } }),
  'mail-away': away(2, false),
  'mail-away-open': away(2, true),
  'mail-away-many': away(12, true),
  'mail-asleep': shown(
    { status: 'asleep', since: ago(300), pending: notes },
    { transcripts: builderSaid(talk, work) },
  ),
}
