import { draft } from '../make-draft.ts'
import type { FeedEvent } from '../../../main/contract/api/feed.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { ago, call, noted, pending, person, status, view, transcript } from '../make.ts'
import type { Play, Plays } from '../play.ts'
import { around, builder, scout } from './people.ts'
import { builderSaid, talk, work } from './words.ts'

/** The builder in view, among the others. */
export function shown(changes: Partial<AgentView>, play: Omit<Play, 'view'> = {}): Play {
  const agents = around({ ...builder, ...changes })
  return { view: view(agents), selected: builder.id, ...play }
}

const delta = (block: string, text: string, of: 'text' | 'thinking' = 'text'): FeedEvent => ({
  kind: 'delta',
  agent: builder.id,
  block,
  of,
  text,
})
const working = { status: 'working', since: ago(1) } as const
const running = [
  ['human', 'Make late callers join the first, and test it.'] as const,
  ...call(
    'r0',
    'Read',
    { file_path: '/home/mo/code/ferry/src/auth/refresh.ts' },
    'export async function refresh',
  ),
  ...call('r1', 'Bash', { command: 'npm test -- refresh' }),
]

/** One agent in every mood. */
export const agentPlays: Plays = {
  'agent-empty': shown({ lastLine: '', turnNumber: 0, costUsd: 0 }),
  'agent-alone': {
    view: view([{ ...builder, order: 0, lastLine: '', turnNumber: 0, costUsd: 0 }]),
    selected: builder.id,
  },
  'agent-idle': shown({}, { transcripts: builderSaid(talk, work) }),
  'agent-markdown': shown({}, { transcripts: builderSaid(talk) }),
  'agent-leaving': {
    view: view(around(builder), { status: status({ shell: 'web' }) }),
    selected: builder.id,
    transcripts: builderSaid(talk),
    act: async (hand) => {
      await hand.click('[data-part=pane] a', /rotation rules/)
      await hand.see('dialog input[type=checkbox]')
    },
  },
  'agent-tools-open': shown(
    {},
    {
      transcripts: builderSaid(work),
      act: async (hand) => {
        await hand.see('[data-part=pane] summary')
        for (const one of document.querySelectorAll('[data-part=pane] details')) one.setAttribute('open', '')
      },
    },
  ),
  'agent-diff': shown({}, { transcripts: builderSaid(work.slice(0, 4)) }),
  'agent-running-tool': shown(working, { transcripts: builderSaid(running) }),
  'agent-thinking': shown(working, {
    transcripts: builderSaid(running.slice(0, 3)),
    feed: [
      delta('b1', 'The job renews on its own clock. If it joins the flight of the client then ', 'thinking'),
    ],
  }),
  'agent-streaming': shown(working, {
    transcripts: builderSaid(work.slice(0, 5)),
    feed: [
      delta(
        'b1',
        'What I would test, beyond the two above:\n\n- a refresh that fails while **three callers** wait must fail all three\n- and a second refresh just after the first must start a new',
      ),
      delta('b1', ' flight:\n\n```ts\nconst [a, b] = await Promise.all([refresh(s), ref'),
    ],
  }),
  'agent-broken-off': shown(
    {},
    {
      transcripts: builderSaid([
        ...work.slice(0, 5),
        [
          'text',
          'What I would test, beyond the two above:\n\n- a refresh that fails while **three callers** wait must',
          { half: true },
        ],
        noted({ kind: 'died', with: 'janus' }),
      ]),
    },
  ),
  'agent-queue': shown(
    {
      ...working,
      pending: [
        pending(1, {}),
        pending(2, {
          from: { kind: 'agent', id: scout.id },
          fromName: 'Scout',
          preview:
            'the sessions index is ready on test, and the provider has confirmed the grace window of ten seconds per client',
        }),
        pending(3, { preview: 'And look at `renew.ts`.', state: 'written', inInput: true }),
        pending(4, {
          from: { kind: 'agent', id: scout.id },
          fromName: 'Scout',
          preview: 'Seventeenth in a row.',
          state: 'held',
          reason: { kind: 'depth', depth: 17 },
        }),
      ],
    },
    { transcripts: builderSaid(running) },
  ),
  'agent-draft': {
    ...shown({}, { transcripts: builderSaid(talk) }),
    view: view(around(builder), {
      drafts: { [builder.id]: draft('And the second caller?\nDoes it wait, or does it fail?') },
    }),
  },
  'agent-slash': {
    ...shown({}, { transcripts: builderSaid(talk), act: (hand) => hand.type('textarea', '/', /Message to/) }),
    view: view(around(builder), {
      commands: {
        [builder.id]: [
          {
            name: 'compact',
            about: 'Make the conversation shorter, keep a summary',
            argument: '<what to keep>',
          },
          { name: 'context', about: 'Show what fills the context', argument: '' },
          { name: 'review', about: 'Review the changes of this branch', argument: '<branch>' },
          {
            name: 'security-review',
            about: 'Look for weak places in the pending changes of this branch',
            argument: '',
          },
        ],
      },
    }),
  },
  'agent-interrupted': shown(
    { lastLine: 'Interrupted.' },
    {
      transcripts: builderSaid([...running, noted({ kind: 'interrupted' })]),
    },
  ),
  'agent-asleep': shown({ status: 'asleep', since: ago(300) }, { transcripts: builderSaid(talk) }),
  'agent-starting': shown({ status: 'starting', since: ago(0), turnNumber: 0, lastLine: '' }),
  'agent-rehearsal': {
    view: view(around(builder), { status: status({ rehearsal: true }) }),
    selected: builder.id,
    transcripts: builderSaid(work),
  },
  'agent-long': shown(
    {},
    {
      transcripts: {
        [builder.id]: transcript(
          builder,
          Array.from({ length: 20 }, () => [...talk.slice(0, 1), ...talk.slice(-1)]).flat(),
        ),
      },
    },
  ),
  'agent-long-word': shown(
    {},
    { transcripts: builderSaid([['text', `Look: ${'ب'.repeat(30_000)} and on`]]) },
  ),
  'agent-long-words': shown(
    {
      name: 'A-name-of-forty-characters-which-is-most',
      role: 'r'.repeat(200),
      cwd: `/home/mo/${'a-long-folder-name/'.repeat(12)}`,
      lastLine: 'w'.repeat(300),
      costUsd: 1234.5,
    },
    {
      transcripts: builderSaid([
        ['human', `Without a break: ${'word'.repeat(120)}`, { author: person }],
        [
          'text',
          `${'x'.repeat(400)}\n\n\`${'code'.repeat(100)}\`\n\n| ${'wide | '.repeat(30)}\n| ${'--- | '.repeat(30)}\n| ${'cell | '.repeat(30)}\n\n\`\`\`\n${'line'.repeat(150)}\n\`\`\``,
        ],
      ]),
    },
  ),
}
