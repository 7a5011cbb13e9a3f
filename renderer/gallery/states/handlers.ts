import type { HandlerTrial } from '../../../main/contract/handlers/handlers.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { handler } from '../handler-answers.ts'
import { messageIdOf } from '../make-mail.ts'
import { ago, by, noted, transcript, view } from '../make.ts'
import type { Play, Plays } from '../play.ts'
import { around, builder, critic, scout } from './people.ts'
import { builderSaid, work } from './words.ts'

const open = { priorities: [], words: null, question: 'any', doing: [] } as const
const rules = [
  handler(0, {
    name: 'Status questions',
    isOn: true,
    when: { ...open, from: 'any', question: 'yes', words: { which: 'any', texts: ['status', 'how far'] } },
    then: { kind: 'respond', file: 'docs/status.md' },
    did: 12,
    lastAt: ago(8),
  }),
  handler(1, {
    name: 'Critic while I talk',
    isOn: true,
    when: { ...open, from: [{ id: critic.id, name: 'Critic' }], doing: ['conversing', 'asking'] },
    then: { kind: 'hold' },
  }),
  handler(2, {
    name: 'Fresh start',
    when: { ...open, from: 'linked', priorities: ['high', 'urgent'] },
    then: { kind: 'command', command: '/compact' },
    did: 1,
    lastAt: ago(90),
  }),
]

const trial: HandlerTrial = {
  looked: 50,
  withoutDoing: true,
  problem: '',
  matches: [
    {
      message: messageIdOf(1),
      fromName: 'Scout',
      preview: 'How far is the refresh guard?',
      at: ago(12),
      priority: 'normal',
      expectsReply: true,
      would: 'is answered “The guard is in; three tests cover it.”, and not read',
      before: null,
    },
    {
      message: messageIdOf(2),
      fromName: 'Critic',
      preview: 'What is the status of the migration, and who decides?',
      at: ago(55),
      priority: 'high',
      expectsReply: true,
      would: 'is answered “The guard is in; three tests cover it.”, and not read',
      before: 'Critic while I talk',
    },
  ],
}

const handlers: AgentView['handlers'] = { count: 3, on: 2, asks: [], told: [] }
const ruled: AgentView = { ...builder, handlers }

/** The builder with its rules. */
const list = (act?: Play['act']): Play => ({
  view: view(around(ruled)),
  selected: builder.id,
  transcripts: builderSaid(work.slice(0, 2)),
  answers: { 'handlers.list': () => rules, 'handlers.try': () => trial },
  act: async (hand, tell) => {
    await hand.click('button', /^2 handlers on$/)
    await hand.see('[data-part=handler]')
    await act?.(hand, tell)
  },
})

const note = (name: string, from: string, words: string, answer: string) => ({
  kind: 'handled' as const,
  name,
  from,
  words,
  deed: { kind: 'answered', answer: null, words: answer } as const,
})

/** The person looks at another tab while handlers are at work, and comes back. */
function away(): Play {
  const before = transcript(builder, work.slice(0, 1))
  const notes = [
    note(
      'Status questions',
      'Scout',
      'How far is the refresh guard?',
      'The guard is in; three tests cover it.',
    ),
    note('Status questions', 'Critic', 'What is the status?', 'The guard is in; three tests cover it.'),
  ]
  const all = transcript(builder, [
    ...work.slice(0, 1),
    ...notes.map((one, at) => noted(one, { message: messageIdOf(60 + at), turn: null })),
    ['peer', 'And the sandbox?', { author: by(scout.id), authorName: 'Scout', message: messageIdOf(70) }],
    ['text', 'The sandbox is next.'],
  ])
  return {
    view: view(around(ruled)),
    selected: builder.id,
    transcripts: { [builder.id]: before },
    act: async (hand, tell) => {
      const { select } = await import('../../state/view-store.ts')
      await hand.see('[data-part=turn]')
      select(critic.id)
      await hand.see('textarea', /Critic/)
      tell({ kind: 'rows', channel: { kind: 'agent', id: builder.id }, rows: all.slice(before.length) })
      tell({ kind: 'agent', agent: { ...ruled, lastLine: 'The sandbox is next.' } })
      await hand.see('[data-part=tab]', /The sandbox is next/)
      select(builder.id)
      await hand.click('button', /^While you were away/)
      await hand.see('[data-part=handled]')
    },
  }
}

const asks: AgentView = {
  ...builder,
  needs: 'card',
  handlers: {
    ...handlers,
    asks: [
      {
        message: messageIdOf(80),
        from: scout.id,
        fromName: 'Scout',
        at: ago(2),
        preview: 'Let us begin with a fresh head: the plan has changed.',
        handler: rules[2]?.id ?? 'hdl-',
        name: 'Fresh start',
        command: '/compact',
      },
    ],
  },
}

/** Rules about what peers write, what they did, and what they ask. */
export const handlerPlays: Plays = {
  'handlers-list': list(),
  'handlers-none': {
    ...list(),
    view: view(around(builder)),
    answers: {},
    act: async (hand) => {
      const { show } = await import('../../state/view-store.ts')
      await hand.see('[data-part=turn]')
      show({ kind: 'handlers', agent: builder.id })
      await hand.see('button', /New handler/)
    },
  },
  'handlers-new': list((hand) => hand.click('button', /New handler/)),
  'handlers-tried': list(async (hand) => {
    await hand.click('button', /^Edit Status/)
    await hand.click('button', /^Try it/)
    await hand.see('[data-part=match]')
  }),
  'handlers-errors': list(async (hand) => {
    await hand.click('button', /New handler/)
    await hand.click('button', /^Save, switched off/)
  }),
  'handlers-away': away(),
  'handlers-ask': {
    view: view(around(asks)),
    selected: builder.id,
    transcripts: builderSaid(work.slice(0, 2)),
  },
}
