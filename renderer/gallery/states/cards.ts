import type { FolderLook } from '../../../main/contract/api/views.ts'
import { agent, asks, card, minutes, view } from '../make.ts'
import type { Plays } from '../play.ts'
import { moment } from '../still.ts'
import { shown } from './agent.ts'
import { around, builder, oauth } from './people.ts'
import { builderSaid, work } from './words.ts'

const asking = { status: 'working', needs: 'permission' } as const
const said = builderSaid(work)
const migrate = card({
  ...asks('Bash', {
    command: 'npm run migrate -- --env test --dry-run',
    description: 'Try the migration',
  }),
  reason: 'The command is not on the list of what is allowed.',
  suggestions: [
    {
      label: 'npm run migrate',
      isCode: true,
      grants: [{ kind: 'rule', rule: 'Bash(npm run migrate:*)' }],
      mode: null,
    },
    { label: 'every edit in this conversation', isCode: false, grants: [], mode: 'acceptEdits' },
  ],
})
const tests = card({ title: 'May it run a command?', ...asks('Bash', { command: 'npm test' }) })
const scope = card({
  id: 'crd-baaaaaaaaa',
  kind: 'question',
  title: 'Which scope should the ferry app request?',
  askedAt: moment - minutes(4),
  ...asks('AskUserQuestion', {
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
  }),
})

const brought: FolderLook = {
  folder: '/home/mo/code/ferry',
  kind: 'claude',
  trust: 'ask',
  hash: 'aaaaaaaa',
  files: [
    {
      path: '/home/mo/code/ferry/.claude/settings.json',
      brings: ['runs ./scripts/check.sh before each command', 'allows Bash(npm run *) without asking'],
    },
    {
      path: '/home/mo/code/ferry/.mcp.json',
      brings: ['starts the MCP server ferry: node tools/ferry-server.mjs'],
    },
    { path: '/home/mo/code/ferry/CLAUDE.md', brings: ['tells every agent how to work here'] },
  ],
  unclear: [],
  variables: [
    { name: 'API_TOKEN', isSet: true, hasDefault: false },
    { name: 'FERRY_URL', isSet: false, hasDefault: false },
  ],
  changed: true,
}

const mcp = '/home/mo/code/ferry/.mcp.json'
const unclear = {
  files: [{ path: mcp, brings: ['cannot be understood: it is saved as UTF-16 or UTF-32, not as UTF-8'] }],
  unclear: [mcp],
}

/** What waits for the person. */
export const cardPlays: Plays = {
  'card-permission': shown({ ...asking, cards: [migrate] }, { transcripts: said }),
  'card-permission-plain': shown(
    { ...asking, cards: [{ ...migrate, suggestions: [], reason: '' }] },
    { transcripts: said },
  ),
  'card-permission-from-peer': shown(
    { ...asking, cards: [{ ...migrate, origin: 'peer', from: ['Scout', 'Critic'] }] },
    { transcripts: said },
  ),
  'card-permission-deny': shown(
    { ...asking, cards: [migrate] },
    {
      transcripts: said,
      act: (hand) => hand.click('button', /Deny/),
    },
  ),
  'card-permission-edit': shown(
    {
      ...asking,
      cards: [
        card({
          title: 'May it change a file?',
          ...asks('Edit', {
            file_path: '/home/mo/code/ferry/src/jobs/renew.ts',
            old_string: "import { refresh } from './own.ts'",
            new_string: "import { refresh } from '../auth/refresh.ts'",
          }),
        }),
      ],
    },
    { transcripts: said },
  ),
  'card-permission-cut': shown(
    {
      ...asking,
      cards: [
        card({
          title: 'May it write a file?',
          ...asks('Write', {
            file_path: '/home/mo/code/ferry/data/ports.csv',
            content: 'port,country\nOstia,Italy\n[… 48123 characters …]\nTyre,Lebanon\nUtica,Tunisia\n',
          }),
          hidden: 48_123,
          hash: null,
        }),
      ],
    },
    { transcripts: said },
  ),
  'card-permission-plan': shown(
    {
      ...asking,
      permissionMode: 'plan',
      cards: [
        card({
          title: 'May it start on this plan?',
          ...asks('ExitPlanMode', {
            plan: '## Plan\n\n1. Move `rotate` into its own file\n2. Let late callers join\n3. A test with **three** callers',
          }),
        }),
      ],
    },
    { transcripts: said },
  ),
  'card-permission-tool': shown(
    {
      ...asking,
      cards: [
        card({
          title: 'May it use book_passage?',
          ...asks('mcp__ferry__book_passage', {
            from: 'Ostia',
            to: 'Carthage',
            seats: 3,
            notes: ['window', 'no smoke'],
          }),
        }),
      ],
    },
    { transcripts: said },
  ),
  'card-question': shown({ status: 'working', needs: 'question', cards: [scope] }, { transcripts: said }),
  'card-two': shown({ ...asking, cards: [migrate, scope] }, { transcripts: said }),
  'trust-question': shown(
    { trust: 'ask' },
    { transcripts: said, answers: { 'folders.look': () => ({ ...brought, changed: false }) } },
  ),
  'trust-unclear': shown(
    { trust: 'ask' },
    { transcripts: said, answers: { 'folders.look': () => ({ ...brought, ...unclear, changed: false }) } },
  ),
  'trust-changed': shown({ trust: 'ask' }, { transcripts: said, answers: { 'folders.look': () => brought } }),
  'trust-refused': shown({ trust: 'refused' }, { transcripts: said }),
  'waiting-three': {
    view: view([
      ...around({ ...builder, ...asking, cards: [migrate] }).filter((one) => one.id !== oauth.id),
      { ...oauth, status: 'working', needs: 'question', cards: [scope] },
      agent(9, 'Agent 10', {
        ...asking,
        cards: [
          card({
            id: 'crd-faaaaaaaaa',
            title: 'May it run a command?',
            ...asks('Bash', { command: `for port in 1 2 3; do\n${'  probe --quick\n'.repeat(8)}done` }),
          }),
        ],
      }),
      agent(8, 'ninth', {
        status: 'working',
        needs: 'permission',
        cards: [{ ...migrate, id: 'crd-caaaaaaaaa' }],
      }),
    ]),
    selected: builder.id,
    transcripts: said,
    act: (hand) => hand.click('footer button', /waiting for you/),
  },
  'waiting-equal': {
    view: view([
      { ...builder, ...asking, cards: [{ ...tests, id: 'crd-daaaaaaaaa' }] },
      agent(8, 'ninth', { ...asking, cards: [tests] }),
      agent(9, 'Agent 10', {
        ...asking,
        cwd: '/home/mo/code/guide',
        cards: [{ ...tests, id: 'crd-eaaaaaaaaa' }],
      }),
    ]),
    selected: builder.id,
    transcripts: said,
    act: (hand) => hand.click('footer button', /3 waiting for you/),
  },
}
