import type { AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { FolderReview } from '../../../main/contract/api/views.ts'
import { crew } from '../domain/crew.ts'
import type { Surroundings } from '../domain/janus.ts'
import type { World } from '../domain/world.ts'
import type { Hand } from '../hand.ts'
import { sheet, type StoryPlay, type Stories } from '../play.ts'
import { begun, circle, speak } from './circle.ts'
import { talk } from './said.ts'
import { installed, missing } from './start.ts'

const b = 'Builder'
const mixture: readonly AgentKind[] = ['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot']
const folder = '/home/mo/code/ferry'

/** The usual agents, each of another kind; `kind` is Builder's. */
const mixed = (kind: AgentKind, program?: string) => (world: World) =>
  crew(world, (name, at) =>
    name === b
      ? { kind, ...(program === undefined ? {} : { program }) }
      : { kind: mixture[at % mixture.length] ?? kind },
  )

type Then = StoryPlay['story']
const play = (
  of: readonly [AgentKind, program?: string],
  act?: StoryPlay['act'],
  then: Then = (world) => world.turn(b, ...talk),
  app: Surroundings = installed,
): StoryPlay => ({
  app,
  story: async (world) => {
    await mixed(...of)(world)
    await then(world)
    await world.seen()
  },
  act,
})

const settings = sheet((world) => ({ kind: 'agentSettings', agent: world.id(b) }))
const choose = (kind: AgentKind) => (hand: Hand) => hand.choose('dialog select', kind, /^Program/)
const newAgent = (act: (hand: Hand) => Promise<void>) => sheet({ kind: 'newAgent' }, act)

async function openRegistry(hand: Hand) {
  await choose('other')(hand)
  await hand.click('dialog button', 'Add a program…')
  await hand.see('dialog li', /Kimi/)
}

/** Builder's program may not start in its folder, which has these settings. */
const untrusted =
  (trust: 'ask' | 'refused', kind: AgentKind): Then =>
  async (world) => {
    const brings = (path: string, what: string) => ({ path: `${folder}/${path}`, brings: [what] })
    const look: FolderReview = {
      folder,
      kind,
      trust,
      hash: 'aaaaaaaa',
      unclear: [],
      variables: [],
      changed: false,
      files: [
        brings('.opencode/plugin/notify.ts', 'runs `notify.ts` as soon as an agent starts (41 lines)'),
        brings('opencode.json', 'starts the MCP server ferry: `node tools/ferry.mjs`'),
        brings('AGENTS.md', 'instructions for the agent (12 lines)'),
      ],
    }
    world.janus.trust.looks.set(folder, look)
    world.programs.folders.set(folder, trust)
    world.programs.refusal = { why: 'trust', detail: '' }
    await world.user(b, 'Begin.')
  }

export const kindPlays: Stories = {
  'kinds-tabs': play(['codex']),
  'kinds-menu': play(['gemini'], (hand) => hand.click('button', /^Actions for/)),
  'kinds-settings': play(['gemini'], settings),
  'kinds-settings-hostile': play(['other', `goose acp '; rm -rf ~ <img src=x>'`], settings, (world) =>
    world.make('Fern', { kind: 'other', program: 'fern acp' }),
  ),
  'kinds-new': play(['codex'], newAgent(choose('opencode'))),
  'kinds-new-missing': play(['codex'], newAgent(choose('codex')), undefined, missing),
  'kinds-new-other': play(
    ['codex'],
    newAgent(async (hand) => {
      await choose('other')(hand)
      await hand.type('dialog input', 'goose acp | tee /tmp/log; rm -rf ~', /^Command line/)
    }),
  ),
  'kinds-new-registry': play(['codex'], newAgent(openRegistry)),
  'kinds-new-registry-failed': play(
    ['codex'],
    newAgent(async (hand) => {
      await openRegistry(hand)
      await hand.type('dialog input', 'moonshot', 'Search the registry')
      await hand.click('dialog li button', /^Kimi/)
      await hand.click('dialog button', 'Update list')
      await hand.see('dialog [role=alert]')
    }),
  ),
  'kinds-untrusted': play(
    ['other', 'goose acp --with-builtin "developer, memory"'],
    undefined,
    untrusted('refused', 'other'),
  ),
  'kinds-signed-out-other': play(['other', 'npx -y @augmentcode/auggie --acp'], undefined, async (world) => {
    const detail =
      'Custom agent could not be used: Authentication required. To sign in, run `npx -y @augmentcode/auggie --acp login` in a terminal, then restart it.'
    world.programs.refusal = { why: 'backend', detail }
    await world.user(b, 'Begin.')
  }),
  'kinds-trust': play(['opencode'], undefined, untrusted('ask', 'opencode')),
  'kinds-circle': play(['codex'], undefined, async (world) => {
    world.end('Scout')
    const id = await circle(world)
    await speak(world, id, ...begun.slice(0, 13))
  }),
  'kinds-convene': play(['codex'], async (hand) => {
    await hand.click('nav button', 'New gathering')
    await hand.click('dialog button', 'Add a seat')
    await hand.click('dialog [role=menuitem]', 'A new agent')
    await hand.click('dialog summary', 'Options')
    await hand.click('dialog [data-part="picker"]', /^Program/)
    await hand.click('dialog [role="radio"]', /^Custom agent/)
    await hand.type('dialog input', 'goose acp', 'Command line')
  }),
  'kinds-wish': play(['codex'], undefined, (world) =>
    world.ask(
      'tabs.propose',
      {
        kind: 'gemini',
        name: 'Diver',
        role: 'Reads the provider docs',
        firstMessage: 'Which of them revoke at once?',
      },
      b,
    ),
  ),
  'kinds-signed-out': play(
    ['codex'],
    undefined,
    async (world) => {
      await world.user(b, 'Begin.')
      const detail = 'Signed out of Codex. Sign in again; what waits is sent afterwards.'
      world.programs.end(world.id(b), { kind: 'broken', why: 'logged_out', detail })
    },
    {
      kinds: {
        ...installed.kinds,
        codex: { login: 'out', account: null, problem: { line: 'login', words: 'Not signed in to Codex.' } },
      },
    },
  ),
}
