import type { CrossingView, LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { ago, by, minutes, person, status, transcript, view } from '../make.ts'
import { spending } from '../make-budget.ts'
import { crossing, link, linkIdOf, sent } from '../make-link.ts'
import type { Play, Plays } from '../play.ts'
import { moment } from '../still.ts'
import { around, builder as idleBuilder, critic, docs, schema, scout as reader } from './people.ts'

const builder: AgentView = {
  ...idleBuilder,
  status: 'working',
  since: moment - 134_000,
  lastLine: 'npm test',
}
const scout: AgentView = { ...reader, since: moment - 52_000, lastLine: 'reading 3 pages' }
export const agents = around(builder).map((one) => (one.id === scout.id ? scout : one))
export const tie = link(1, [scout, builder], { budgetUsed: 4, crossings: 4, costUsd: 0.18 })

const measured = [
  'Measured. Reuse of a rotated token revokes the family after a **10 s grace window**; two refreshes inside it return the same pair.',
  '',
  '- The window is per client, not per token.',
  '- The sandbox does not apply it, so a test there passes for the wrong reason.',
].join('\n')

const asked = crossing(
  1,
  builder,
  24,
  'Before I touch `refresh()`: does the provider revoke the whole token family when a rotated refresh token is used again? A yes or no and the source, please.',
  { turnNumber: 29, costUsd: 0.03, sent: [sent(1, scout, { carriage: 'converse', turn: 17 })] },
)
const answered = crossing(
  2,
  scout,
  21,
  'Yes, by its security notes of March: reuse revokes the family. I have not seen it happen. I will try it against the sandbox and write what I measure.',
  { turnNumber: 17, sent: [sent(2, builder, { carriage: 'asked', turn: 30 })] },
)
const tried = crossing(3, scout, 12, measured, {
  turnNumber: 18,
  costUsd: 0.06,
  words: 180,
  sent: [sent(3, builder)],
})
const done = crossing(
  4,
  builder,
  6,
  'Refresh is single-flight: late callers join the first, a failure clears the flight for all of them. Public API unchanged; 41 lines of tests. The grace window is now a named constant with your measurement beside it.',
  { turnNumber: 31, costUsd: 0.05, words: 96, sent: [sent(4, scout, { turn: 19 })] },
)
const silent = crossing(5, scout, 2, '', { turnNumber: 19, costUsd: 0 })
const all = [asked, answered, tried, done, silent]

/** The window with a link in view, and what crossed it. */
export function linked(
  of: LinkView = tie,
  items: readonly CrossingView[] = all,
  more: Partial<Play> = {},
): Play {
  return {
    view: view(agents, { links: [of] }),
    selected: builder.id,
    link: of.id,
    rows: items,
    ...more,
  }
}

/** Every fate that a crossing may have. */
const fates = [
  crossing(11, scout, 9, 'It waits for a turn of its own.', {
    sent: [sent(11, builder, { state: 'queued', carriage: 'asked', turn: null, waits: 'turn' })],
  }),
  crossing(12, builder, 8, 'It goes along with the next prompt.', {
    sent: [sent(12, scout, { state: 'queued', turn: null })],
  }),
  crossing(13, scout, 7, 'It is on its way.', {
    sent: [sent(13, builder, { state: 'written', carriage: 'converse', turn: null })],
  }),
  crossing(14, builder, 6, 'It is in the input.', {
    sent: [sent(14, scout, { state: 'written', inInput: true, turn: null })],
  }),
  crossing(15, scout, 5, 'It went round too often.', {
    sent: [
      sent(15, builder, {
        state: 'held',
        carriage: 'converse',
        turn: null,
        reason: { kind: 'depth', depth: 17 },
      }),
    ],
  }),
  crossing(16, builder, 4, 'Its receiver was deleted before it read this.', {
    sent: [sent(16, scout, { state: 'undeliverable', turn: null, reason: { kind: 'agentDeleted' } })],
  }),
  crossing(17, scout, 3, 'It was taken in, and woke nobody.', { sent: [sent(17, builder)] }),
]

const trio = link(1, [scout, builder, critic, schema], { mode: 'converse', budgetUsed: 3, budgetGranted: 16 })
const amongFour = [
  crossing(21, scout, 20, measured, {
    turnNumber: 18,
    sent: [
      sent(21, builder, { carriage: 'asked', turn: 30 }),
      sent(22, critic, { carriage: 'converse', turn: 5 }),
      sent(23, schema, { state: 'queued', carriage: 'converse', turn: null, waits: 'turn' }),
    ],
  }),
  crossing(
    22,
    critic,
    12,
    'Then the test in the sandbox proves nothing; measure it against the real provider.',
    {
      turnNumber: 5,
      sent: [sent(24, scout, { carriage: 'converse', turn: 19 }), sent(25, builder, { turn: 31 })],
    },
  ),
  crossing(23, schema, 5, '', { turnNumber: 8, costUsd: 0 }),
]

const long = Array.from(
  { length: 14 },
  (_, at) =>
    `## Step ${at + 1}\n\nThe guard joins late callers, and a failure clears the flight for all of them.`,
).join('\n\n')
const code = `${measured}\n\n\`\`\`ts\nconst grace = 10_000\nawait refresh({ within: grace })\n\`\`\``

const away = { 'links-seen': { [linkIdOf(1)]: ago(13) } }
const rests = { ...tie, used: 8, crossings: 8, costUsd: 0.4, rests: 'budget' } as const
const longName = { ...scout, name: 'scout-of-the-refresh-token-rotation-in-the-staging-sandbox' }

const keptByRest = crossing(7, builder, 1, 'The changelog line is written as well.', {
  sent: [
    sent(7, scout, { state: 'held', carriage: 'paused', turn: null, reason: { kind: 'link', act: 'rests' } }),
  ],
})
const lost: LinkView = {
  ...tie,
  members: [builder.id],
  closed: { by: { kind: 'system' }, name: 'Janus', at: ago(1), why: 'Reader was deleted' },
}
const toBoth = 'Both of you: freeze the public API now.'

/** What the person wrote to an agent, each so many minutes ago. */
const words = (to: AgentView, ...lines: readonly (readonly [number, string])[]) =>
  transcript(
    to,
    lines.map(([minutesAgo, text]) => ['human', text, { at: ago(minutesAgo) }]),
  )

/** A link and what crossed it. */
export const linkPlays: Plays = {
  'link-open': linked(),
  'link-purpose': linked({
    ...tie,
    purpose: { by: person, name: 'Mo', text: 'Agree on how refresh() behaves inside the grace window.' },
  }),
  'link-cap': linked({
    ...tie,
    rests: 'cap',
    kept: 1,
    spending: spending(0.52, 188_000, { usd: 0.5, tokens: null }),
  }),
  'link-away': linked(tie, all, { kept: away }),
  'link-empty': linked({ ...tie, budgetUsed: 0, crossings: 0, costUsd: 0 }, []),
  'link-fates': linked(tie, fates),
  'link-paused': linked({ ...tie, mode: 'paused', kept: 2 }, [
    ...all,
    crossing(6, builder, 1, 'The changelog line is written as well.', {
      sent: [sent(6, scout, { state: 'held', carriage: 'paused', turn: null })],
    }),
  ]),
  'link-rests': linked(rests),
  'link-rests-loop': linked({ ...tie, rests: 'loop' }),
  'link-rests-off': linked({ ...tie, rests: 'off', kept: 1 }, [...all, keptByRest]),
  'link-rests-kept': linked({ ...rests, kept: 1 }, [...all, keptByRest]),
  'link-words': linked(tie, all, {
    transcripts: {
      [scout.id]: words(scout, [22, 'Look for the notes of March.'], [8, toBoth]),
      [builder.id]: words(
        builder,
        [8, toBoth],
        [1, 'Before you go on: keep the public API as it is. '.repeat(8)],
      ),
    },
  }),
  'link-again': linked({ ...tie, opened: { by: person, name: 'Mo', at: ago(9) } }),
  'link-closed-tab': linked(tie, all, {
    view: view(
      agents.map((one) => (one.id === scout.id ? { ...scout, status: 'asleep', closed: true } : one)),
      { links: [tie] },
    ),
    act: (hand) => hand.click('[role=radio]', 'Scout'),
  }),
  'link-lost-member': linked(lost, all, {
    view: view(
      agents.filter((one) => one.id !== scout.id),
      { links: [lost] },
    ),
    kept: {
      'links-known': {
        [tie.id]: {
          members: [
            [scout.id, 'Reader'],
            [builder.id, 'Builder'],
          ],
          mode: 'answers',
        },
      },
    },
  }),
  'link-closed': linked({
    ...tie,
    closed: {
      by: by(builder.id),
      name: 'Builder',
      at: ago(1),
      why: 'Refresh is done; what is left is the changelog, and that is mine.',
    },
  }),
  'link-among-four': linked(trio, amongFour),
  'link-lowered': linked({
    ...tie,
    mutedMembers: [scout.id],
    opened: { by: person, name: 'Mo', at: ago(1_500) },
  }),
  'link-extended': linked({ ...tie, budgetUsed: 19, budgetGranted: 32 }),
  'link-long': linked(tie, [
    { ...answered, text: long, words: 1_240 },
    { ...done, text: code },
  ]),
  'link-names': linked(
    { ...trio, members: [longName.id, builder.id, critic.id, schema.id, docs.id], mutedMembers: [critic.id] },
    amongFour,
    {
      view: view(
        agents.map((one) => (one.id === longName.id ? longName : one)),
        { links: [{ ...trio, members: [longName.id, builder.id, critic.id, schema.id, docs.id] }] },
      ),
    },
  ),
  'link-writing': linked(tie, all, {
    act: (hand) => hand.type('[data-part=dock] textarea', 'Both of you: freeze the public API now.'),
  }),
  'link-refused': linked(tie, all, {
    answers: {
      'messages.send': ({ agent }) => {
        if (agent === scout.id) return { delivered: true, state: 'queued', messageId: 'msg-aaaaaaaaaa' }
        throw new RefusedError({ code: 'storage_full', message: 'The disk is full: nothing was taken.' })
      },
    },
    act: async (hand) => {
      await hand.type('[data-part=dock] textarea', 'Both of you: freeze the public API now.')
      await hand.click('[data-part=dock] .primary')
      await hand.see('.problem')
    },
  }),
  'link-to-one': linked(tie, all, { act: (hand) => hand.click('[role=radio]', 'Scout') }),
  'link-menu': linked(tie, all, { act: (hand) => hand.click('[data-part=pane] header [aria-haspopup]') }),
  'link-closing': linked(tie, all, { act: (hand) => hand.click('[data-part=dock] button', 'Close link') }),
  'link-failed': linked(tie, all, {
    answers: {
      'log.page': () => {
        throw new RefusedError({ code: 'internal', message: 'The store cannot be read.' })
      },
    },
  }),
  'link-rehearsal': linked(tie, all, {
    view: view(agents, { links: [tie], status: status({ rehearsal: true }) }),
  }),
  'link-live': linked(tie, [asked, answered], {
    act: async (hand, tell) => {
      await hand.see('[data-part=conclusion]')
      tell({
        kind: 'rows',
        channel: { kind: 'link', id: tie.id },
        rows: [{ ...tried, sent: [sent(3, builder, { state: 'queued', turn: null })] }],
      })
      tell({
        kind: 'message',
        message: 'msg-aaaaaaaaa3',
        state: 'read',
        reason: null,
        inInput: false,
        stateAt: moment - minutes(1),
        expectsReply: false,
        ahead: null,
        turn: 32,
      })
      tell({ kind: 'link', link: { ...tie, budgetUsed: 5 } })
      await hand.see('[data-part=fate]', /turn 32/)
    },
  }),
}
