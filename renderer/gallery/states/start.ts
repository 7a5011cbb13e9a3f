import { agentKinds, kindFacts, usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { DownloadState } from '../../../main/contract/agents/program-downloads.ts'
import type { BackendCheck } from '../../../main/contract/api/views.ts'
import type { Surroundings } from '../domain/janus.ts'
import type { Hand } from '../hand.ts'
import { sheet, type StoryPlay, type Stories } from '../play.ts'

const unusable = { login: 'unknown', account: null } as const
const absent = { ...unusable, path: null, version: null }

/** Chooses the program of the first agent. */
const choose = (name: RegExp) => async (hand: Hand) => {
  await hand.click('[data-part="picker"]', /^Program/)
  await hand.click('[role="radio"]', name)
}

/** The same check result for all kinds except the default one. */
const others = (found: (kind: AgentKind) => Partial<BackendCheck>): Surroundings => ({
  kinds: Object.fromEntries(
    agentKinds.flatMap((kind, at) =>
      kind === usualKind
        ? []
        : [
            [
              kind,
              {
                path: `/usr/local/bin/${kind}`,
                version: `${String(at)}.61.0`,
                account: null,
                ...found(kind),
              },
            ],
          ],
    ),
  ),
})

/** All are installed and signed in. */
export const installed = others(() => ({}))
/** Only the default kind is installed. */
export const missing = others((kind) => ({
  ...absent,
  problem: {
    line: 'binary',
    words: `${kindFacts[kind].name} is not installed. Install it, or choose its program in the settings.`,
  },
}))

/** There is no agent yet. */
const nobody = (app: Surroundings, more: Partial<StoryPlay> = {}): StoryPlay => ({
  app,
  story: async () => {},
  ...more,
})
const usual = (found: Partial<BackendCheck>, more: Surroundings = {}): StoryPlay =>
  nobody({ kinds: { [usualKind]: found }, ...more })

/** The default program is too old. */
export const tooOld = usual({
  ...unusable,
  path: '/usr/local/bin/claude',
  version: '1.0.41',
  problem: { line: 'version', words: 'Janus needs Claude CLI 2.1.0 or newer; this is 1.0.41.' },
})
/** The default program is missing and can be downloaded. */
const download = (state: DownloadState): StoryPlay =>
  usual(
    {
      ...absent,
      problem: {
        line: 'binary',
        words: 'The Claude CLI is not installed. Download it here, or install it yourself.',
      },
    },
    { download: state },
  )
const signedOut = usual({
  login: 'out',
  account: null,
  problem: {
    line: 'login',
    words:
      'Not signed in to Claude. Sign in here, or run /opt/janus/claude auth login in a terminal and check again.',
  },
})

export const startPlays: Stories = {
  'start-silent': nobody({}, { isSilent: true }),
  'start-empty': nobody({}),
  'start-draft': nobody(
    {},
    {
      story: async (world) => {
        const text = 'Read the project and tell me what it does, in five sentences.'
        await world.ask('drafts.keep', { agent: 'first', text })
      },
    },
  ),
  'start-web': nobody({ shell: 'web' }),
  'start-checking': nobody({ isUnchecked: true }),
  'start-cli-missing': usual(
    {
      ...absent,
      problem: {
        line: 'binary',
        words:
          'There is no Claude CLI at /opt/claude/bin/claude. Set another path in the settings, or clear it to use the default.',
      },
    },
    { settings: { claude: '/opt/claude/bin/claude' } },
  ),
  'start-download': download({ kind: 'absent' }),
  'start-downloading': download({ kind: 'downloading', received: 48_300_000, total: 175_400_000 }),
  'start-download-failed': download({
    kind: 'failed',
    words:
      'The connection to registry.npmjs.org was cut (ECONNRESET). Try again: 48 MB are kept, and it resumes there.',
  }),
  about: nobody({ download: { kind: 'installed' } }, { act: sheet({ kind: 'about' }) }),
  'start-too-old': tooOld,
  'start-signed-out': signedOut,
  'start-sign-in': { ...signedOut, act: (hand) => hand.click('button', 'Sign in') },
  'start-waits': {
    ...signedOut,
    act: async (hand) => {
      await hand.type('textarea', 'Read the project and tell me what it does.')
      await hand.press('Enter')
      await hand.click('button', /^Start/)
    },
  },
  'start-folders': nobody(
    {},
    {
      // The page has no folders.
      answers: { 'folders.list': () => ({ folders: ['/home/mo/code/ferry', '/home/mo/code/fern'] }) },
      act: (hand) => hand.type('input', '/home/mo/code/fe', 'Folder'),
    },
  ),
  'start-kinds': nobody(installed, { act: (hand) => hand.click('[data-part="picker"]', /^Program/) }),
  'start-kind-missing': nobody(missing, { act: choose(/^Codex/) }),
  'start-kind-signed-out': nobody(
    others(() => ({
      login: 'out',
      version: '0.61.0',
      problem: {
        line: 'login',
        words: 'Not signed in to Gemini. Run `gemini` in a terminal, sign in there, and check again.',
      },
    })),
    { act: choose(/^Gemini/) },
  ),
  'start-kind-old': nobody(
    others(() => ({
      ...unusable,
      version: '0.12.0',
      problem: {
        line: 'version',
        words: 'This is version 0.12.0; Janus needs 0.24.0 or newer. Install it again.',
      },
    })),
    { act: choose(/^Qwen/) },
  ),
  'start-kind-other': nobody(installed, { act: choose(/^Custom agent/) }),
}
