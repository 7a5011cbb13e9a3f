import { RefusedError } from '../../../main/contract/api/errors.ts'
import type { CircleDid } from '../../../main/contract/history/moments.ts'
import type { TimelineRow } from '../../../main/contract/history/timeline.ts'
import { view } from '../make.ts'
import { linkIdOf, link } from '../make-link.ts'
import { fate, janus, moment, whoIs, you } from '../make-moment.ts'
import { messageIdOf } from '../make-mail.ts'
import type { Hand } from '../hand.ts'
import type { Play, Plays } from '../play.ts'
import { around, builder, critic, docs, scout } from './people.ts'

const [s, b, c] = [scout, builder, critic].map(whoIs) as [
  ReturnType<typeof whoIs>,
  ReturnType<typeof whoIs>,
  ReturnType<typeof whoIs>,
]
const turn = (agent: typeof scout, n: number, costUsd: number | null) => [
  { agent: agent.id, n, costUsd, tokens: 21_400 },
]
const gathering = 'gat-aaaaaaaaaa'
const said = {
  kind: 'gathering',
  did: 'said',
  gathering,
  phase: 'inhale',
  round: 1,
  turn: 12,
  costUsd: 0.04,
} as const

const rows: readonly TimelineRow[] = [
  moment(1, 1_500, {
    to: [s],
    fact: { kind: 'agent', did: 'created', reason: null },
    text: 'reads the sources',
  }),
  moment(2, 62, {
    to: [b],
    text: 'Make refresh single-flight. Ask Scout what the provider does before you touch it.',
    message: fate(2, { priority: 'high', turn: 29 }),
    turns: turn(builder, 29, 0.12),
  }),
  moment(3, 61, {
    from: b,
    to: [s],
    text: 'Does the provider revoke the whole token family when a rotated token is used again?',
    message: fate(3, { as: 'asked', turn: 17 }),
    cause: { how: 'began', from: you, message: messageIdOf(2), words: 'Make refresh single-flight.' },
    turns: turn(scout, 17, 0.03),
  }),
  moment(4, 60, {
    from: b,
    to: [b],
    text: 'make refresh single-flight',
    fact: {
      kind: 'timer',
      did: 'set',
      heartbeat: 'hb-aaaaaaaaaa',
      intent: 'anchor',
      reason: null,
      dueAt: 0,
      turn: 29,
    },
  }),
  moment(5, 58, {
    from: s,
    to: [b],
    text: 'Yes, by its security notes of March: reuse revokes the family.',
    message: fate(5, { as: 'replied', turn: 30 }),
    cause: {
      how: 'answers',
      from: b,
      message: messageIdOf(3),
      words: 'Does the provider revoke the whole token family?',
    },
    turns: turn(builder, 30, 0.09),
  }),
  moment(6, 55, {
    from: b,
    to: [you],
    text: 'It wants to run npm test',
    row: { agent: builder.id, n: 4 },
    fact: { kind: 'card', asked: 'permission', card: 'crd-aaaaaaaaaa', answer: null },
  }),
  moment(7, 54, {
    to: [b],
    text: 'It wants to run npm test',
    row: { agent: builder.id, n: 4 },
    fact: {
      kind: 'card',
      asked: 'permission',
      card: 'crd-aaaaaaaaaa',
      answer: { kind: 'allowed', lasting: 'npm test' },
    },
  }),
  moment(8, 50, {
    from: b,
    to: [s, c],
    link: linkIdOf(1),
    text: 'Refresh is single-flight: late callers join the first.',
    fact: {
      kind: 'link',
      did: 'said',
      link: linkIdOf(1),
      crossing: 'crs-aaaaaaaaaa',
      n: 4,
      turn: 31,
      sent: [],
    },
    turns: turn(scout, 18, 0.05),
  }),
  moment(9, 48, {
    from: s,
    link: linkIdOf(1),
    fact: {
      kind: 'link',
      did: 'silent',
      link: linkIdOf(1),
      crossing: 'crs-aaaaaaaaab',
      n: 5,
      turn: 18,
      sent: [],
    },
  }),
  moment(10, 40, {
    from: janus,
    to: [b],
    text: 'make refresh single-flight',
    row: { agent: builder.id, n: 6 },
    fact: {
      kind: 'timer',
      did: 'fired',
      heartbeat: 'hb-aaaaaaaaaa',
      intent: 'anchor',
      reason: null,
      dueAt: 0,
      turn: 31,
    },
    turns: turn(builder, 32, null),
  }),
  moment(11, 30, {
    from: c,
    to: [you],
    text: 'Ship on Friday?',
    gathering,
    fact: { kind: 'card', asked: 'proposal', card: gathering, answer: null },
  }),
  moment(12, 29, {
    to: [c],
    text: 'Ship on Friday?',
    gathering,
    fact: { kind: 'card', asked: 'proposal', card: gathering, answer: { kind: 'started' } },
  }),
  moment(13, 28, {
    from: janus,
    to: [s],
    gathering,
    fact: {
      kind: 'gathering',
      did: 'given',
      gathering,
      n: 1,
      grant: 'grt-aaaaaaaaaa',
      seat: 1,
      way: 'order',
    },
  }),
  moment(14, 27, { from: s, gathering, sealed: true, fact: { ...said, n: 2, seat: 1 } }),
  moment(15, 26, {
    from: c,
    gathering,
    text: 'I would not ship it before the schema is frozen.',
    fact: { ...said, n: 3, seat: 2, phase: 'hold' },
  }),
  moment(16, 5, {
    from: c,
    to: [b],
    text: 'Can you run it again? It fails on a refresh that ends between saving and letting go.',
    message: fate(16, { as: 'asked', state: 'queued', waits: 'turn', turn: null }),
  }),
  moment(17, 2, { fact: { kind: 'agent', did: 'stoppedAll' } }),
]

const there = { kind: 'gathering', gathering: 'gat-0000000001@attic', house: 'attic' } as const
const guest = (name: string) => ({ by: { kind: 'guest', house: 'attic', name }, name }) as const
const circleRow = (
  n: number,
  did: CircleDid,
  changes: Partial<TimelineRow>,
  topic = 'Which port?',
): TimelineRow => moment(n, 40 - n, { text: topic, ...changes, fact: { ...there, did, topic } })

/** The person in a circle of another house. */
const elsewhere = (topic?: string): readonly TimelineRow[] => [
  circleRow(1, 'asked', { from: guest('Ann@attic'), to: [you] }, topic),
  circleRow(2, 'seated', {}, topic),
  circleRow(3, 'handed', { from: guest('the circle@attic'), to: [you] }, topic),
  circleRow(4, 'spoke', { text: 'Then 9191. Nothing here listens on it.' }, topic),
  circleRow(5, 'handed', { from: guest('the circle@attic'), to: [you] }, topic),
  circleRow(6, 'skipped', {}, topic),
  circleRow(7, 'over', { from: guest('the circle@attic'), to: [you] }, topic),
]

/** The timeline in view, as the button under the tabs shows it. */
const opens = (hand: Hand) => hand.click('button', 'Timeline of all traffic')

const isOneOf = (agents: string | readonly string[], actor: TimelineRow['from']): boolean =>
  actor?.by.kind === 'agent' && agents.includes(actor.by.id)

/** What main has of it, filtered by kind as main does. */
function passed(all: readonly TimelineRow[], more: Partial<Play> = {}): Play {
  return {
    view: view(around(builder), { links: [link(1, [scout, builder])] }),
    selected: builder.id,
    act: async (hand) => {
      await opens(hand)
      await hand.see('[data-part=pane]', 'Timeline')
    },
    ...more,
    answers: {
      'timeline.page': ({ kinds = [], agent = [], cursor = Infinity, limit = 100 }) => {
        const fits = all.filter(
          (row) =>
            row.n < cursor &&
            (kinds.length === 0 || kinds.includes(row.fact.kind)) &&
            (agent.length === 0 || [row.from, ...row.to].some((one) => isOneOf(agent, one))),
        )
        const items = fits.slice(-limit).reverse()
        return { items, next: fits.length > limit ? (items.at(-1)?.n ?? null) : null, total: fits.length }
      },
      ...more.answers,
    },
  }
}

/** What strangers can write into a row. */
const hostile = 'a \u202egnp.exe <img src=x onerror=alert(1)> ' + 'w'.repeat(220)

/** States of the timeline. */
export const timelinePlays: Plays = {
  timeline: passed(rows),
  'timeline: nothing yet': passed([]),
  'timeline: elsewhere': passed(elsewhere()),
  'timeline: only questions and timers': passed(rows, {
    act: async (hand) => {
      await opens(hand)
      await hand.click('button', 'Questions to you')
      await hand.click('button', 'Timers')
      await hand.see('[data-kind=timer]')
    },
  }),
  'timeline: nothing fits': passed(rows, {
    act: async (hand) => {
      await opens(hand)
      await hand.see('[data-moment]')
      await hand.type('input[type=search]', 'lighthouse')
      await hand.see('button', 'Show everything')
    },
    answers: {
      'timeline.page': ({ q }) =>
        q === undefined
          ? { items: [...rows].reverse(), next: null, total: rows.length }
          : { items: [], next: null, total: 0 },
    },
  }),
  'timeline: of one agent': passed(rows, {
    act: async (hand) => {
      await hand.context('[data-part=tab]', /Critic/)
      await hand.click('[role=menuitem]', 'Timeline of this agent')
      await hand.see('button', /Without Critic/)
      await hand.see('[data-moment]')
    },
  }),
  'timeline: hostile words': passed(
    [...rows, ...elsewhere(hostile)].map((row, at) => ({
      ...row,
      n: at + 1,
      text: hostile,
      from: { by: whoIs(docs).by, name: hostile },
      to: row.to.map((one) => ({ ...one, name: hostile })),
      cause: { how: 'began', from: { ...you, name: hostile }, message: messageIdOf(2), words: hostile },
    })),
  ),
  'timeline: not read': passed(rows, {
    act: async (hand) => {
      await opens(hand)
      await hand.see('button', 'Try again')
    },
    answers: {
      'timeline.page': () => {
        throw new RefusedError({ code: 'internal', message: 'The timeline could not be read.' })
      },
    },
  }),
  'timeline: twenty thousand rows': passed(
    Array.from({ length: 20_000 }, (_, at) => ({
      ...(rows[at % rows.length] as TimelineRow),
      n: at + 1,
      id: `moment ${at + 1}`,
    })),
  ),
}
