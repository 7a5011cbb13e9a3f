import type { MessageView } from '../../../main/contract/mail/mail-views.ts'
import type { Entry } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { ago, by, call, minutes, noted, pending, view, type Line } from '../make.ts'
import { message, messageIdOf, owed, sentBy, sentTo, ticket } from '../make-mail.ts'
import type { Answers, Play, Plays } from '../play.ts'
import { moment } from '../still.ts'
import { shown } from './hand-shown.ts'
import { around, builder, critic, docs, schema, scout, tasks } from './people.ts'
import { builderSaid, talk } from './words.ts'

/** A call that sent message `count`. */
const sent = (count: number, to: AgentView, message: string, more: object = {}): readonly Line[] =>
  call(
    `m${count}`,
    'mcp__janus-agents__send_to_agent',
    { target: to.name, message, ...more },
    'sent',
    'done',
    messageIdOf(count),
  )
const from = (of: AgentView, count: number, text: string, more: Partial<Entry> = {}): Line => [
  'peer',
  text,
  { author: by(of.id), authorName: of.name, message: messageIdOf(count), ...more },
]

const asked = { expect_reply: true }
/** Every state of a message, as its sender sees it. */
const everyState: readonly Line[] = [
  ['human', 'Ask everybody, and go on.', { message: messageIdOf(20) }],
  ...sent(1, critic, 'does join-on-refresh hide a revoked family?', asked),
  ...sent(2, critic, 'the second caller joins now', { priority: 'low' }),
  ...sent(3, schema, 'is the sessions index ready on test?', asked),
  ...sent(4, schema, 'take the index off staging first, please', { priority: 'urgent' }),
  ...sent(5, docs, 'which release has the note on tokens?', asked),
  ...sent(6, docs, 'please write the upgrade note', asked),
  ...sent(7, scout, 'stop reading the old guide'),
  ...sent(8, scout, 'a chain that goes on'),
  ...sent(9, scout, 'may I write to you?'),
  ...sent(10, scout, 'what killed the CLI', asked),
  ...sent(11, critic, 'never mind'),
  ...sent(12, critic, 'did the sandbox say anything?', asked),
  ['text', 'I have asked, and go on with the renewing job.'],
  ['human', 'And look at the second caller as well.', { message: messageIdOf(21), way: 'folded' }],
]

const to = (of: AgentView, changes: Partial<MessageView>): Partial<MessageView> => ({
  ...sentBy(builder),
  ...sentTo(of),
  ...changes,
})
const reports: Readonly<Record<string, MessageView>> = Object.fromEntries(
  [
    message(
      1,
      62,
      to(critic, {
        state: 'read',
        expectsReply: true,
        turn: 5,
        reason: { kind: 'unanswered', turn: 5, end: null },
      }),
    ),
    message(2, 61, to(critic, { state: 'answered', priority: 'low', turn: 6 })),
    message(5, 58, to(docs, { state: 'answered', expectsReply: true, turn: 3 })),
    message(6, 57, to(docs, { state: 'answered', expectsReply: true, turn: 4 })),
    message(7, 9, to(scout, { state: 'withdrawn', turn: null })),
    message(9, 8, to(scout, { state: 'dropped', reason: { kind: 'hand', act: 'closed' }, turn: null })),
    message(10, 7, to(scout, { state: 'undeliverable', reason: { kind: 'deaths', count: 3 }, turn: null })),
    message(
      11,
      1_500,
      to(critic, { state: 'expired', reason: { kind: 'expired', read: false }, turn: null }),
    ),
    message(12, 55, to(critic, { state: 'answered', expectsReply: true, turn: 7, ahead: 'hand' })),
    message(20, 63, { state: 'answered', priority: 'high', turn: 31 }),
    message(21, 2, { state: 'read', priority: 'high', turn: 31 }),
  ].map((one) => [one.id, one]),
)

const answers: Partial<Answers> = {
  'messages.get': ({ id }) => reports[id] ?? message(1, 62, { id: messageIdOf(1) }),
  'tickets.get': ({ id }) => {
    const of = reports[id] ?? message(1, 62)
    const words = { messageId: messageIdOf(40), text: 'Release 2.4, under Sessions.', metadata: {} }
    const reply = { ...words, implicit: id === messageIdOf(6), byRule: false, at: ago(54) }
    return ticket(of, of.state === 'answered' ? reply : null)
  },
}

const waits = (count: number, changes: Parameters<typeof pending>[1]) =>
  pending(count, { from: by(builder.id), fromName: 'Builder', acceptedAt: ago(6), ...changes })
/** The mailboxes in which the messages that wait are found. */
const busy: readonly AgentView[] = around(builder).map((one) => {
  if (one.id === schema.id)
    return {
      ...one,
      status: 'working',
      since: ago(3),
      pending: [
        waits(30, { preview: 'before it', ahead: 'priority', priority: 'urgent' }),
        waits(3, { expectsReply: true, waits: 'turn' }),
        waits(4, { state: 'written', inInput: true, priority: 'urgent', ahead: 'priority' }),
      ],
    }
  if (one.id === scout.id)
    return {
      ...one,
      pending: [waits(8, { state: 'held', hold: 'loop', reason: { kind: 'depth', depth: 17 } })],
    }
  return one
})

const sender = (more: Partial<Play> = {}): Play => ({
  view: view(busy),
  selected: builder.id,
  transcripts: builderSaid(everyState),
  answers,
  ...more,
})

const resumed = 'trn-zzzzzzzzzz'
/** Mail of every way of arrival, then what Janus told the agent to begin a turn, in which a tool runs. */
const arrivals: readonly Line[] = [
  ['human', 'Make late callers join the first.', { message: messageIdOf(20) }],
  from(scout, 2, 'The provider docs are read; the grace window is ten seconds.', { way: 'absorbed' }),
  from(critic, 12, 'It says nothing at all: the sandbox has no window.', { way: 'folded' }),
  from(schema, 4, 'Stop: the index is being built on staging.', { way: 'interjected' }),
  from(critic, 1, 'Does join-on-refresh hide a revoked family?', { way: 'reminded' }),
  from(docs, 5, 'Release 2.4, under Sessions.', { way: 'awaited' }),
  ['text', 'Critic is right. I answer, and keep the second caller apart.'],
  ...call(
    'reply',
    'mcp__janus-agents__reply_to_agent',
    {
      message_id: messageIdOf(1),
      message: 'It does not: the family is checked before the flight is joined.',
    },
    'sent',
    'done',
    messageIdOf(12),
  ),
  [
    'system',
    'Your process ended in the middle of the last turn and was started again. Go on from where you were.',
    { turn: resumed },
  ],
  ...call('again', 'Bash', { command: 'npm test -- tokens' }).map(([kind, text, more]): Line => [
    kind,
    text,
    { ...more, turn: resumed },
  ]),
  noted({ kind: 'allowed', tool: 'Bash', lasting: null }, { turn: resumed }),
]
const arrivedReports: Readonly<Record<string, MessageView>> = {
  ...reports,
  [messageIdOf(1)]: message(1, 20, {
    ...sentBy(critic),
    state: 'read',
    expectsReply: true,
    turn: 29,
    reason: { kind: 'unanswered', turn: 29, end: null },
  }),
  [messageIdOf(2)]: message(2, 21, { ...sentBy(scout), priority: 'low' }),
  [messageIdOf(4)]: message(4, 18, { ...sentBy(schema), priority: 'urgent', ahead: 'priority' }),
  [messageIdOf(5)]: message(5, 17, { ...sentBy(docs), isReply: true, replyTo: messageIdOf(6) }),
  [messageIdOf(6)]: message(6, 18, {
    ...sentTo(docs),
    state: 'answered',
    expectsReply: true,
    text: 'which release has the note on tokens?',
  }),
  [messageIdOf(12)]: message(12, 19, {
    ...sentBy(critic),
    isReply: true,
    replyTo: messageIdOf(20),
    text: 'It says nothing at all.',
  }),
}

const broken = {
  detail: 'API Error: 529 the model is overloaded. Nothing of the answer came.',
  retryAt: moment + minutes(4) - 12_000,
  tries: 1,
  from: ['Critic', 'Scout'],
  isLasting: false,
  goesBack: false,
}
const refused = {
  ...broken,
  retryAt: null,
  tries: 0,
  from: ['Mo'],
  isLasting: true,
  goesBack: true,
  detail: 'API Error: an image in the conversation could not be processed.',
}
const asleepAll = around(builder).map((one): AgentView =>
  one.id === builder.id ? one : { ...one, status: 'asleep', since: ago(40 + one.order) },
)

/** What agents say to each other, and what becomes of it. */
export const talkPlays: Plays = {
  'talk-receipts': sender(),
  'talk-receipt-detail': sender({
    act: (hand) => hand.click('[data-part=receipt]', /read in turn 5, not answered/),
  }),
  'talk-receipt-lost': sender({ act: (hand) => hand.click('[data-part=receipt]', /could not be delivered/) }),
  'talk-arrivals': shown(
    {
      status: 'working',
      owed: [owed(1, { from: by(critic.id), fromName: 'Critic', acceptedAt: ago(20), reminded: true })],
    },
    {
      transcripts: builderSaid(arrivals),
      answers: { ...answers, 'messages.get': ({ id }) => arrivedReports[id] ?? message(1, 2) },
    },
  ),
  'talk-waits-on': {
    view: view(
      around({
        ...builder,
        status: 'working',
        since: ago(3),
        waitingFor: { agent: critic.id, name: 'Critic', since: moment - 134_000 },
        background: tasks,
      }).map((one): AgentView =>
        one.id === schema.id ? { ...one, background: tasks.slice(0, 1), policy: 'quiet' } : one,
      ),
    ),
    selected: builder.id,
    transcripts: builderSaid(everyState.slice(0, 3)),
    answers,
  },
  'talk-policies': {
    view: view(
      around({ ...builder, policy: 'ask' }).map((one): AgentView => {
        if (one.id === scout.id) return { ...one, policy: 'interject' }
        return one.id === critic.id
          ? { ...one, policy: 'quiet', pending: [pending(1, {}), pending(2, {})] }
          : one
      }),
    ),
    selected: builder.id,
    transcripts: builderSaid(talk),
    act: (hand) => hand.click('[data-part=picker]', /^Messages of other agents/),
  },
  'talk-broken': shown({ broken, since: ago(1) }, { transcripts: builderSaid(talk.slice(0, 4)) }),
  'talk-broken-own': shown(
    { broken: { ...broken, retryAt: null, tries: 0, from: ['Mo'] }, since: ago(1) },
    { transcripts: builderSaid(talk.slice(0, 4)) },
  ),
  'talk-broken-lasting': shown(
    { broken: refused, since: ago(1) },
    { transcripts: builderSaid(talk.slice(0, 4)) },
  ),
  'talk-asleep': { view: view(asleepAll), selected: builder.id, transcripts: builderSaid(talk) },
}
