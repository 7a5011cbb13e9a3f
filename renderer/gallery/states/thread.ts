import type { MessageView } from '../../../main/contract/mail/mail-views.ts'
import { ago, view } from '../make.ts'
import { message, messageIdOf, sentBy, sentTo, ticket } from '../make-mail.ts'
import type { Answers, Play, Plays } from '../play.ts'
import { around, builder, critic } from './people.ts'
import { builderSaid, talk } from './words.ts'

const inTurn: readonly MessageView[] = [
  message(1, 62, {
    ...sentBy(builder),
    ...sentTo(critic),
    text: 'Does join-on-refresh hide a revoked family?',
    state: 'answered',
    expectsReply: true,
    turn: 5,
  }),
  message(2, 60, {
    ...sentBy(critic),
    ...sentTo(builder),
    text: 'It would, if the flight were joined before the family is looked at. Where do you check it?',
    thread: messageIdOf(1),
    replyTo: messageIdOf(1),
    isReply: true,
    turn: 29,
  }),
  message(3, 58, {
    ...sentBy(builder),
    ...sentTo(critic),
    text: 'Before. Here is the order:\n\n1. read the session\n2. look at the family\n3. join the flight, or begin one\n4. save\n5. let go of the flight\n\nTwo tests cover the third step; none covers the fifth. Would you write that one, or shall I?',
    thread: messageIdOf(1),
    replyTo: messageIdOf(2),
    expectsReply: true,
    priority: 'high',
    ahead: 'priority',
    state: 'answered',
    turn: 6,
  }),
  message(4, 55, {
    ...sentBy(critic),
    ...sentTo(builder),
    text: 'I wrote it; it fails on a refresh that ends between 4 and 5.',
    thread: messageIdOf(1),
    replyTo: messageIdOf(3),
    isReply: true,
    turn: 30,
  }),
  message(5, 3, {
    ...sentBy(builder),
    ...sentTo(critic),
    text: 'Fixed. Can you run it again?',
    thread: messageIdOf(1),
    replyTo: messageIdOf(4),
    expectsReply: true,
    state: 'read',
    reason: { kind: 'unanswered', turn: 7, end: null },
    turn: 7,
  }),
  message(6, 2, {
    ...sentTo(critic),
    text: 'And tell me whether it holds on Windows.',
    thread: messageIdOf(1),
    replyTo: messageIdOf(5),
    state: 'undeliverable',
    reason: { kind: 'deaths', count: 3 },
    priority: 'high',
    turn: null,
  }),
]

const answers: Partial<Answers> = {
  'messages.get': ({ id }) => inTurn.find((one) => one.id === id) ?? message(1, 62),
  'tickets.get': ({ id }) => {
    const isImplicit = id === messageIdOf(3)
    const messageId = isImplicit ? messageIdOf(4) : messageIdOf(2)
    const reply = { messageId, text: '', implicit: isImplicit, byRule: false, at: ago(55), metadata: {} }
    return ticket(message(1, 62), id === messageIdOf(5) ? null : reply)
  },
}

const thread = (messages: readonly MessageView[]): Play => ({
  view: view(around(builder)),
  selected: builder.id,
  transcripts: builderSaid(talk),
  rows: messages.map((one, at) => ({ ...one, n: at + 1 })),
  answers,
  act: async (hand) => {
    const { show } = await import('../../state/view-store.ts')
    show({ kind: 'thread', message: messageIdOf(3) })
    await hand.see('[data-part=thread-message]')
  },
})

/** A conversation between agents, as a sheet. */
export const threadPlays: Plays = {
  'talk-thread': thread(inTurn),
  'talk-thread-long': thread(
    Array.from({ length: 60 }, (_, at) => ({
      ...(inTurn[at % 4] ?? message(1, 2)),
      id: messageIdOf(at + 1),
      acceptedAt: ago(120 - at),
    })),
  ),
  'talk-thread-open': {
    ...thread(inTurn),
    act: async (hand) => {
      const { show } = await import('../../state/view-store.ts')
      show({ kind: 'thread', message: messageIdOf(5) })
      await hand.click('[data-part=thread-message] button', 'Open')
    },
  },
}
