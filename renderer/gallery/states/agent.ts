import { after, during } from '../domain/crew.ts'
import type { Line, World } from '../domain/world.ts'
import type { Stories } from '../play.ts'
import { running, talk, work } from './said.ts'

/** An unsent draft to Builder. */
export const drafts = (text: string) => (world: World) =>
  world.ask('drafts.keep', { agent: world.id('Builder'), text })

const commands = (world: World) =>
  world.programs.offer(world.id('Builder'), [
    { name: 'compact', about: 'Make the conversation shorter, keep a summary', argument: '<what to keep>' },
    { name: 'context', about: 'Show what fills the context', argument: '' },
    { name: 'review', about: 'Review the changes of this branch', argument: '<branch>' },
    {
      name: 'security-review',
      about: 'Look for weak places in the pending changes of this branch',
      argument: '',
    },
  ])

/** The agent's plan with `done` completed items. */
const planned = (done: number): readonly Line[] => [
  ...(done === 0 ? [['user', 'Rotate the tokens.'] as const] : []),
  [
    'call',
    'TodoWrite',
    {
      todos: ['Read the rotation rules', 'Let late callers join the first', 'Test it with three callers'].map(
        (content, at) => ({
          content,
          status: at < done ? 'completed' : at === done ? 'in_progress' : 'pending',
        }),
      ),
    },
    'ok',
  ],
]

export const agentPlays: Stories = {
  'agent-empty': { story: after([]) },
  'agent-alone': { story: (world) => world.make('Builder', { role: 'writes the code', model: 'opus' }) },
  'agent-idle': { story: after([talk, work]) },
  'agent-markdown': { story: after([talk]) },
  'agent-leaving': {
    app: { shell: 'web' },
    story: after([talk]),
    act: async (hand) => {
      await hand.click('[data-part=pane] a', /rotation rules/)
      await hand.see('dialog input[type=checkbox]')
    },
  },
  'agent-tools-open': {
    story: after([work]),
    act: async (hand) => {
      await hand.see('[data-part=pane] summary')
      for (const one of document.querySelectorAll('[data-part=pane] details')) one.setAttribute('open', '')
    },
  },
  'agent-plan': { story: during([...planned(0), ...planned(1)]) },
  'agent-plan-done': { story: after([[...planned(0), ...planned(3), ['text', 'All of it is done.']]]) },
  'agent-diff': { story: after([work.slice(0, 4)]) },
  'agent-running-tool': { story: during(running) },
  'agent-thinking': {
    story: during(running.slice(0, 2), (world) =>
      world.stream(
        'Builder',
        'The job renews on its own clock. If it joins the flight of the client then ',
        'thinking',
      ),
    ),
  },
  'agent-streaming': {
    story: during(work.slice(0, 5), (world) =>
      world.stream(
        'Builder',
        'What I would test, beyond the two above:\n\n- a refresh that fails while **three callers** wait must fail all three\n- and a second refresh just after the first must start a new flight:\n\n```ts\nconst [a, b] = await Promise.all([refresh(s), ref',
      ),
    ),
  },
  'agent-broken-off': {
    story: during(work.slice(0, 5), (world) => {
      const text =
        'What I would test, beyond the two above:\n\n- a refresh that fails while **three callers** wait must'
      world.fact('Builder', { type: 'block.said', block: { kind: 'text', text, half: true } })
      world.programs.exit(world.id('Builder'), 'exit code 137')
    }),
  },
  'agent-slash': {
    story: after([talk], commands),
    act: async (hand) => {
      await hand.type('textarea', '/', /Message to/)
      await hand.see('[role=listbox]')
    },
  },
  'agent-interrupted': {
    story: during(running, (world) => world.ask('agents.interrupt', { agent: world.id('Builder') })),
  },
  'agent-asleep': {
    story: after([talk], (world) => world.ask('agents.sleep', { agent: world.id('Builder') })),
  },
  'agent-starting': {
    story: after([], async (world) => {
      world.programs.areSlow = true
      await world.user('Builder', 'Make late callers join the first, and test it.')
    }),
  },
  'agent-model': { story: after([work]), act: (hand) => hand.click('button', /^Model/) },
  'agent-mode': { story: after([work]), act: (hand) => hand.click('button', /^Permission mode/) },
  'agent-rehearsal': { app: { rehearsal: true }, story: after([work]) },
  'agent-long': {
    story: after(Array.from({ length: 20 }, () => [...talk.slice(0, 1), ...talk.slice(-1)])),
  },
  'agent-long-word': {
    story: after([
      [
        ['user', 'Look.'],
        ['text', `Look: ${'ب'.repeat(30_000)} and on`],
      ],
    ]),
  },
  'agent-long-words': {
    story: after(
      [
        [
          ['user', `Without a break: ${'word'.repeat(120)}`],
          [
            'text',
            `${'x'.repeat(400)}\n\n\`${'code'.repeat(100)}\`\n\n| ${'wide | '.repeat(30)}\n| ${'--- | '.repeat(30)}\n| ${'cell | '.repeat(30)}\n\n\`\`\`\n${'line'.repeat(150)}\n\`\`\``,
          ],
        ],
      ],
      (world) =>
        world.ask('agents.change', {
          agent: world.id('Builder'),
          name: 'A-name-of-forty-characters-which-is-most',
          role: 'r'.repeat(200),
          cwd: `/home/mo/${'a-long-folder-name/'.repeat(12)}`,
        }),
    ),
  },
}
