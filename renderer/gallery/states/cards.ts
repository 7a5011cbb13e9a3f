import type { FolderReview } from '../../../main/contract/api/views.ts'
import { after, crew, during } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import type { StoryPlay, Stories } from '../play.ts'
import { work } from './said.ts'

const folder = '/home/mo/code/ferry'
const suggestions = [
  {
    label: 'npm run migrate',
    isCode: true,
    permissions: [{ kind: 'rule', rule: 'Bash(npm run migrate:*)' }],
    mode: null,
  },
] as const
const reason = 'The command is not on the list of what is allowed.'

/** The agent asks for permission to run the migration. */
export const migrate = (world: World, name = 'Builder'): void =>
  world.card(
    name,
    'Bash',
    { command: 'npm run migrate -- --env test --dry-run', description: 'Try the migration' },
    { reason, suggestions },
  )

const scope = (world: World, name = 'Builder'): void =>
  world.card(name, 'AskUserQuestion', {
    questions: [
      {
        question: 'Which scope should the ferry app request?',
        header: 'Scope',
        options: [
          {
            label: 'offline_access, only for returning people',
            description: 'Less to lose; a second visit asks once more.',
          },
          { label: 'offline_access, for everyone', description: 'Nobody is asked twice.' },
        ],
        multiSelect: false,
      },
      {
        question: 'Which platforms?',
        header: 'Platforms',
        options: [
          { label: 'Web', description: '' },
          { label: 'Desktop', description: '' },
        ],
        multiSelect: true,
      },
    ],
  })

/** A form with a field of each kind. */
const passage = {
  message: 'Book the passage from Ostia to Carthage?\nThe ferry leaves at nine.',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name on the ticket', minLength: 2, maxLength: 60 },
      email: {
        type: 'string',
        title: 'Receipt to',
        format: 'email',
        description: 'Nothing else is sent there.',
      },
      seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 8, default: 2 },
      cabin: {
        type: 'string',
        title: 'Class',
        oneOf: [
          { const: 'deck', title: 'Deck', description: 'In the open' },
          { const: 'cabin', title: 'Cabin', description: 'Two beds' },
        ],
        default: 'deck',
      },
      meals: {
        type: 'array',
        title: 'Meals',
        maxItems: 2,
        items: { type: 'string', enum: ['breakfast', 'lunch', 'supper'] },
      },
      insured: { type: 'boolean', title: 'With insurance', default: true },
    },
    required: ['name', 'seats', 'cabin'],
  },
}

/** Builder asks this in its turn. */
const asking = (
  ...card: Parameters<World['card']> extends [string, ...infer Rest] ? Rest : never
): StoryPlay => ({
  story: during(work, (world) => world.card('Builder', ...card)),
})

const look: FolderReview = {
  folder,
  kind: 'claude',
  trust: 'ask',
  hash: 'aaaaaaaa',
  files: [
    {
      path: `${folder}/.claude/settings.json`,
      brings: ['runs ./scripts/check.sh before each command', 'allows Bash(npm run *) without asking'],
    },
    { path: `${folder}/.mcp.json`, brings: ['starts the MCP server ferry: node tools/ferry-server.mjs'] },
    { path: `${folder}/CLAUDE.md`, brings: ['instructions for the agent (12 lines)'] },
  ],
  unclear: [],
  variables: [
    { name: 'API_TOKEN', isSet: true, hasDefault: false },
    { name: 'FERRY_URL', isSet: false, hasDefault: false },
  ],
  changed: false,
}
const mcp = `${folder}/.mcp.json`
const unclear = {
  files: [{ path: mcp, brings: ['cannot be parsed: it is saved as UTF-16 or UTF-32, not as UTF-8'] }],
  unclear: [mcp],
}

/** Builder's folder contains these settings files. */
export const brings = (found: Partial<FolderReview>, trust: 'ask' | 'refused' = 'ask'): StoryPlay => ({
  story: async (world) => {
    world.janus.trust.looks.set(folder, { ...look, ...found })
    await crew(world)
    world.programs.folders.set(folder, trust)
    await world.turn('Builder', ...work)
    await world.seen()
  },
})

export const cardPlays: Stories = {
  'card-permission': { story: during(work, migrate) },
  'card-permission-plain': asking('Bash', { command: 'npm run migrate -- --env test --dry-run' }),
  'card-permission-from-peer': {
    story: async (world) => {
      await after([])(world)
      await world.send('Scout', 'Builder', 'Try the migration, please.')
      migrate(world)
    },
  },
  'card-permission-edit': asking(
    'Edit',
    {
      file_path: `${folder}/src/jobs/renew.ts`,
      old_string: "import { refresh } from './own.ts'",
      new_string: "import { refresh } from '../auth/refresh.ts'",
    },
    {
      title: 'Edit this file?',
      suggestions: [{ label: 'this and all edits', isCode: false, permissions: [], mode: 'acceptEdits' }],
    },
  ),
  'card-permission-cut': asking(
    'Write',
    {
      file_path: `${folder}/data/ports.csv`,
      content: `port,country\n${'Ostia,Italy\nTyre,Lebanon\n'.repeat(4_000)}Utica,Tunisia\n`,
    },
    { title: 'Write this file?' },
  ),
  'card-permission-plan': asking(
    'ExitPlanMode',
    {
      plan: '## Plan\n\n1. Move `rotate` into its own file\n2. Let late callers join\n3. A test with **three** callers',
    },
    { title: 'Approve this plan?' },
  ),
  'card-permission-tool': asking('mcp__ferry__book_passage', {
    from: 'Ostia',
    to: 'Carthage',
    seats: 3,
    notes: ['window', 'no smoke'],
  }),
  'card-question': { story: during(work, scope) },
  'card-form': { story: during(work, (world) => world.form('Builder', passage)) },
  'card-form-wrong': {
    story: during(work, (world) => world.form('Builder', passage)),
    act: async (hand) => {
      await hand.see('[data-part=card][data-ready]')
      await hand.click('[data-part=card] button', /^Send/)
      await hand.see('[data-part=card] [aria-invalid=true]')
    },
  },
  'card-form-page': {
    story: during(work, (world) =>
      world.form('Builder', {
        message: 'Sign in to Ferry to go on.',
        mode: 'url',
        url: 'https://ferry.example/connect?session=4f1c',
      }),
    ),
  },
  'card-form-refused': {
    story: during(work, (world) =>
      world.form('Builder', {
        schema: {
          properties: Object.fromEntries(
            Array.from({ length: 1000 }, (_, at) => [`field ${at}`, { type: 'string' }]),
          ),
        },
      }),
    ),
  },
  'trust-question': brings({}),
  'trust-unclear': brings(unclear),
  'trust-changed': brings({ changed: true }),
  'trust-refused': brings({}, 'refused'),
  'waiting-equal': {
    story: async (world) => {
      for (const name of ['Builder', 'ninth', 'Agent 10']) {
        await world.make(name, name === 'Agent 10' ? { cwd: '/home/mo/code/guide' } : {})
        world.at(1)
        await world.user(name, 'Test it.')
        world.card(name, 'Bash', { command: 'npm test' })
      }
    },
    act: (hand) => hand.click('footer button', /needs? you/),
  },
}
