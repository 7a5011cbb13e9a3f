import type { AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { Hand } from '../hand.ts'
import { installed, missing } from '../make-kinds.ts'
import { ago, agent, status, view } from '../make.ts'
import { gathering, seatsOf } from '../make-gathering.ts'
import { gathered, holdRows, standing } from './gathering-scenes.ts'
import type { Panel } from '../../state/panel.ts'
import type { Play, Plays } from '../play.ts'
import { around, builder } from './people.ts'
import { shown as agentShown } from './hand-shown.ts'
import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'

const of = (one: AgentView, kind: AgentKind, program: string | null = null): AgentView => ({
  ...one,
  kind,
  program,
  abilities: expectedAbilities[kind],
})
const mixture: readonly AgentKind[] = ['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot']

/** The usual agents, each of another kind. */
export const mixed = (shown: AgentView): readonly AgentView[] =>
  around(shown).map((one, at) => (one.id === shown.id ? shown : of(one, mixture[at % 6] ?? 'claude')))

const codex = of(builder, 'codex')
const gemini = of(builder, 'gemini')
const goose = of(builder, 'other', 'goose acp --with-builtin "developer, memory"')
const hostile = of(builder, 'other', `goose acp '\u202E; rm -rf ~ <img src=x>'`)

const app = status({ kinds: installed })
const sheet = (what: Panel, act: (hand: Hand) => Promise<void> = () => Promise.resolve()): Play => ({
  ...agentShown({}, {}),
  view: view(mixed(codex), { status: app }),
  act: async (hand) => {
    const { show } = await import('../../state/view-store.ts')
    show(what)
    await hand.see('dialog')
    await act(hand)
  },
})
/** Chooses in the sheet's list. */
const choose = (kind: AgentKind) => async (hand: Hand) => {
  const list = (await hand.see('dialog select', /^Agent/)) as HTMLSelectElement
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(list, kind)
  list.dispatchEvent(new Event('change', { bubbles: true }))
}
const selected = builder.id

const circle = mixed(codex).slice(0, 6)
const inCircle = gathering(
  1,
  'Ship on Friday?',
  standing(
    seatsOf([...circle.slice(0, 3), 'Mo', ...circle.slice(3, 5)]),
    ['spoke', 'speaks', 'next', 'then', 'then', 'then'],
    [1],
  ),
)

/** Agents of other makers, and what is theirs. */
export const kindPlays: Plays = {
  'kinds-tabs': { view: view(mixed(codex), { status: app }), selected },
  'kinds-menu': {
    view: view(mixed(gemini), { status: app }),
    selected,
    act: (hand) => hand.click('button', /^Actions for/),
  },
  'kinds-settings': {
    ...sheet({ kind: 'agentSettings', agent: builder.id }),
    view: view(mixed(gemini), { status: app }),
  },
  'kinds-settings-hostile': {
    ...sheet({ kind: 'agentSettings', agent: builder.id }),
    view: view([...mixed(hostile), of(agent(8, 'Fern'), 'other', 'fern acp')], { status: app }),
  },
  'kinds-new': sheet({ kind: 'newAgent' }, choose('opencode')),
  'kinds-new-missing': {
    ...sheet({ kind: 'newAgent' }, choose('codex')),
    view: view(mixed(codex), { status: status({ kinds: missing }) }),
  },
  'kinds-new-other': sheet({ kind: 'newAgent' }, async (hand) => {
    await choose('other')(hand)
    await hand.type('dialog input', 'goose acp | tee /tmp/log; rm -rf ~', /^Command line/)
  }),
  'kinds-untrusted': {
    view: view(
      mixed({
        ...goose,
        status: 'failed',
        trouble: 'trust',
        trust: 'refused',
        reason: { kind: 'untrusted', of: 'other', isDecided: true },
      }),
      { status: app },
    ),
    selected,
  },
  'kinds-trust': {
    view: view(
      mixed({
        ...of(builder, 'opencode'),
        status: 'failed',
        trouble: 'trust',
        trust: 'ask',
        needs: 'card',
        reason: { kind: 'untrusted', of: 'opencode', isDecided: false },
      }),
      { status: app },
    ),
    selected,
    answers: {
      'folders.look': ({ folder }) => ({
        folder,
        kind: 'opencode',
        trust: 'ask',
        hash: 'aaaaaaaa',
        unclear: [],
        variables: [],
        changed: false,
        files: [
          {
            path: `${folder}/.opencode/plugin/notify.ts`,
            brings: ['runs `notify.ts` as soon as an agent starts (41 lines)'],
          },
          {
            path: `${folder}/opencode.json`,
            brings: ['starts the MCP server ferry: `node tools/ferry.mjs`'],
          },
          { path: `${folder}/AGENTS.md`, brings: ['instructions for the agent (12 lines)'] },
        ],
      }),
    },
  },
  'kinds-circle': {
    ...gathered(inCircle, holdRows),
    view: view(mixed(codex), { status: app, gatherings: [inCircle] }),
  },
  'kinds-convene': {
    view: view(mixed(codex), { status: app }),
    selected,
    act: async (hand) => {
      await hand.click('nav button', 'New gathering')
      await hand.click('dialog button', 'Add a seat')
      await hand.click('dialog [role=menuitem]', 'A new tab')
      await hand.click('dialog [data-part="picker"]', /^Agent/)
      await hand.click('dialog [role="radio"]', /^Another agent/)
      await hand.type('dialog input', 'goose acp', 'Command line')
    },
  },
  'kinds-wish': {
    view: view(
      mixed({
        ...codex,
        wishes: [
          {
            kind: 'gemini',
            program: null,
            id: 'tab-aaaaaaaaaa',
            name: 'Diver',
            role: 'Reads the provider docs',
            cwd: '/home/mo/ferry',
            model: null,
            permissionMode: 'default',
            look: {},
            at: ago(3),
            firstMessage: 'Which of them revoke at once?',
          },
        ],
      }),
      { status: app },
    ),
    selected,
  },
  'kinds-signed-out': {
    view: view(
      mixed({
        ...codex,
        status: 'failed',
        trouble: 'login',
        reason: { kind: 'signedOut', detail: 'nobody is signed in' },
      }),
      {
        status: status({
          kinds: installed.map((one) =>
            one.kind === 'codex'
              ? { ...one, login: 'out', problem: { line: 'login', words: 'Not signed in to Codex.' } }
              : one,
          ),
        }),
      },
    ),
    selected,
  },
}
