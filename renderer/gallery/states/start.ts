import { draft } from '../make-draft.ts'
import { check, installed, missing, signedOut, tooOld } from '../make-kinds.ts'
import { set, status, view } from '../make.ts'
import type { Hand } from '../hand.ts'
import type { Plays } from '../play.ts'

const problem = (line: 'binary' | 'version' | 'login', words: string) => ({ line, words })

/** Chooses whose agent the first one is. */
const choose = (name: RegExp) => async (hand: Hand) => {
  await hand.click('[data-part="picker"]', /^Agent/)
  await hand.click('[role="radio"]', name)
}

/** The first screen, while there is no agent. */
export const startPlays: Plays = {
  'start-silent': { view: null },
  'start-empty': { view: view([]) },
  'start-draft': {
    view: view([], {
      drafts: { first: draft('Read the project and tell me what it does, in five sentences.') },
    }),
  },
  'start-web': { view: view([], { status: status({ shell: 'web' }) }) },
  'start-checking': {
    view: view([], {
      status: status({
        kinds: check({ path: null, version: null, login: 'unknown', account: null, checkedAt: null }),
      }),
    }),
  },
  'start-cli-missing': {
    view: view([], {
      status: status({
        kinds: check({
          path: null,
          version: null,
          login: 'unknown',
          account: null,
          problem: problem(
            'binary',
            'There is no Claude CLI at /opt/claude/bin/claude. Choose another, or use the one of Janus.',
          ),
        }),
        settings: set({ claude: '/opt/claude/bin/claude' }),
      }),
    }),
  },
  'start-too-old': {
    view: view([], {
      status: status({
        kinds: check({
          path: '/usr/local/bin/claude',
          version: '1.0.41',
          login: 'unknown',
          account: null,
          problem: problem('version', 'Janus needs Claude CLI 2.1.0 or newer; this is 1.0.41.'),
        }),
      }),
    }),
  },
  'start-signed-out': {
    view: view([], {
      status: status({
        kinds: check({
          login: 'out',
          account: null,
          problem: problem(
            'login',
            'Not signed in to Claude. Sign in here, or run /opt/janus/claude auth login in a terminal and check again.',
          ),
        }),
      }),
    }),
  },
  'start-kinds': {
    view: view([], { status: status({ kinds: installed }) }),
    act: (hand) => hand.click('[data-part="picker"]', /^Agent/),
  },
  'start-kind-missing': {
    view: view([], { status: status({ kinds: missing }) }),
    act: choose(/^Codex/),
  },
  'start-kind-signed-out': {
    view: view([], { status: status({ kinds: signedOut }) }),
    act: choose(/^Gemini/),
  },
  'start-kind-old': {
    view: view([], { status: status({ kinds: tooOld }) }),
    act: choose(/^Qwen/),
  },
  'start-kind-other': {
    view: view([], { status: status({ kinds: installed }) }),
    act: choose(/^Another agent/),
  },
  'start-rehearsal': {
    view: view([], {
      status: status({
        rehearsal: true,
        kinds: check({ account: 'rehearsal' }),
        defaultFolder: '/home/mo/.janus-rehearsal/first',
      }),
    }),
  },
}
