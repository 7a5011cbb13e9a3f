import type { MessageReport } from '../../../main/contract/mail-views.ts'
import { minutes, view } from '../make.ts'
import { because, isoAgo, messageIdOf, report } from '../make-mail.ts'
import type { Answers, Play, Plays } from '../play.ts'
import { moment } from '../still.ts'
import { around, builder } from './people.ts'
import { builderSaid, talk } from './words.ts'

const inTurn: readonly MessageReport[] = [
  report(1, 62, {
    from: 'Builder',
    to: 'Critic',
    message: 'Does join-on-refresh hide a revoked family?',
    state: 'answered',
    expectsReply: true,
    turn: 5,
  }),
  report(2, 60, {
    from: 'Critic',
    to: 'Builder',
    message: 'It would, if the flight were joined before the family is looked at. Where do you check it?',
    thread: messageIdOf(1),
    replyTo: messageIdOf(1),
    isReply: true,
    turn: 29,
  }),
  report(3, 58, {
    from: 'Builder',
    to: 'Critic',
    message:
      'Before. Here is the order:\n\n1. read the session\n2. look at the family\n3. join the flight, or begin one\n4. save\n5. let go of the flight\n\nTwo tests cover the third step; none covers the fifth. Would you write that one, or shall I?',
    thread: messageIdOf(1),
    replyTo: messageIdOf(2),
    expectsReply: true,
    priority: 'high',
    ahead: 'priority',
    state: 'answered',
    turn: 6,
  }),
  report(4, 55, {
    from: 'Critic',
    to: 'Builder',
    message: 'I wrote it; it fails on a refresh that ends between 4 and 5.',
    thread: messageIdOf(1),
    replyTo: messageIdOf(3),
    isReply: true,
    turn: 30,
  }),
  report(5, 3, {
    from: 'Builder',
    to: 'Critic',
    message: 'Fixed. Can you run it again?',
    thread: messageIdOf(1),
    replyTo: messageIdOf(4),
    expectsReply: true,
    state: 'read',
    because: because({ kind: 'unanswered', turn: 7, end: null }),
    turn: 7,
  }),
  report(6, 2, {
    from: 'Mo',
    to: 'Critic',
    message: 'And tell me whether it holds on Windows.',
    thread: messageIdOf(1),
    replyTo: messageIdOf(5),
    state: 'undeliverable',
    because: because({ kind: 'deaths', count: 3 }),
    priority: 'high',
    turn: null,
  }),
]

const answers: Partial<Answers> = {
  'messages.get': ({ id }) => inTurn.find((one) => one.id === id) ?? report(1, 62),
  'tickets.get': ({ id }) => ({
    id: messageIdOf(1),
    state: 'answered',
    from: 'Builder',
    to: 'Critic',
    preview: '',
    thread: messageIdOf(1),
    askedAt: isoAgo(62),
    expiresAt: new Date(moment + minutes(22 * 60 + 58)).toISOString(),
    message: 'answered',
    reason: '',
    reply:
      id === messageIdOf(5)
        ? null
        : {
            messageId: id === messageIdOf(3) ? messageIdOf(4) : messageIdOf(2),
            text: '',
            implicit: id === messageIdOf(3),
            at: isoAgo(55),
            metadata: {},
          },
  }),
}

const thread = (messages: readonly MessageReport[], next: number | null = null): Play => ({
  view: view(around(builder)),
  selected: builder.id,
  transcripts: builderSaid(talk),
  answers: { ...answers, 'threads.get': () => ({ thread: messageIdOf(1), messages, next }) },
  act: async (hand) => {
    const { show } = await import('../../view-store.ts')
    show({ kind: 'thread', message: messageIdOf(3) })
    await hand.see('.thread-message')
  },
})

/** A conversation between agents, as a sheet. */
export const threadPlays: Plays = {
  'talk-thread': thread(inTurn),
  'talk-thread-long': thread(
    Array.from({ length: 50 }, (_, at) => ({
      ...(inTurn[at % 4] ?? report(1, 2)),
      id: messageIdOf(at + 1),
      acceptedAt: isoAgo(120 - at),
    })),
    50,
  ),
  'talk-thread-open': {
    ...thread(inTurn),
    act: async (hand) => {
      const { show } = await import('../../view-store.ts')
      show({ kind: 'thread', message: messageIdOf(5) })
      await hand.click('.thread-message .fold', 'Open')
    },
  },
}
