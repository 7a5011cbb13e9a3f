import type { CircleDid } from '../../../main/contract/history/timeline-entries.ts'
import type { TimelineRow } from '../../../main/contract/history/timeline.ts'
import { crew } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import type { Hand } from '../hand.ts'
import { refuses, type OwnAnswers, type StoryPlay, type Stories } from '../play.ts'
import { ago } from '../still.ts'
import { reasons, speak } from './circle.ts'
import { says, tie } from './link.ts'

const b = 'Builder'

/** An event of each kind. */
async function passed(world: World): Promise<void> {
  await crew(world)
  world.end('Scout')
  await world.turn(
    b,
    ['user', 'Make refresh single-flight. Ask Scout what the provider does before you touch it.'],
    [
      'sends',
      'Scout',
      'Does the provider revoke the whole token family when a rotated token is used again?',
      { expectReply: true },
    ],
  )
  await world.ask(
    'heartbeats.set',
    { intent: 'anchor', note: 'make refresh single-flight', inSeconds: 60 },
    b,
  )
  await world.turn('Scout', ['text', 'Yes, by its security notes of March: reuse revokes the family.'])
  world.end(b)
  await world.user(b, 'Test it.')
  world.card(b, 'Bash', { command: 'npm test' })
  const [card] = world.agent(b).cards
  await world.ask('cards.answer', {
    agent: b,
    card: card?.id ?? '',
    decision: 'allow',
    hash: card?.hash ?? '',
  })
  world.end(b)
  world.at(4)
  world.end(b)
  await tie(world, [b, 'Scout', 'Critic'])
  await says(world, b, 'Refresh is single-flight: late callers join the first.')
  await says(world, 'Scout', 'SILENT')
  await says(world, 'Critic', 'SILENT')
  await world.make('Scribe')
  await world.user('Critic', 'Ask all of them.')
  const { id } = await world.ask(
    'gatherings.convene',
    {
      topic: 'Ship on Friday?',
      question: 'What would make us regret it?',
      participants: [{ agent: 'Scout' }, { agent: 'Critic' }],
      harvester: { agent: 'Scribe' },
      structure: [1, 1, 1],
    },
    'Critic',
  )
  world.end('Critic')
  await world.ask('gatherings.steer', { id, verb: 'start' })
  await speak(world, id, ...reasons(2), 'I would not ship it before the schema is frozen.')
  await world.user(b, 'And the docs?')
  await world.send('Schema', b, 'Can you run it again? It fails on a refresh that ends too early.', {
    expectReply: true,
  })
  world.at(1)
  await world.ask('app.stop', {})
  world.inView = {}
}

const there = { kind: 'gathering', gathering: 'gat-0000000001@attic', machine: 'attic' } as const
const guest = (name: string) => ({ by: { kind: 'guest', machine: 'attic', name }, name }) as const
const you = { by: { kind: 'user', via: 'window' }, name: 'Mo' } as const

/** The user in a gathering of another machine. */
const elsewhere = (topic: string): readonly TimelineRow[] =>
  (
    [
      ['asked', true],
      ['seated', false],
      ['handed', null],
      ['spoke', false, 'Then 9191. Nothing here listens on it.'],
      ['handed', null],
      ['skipped', false],
      ['over', null],
    ] as const satisfies readonly (readonly [CircleDid, boolean | null, string?])[]
  ).map(([did, isTheirs, text = topic], at) => ({
    n: at + 1,
    id: `elsewhere ${at + 1}`,
    at: ago(40 - at),
    from: isTheirs === null ? null : isTheirs ? guest('Ann@attic') : you,
    to: did === 'asked' || did === 'handed' ? [you] : [],
    link: null,
    gathering: null,
    text,
    sealed: false,
    row: null,
    message: null,
    cause: null,
    turns: [],
    tokens: null,
    fact: { ...there, did, topic },
  }))

const opens = (hand: Hand) => hand.click('button', 'Timeline of all events')

const timeline = (
  act: (hand: Hand) => Promise<unknown> = (hand) => hand.see('[data-part=pane]', 'Timeline'),
  answer?: OwnAnswers['timeline.page'],
): StoryPlay => ({
  story: passed,
  act: async (hand) => {
    await opens(hand)
    await act(hand)
  },
  ...(answer ? { answers: { 'timeline.page': answer } } : {}),
})
const page = (items: readonly TimelineRow[]) => ({
  items: items.toReversed(),
  next: null,
  total: items.length,
})
const all = async (world: World) => {
  const { items } = await world.ask('timeline.page', { limit: 100 })
  return items.toReversed()
}

/** Text that others may write into a row. */
const hostile = 'a \u202egnp.exe <img src=x onerror=alert(1)> ' + 'w'.repeat(220)

export const timelinePlays: Stories = {
  timeline: timeline(),
  'timeline: nothing yet': timeline(undefined, () => page([])),
  'timeline: elsewhere': timeline(undefined, () => page(elsewhere('Which port?'))),
  'timeline: only questions and timers': timeline(async (hand) => {
    await hand.click('button', 'Questions to you')
    await hand.click('button', 'Timers')
    await hand.see('[data-kind=timer]')
  }),
  'timeline: nothing fits': timeline(async (hand) => {
    await hand.see('[data-entry]')
    await hand.type('input[type=search]', 'lighthouse')
    await hand.see('button', 'Clear filters')
  }),
  'timeline: of one agent': {
    story: passed,
    act: async (hand) => {
      await hand.context('[data-part=tab]', /Critic, /)
      await hand.click('[role=menuitem]', 'More')
      await hand.click('[role=menuitem]', 'Timeline of this agent')
      await hand.see('button', /Without Critic/)
      await hand.see('[data-entry]')
    },
  },
  'timeline: hostile words': timeline(undefined, async (_, world) =>
    page(
      [...(await all(world)), ...elsewhere(hostile)].map((row, at) => ({
        ...row,
        n: at + 1,
        text: hostile,
        from: { by: { kind: 'agent', id: world.id('docs') }, name: hostile },
        to: row.to.map((one) => ({ ...one, name: hostile })),
        cause: row.cause && { ...row.cause, from: { ...you, name: hostile }, words: hostile },
      })),
    ),
  ),
  'timeline: not read': timeline(
    (hand) => hand.see('button', 'Try again'),
    refuses('internal', 'The timeline could not be read.'),
  ),
  'timeline: twenty thousand rows': timeline(undefined, async ({ cursor = 20_001, limit = 100 }, world) => {
    const rows = await all(world)
    const first = Math.max(1, cursor - limit)
    const items = Array.from({ length: cursor - first }, (_, at) => {
      const n = first + at
      return { ...(rows[n % rows.length] as TimelineRow), n, id: `moment ${n}` }
    })
    return { ...page(items), next: first > 1 ? first : null, total: 20_000 }
  }),
}
