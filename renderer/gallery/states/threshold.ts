import { check } from '../make-kinds.ts'
import { ago, status, view } from '../make.ts'
import type { Plays } from '../play.ts'
import { shown } from './agent.ts'
import { startPlays } from './start.ts'
import { builderSaid, work } from './words.ts'

const transcripts = builderSaid(work)
const signedOut = startPlays['start-signed-out']?.view ?? null

/** What opens on the first screen, in the composer and on the cards. */
export const thresholdPlays: Plays = {
  'start-sign-in': { view: signedOut, act: (hand) => hand.click('button', 'Sign in') },
  'start-waits': {
    view: signedOut,
    act: async (hand) => {
      await hand.type('textarea', 'Read the project and tell me what it does.')
      await hand.press('Enter')
      await hand.click('button', /^Start/)
    },
  },
  'start-folders': {
    view: view([]),
    answers: { 'folders.list': () => ({ folders: ['/home/mo/code/ferry', '/home/mo/code/fern'] }) },
    act: (hand) => hand.type('input', '/home/mo/code/fe', 'Folder'),
  },
  'agent-model': shown({}, { transcripts, act: (hand) => hand.click('button', /^Model/) }),
  'agent-mode': shown({}, { transcripts, act: (hand) => hand.click('button', /^Permission mode/) }),
  'trouble-locate': shown(
    {
      status: 'failed',
      trouble: 'folder',
      since: ago(2),
      reason: {
        kind: 'unstartable',
        detail: 'The folder /home/mo/code/ferry is gone. Bring it back, or open a tab in another folder.',
      },
    },
    { transcripts, act: (hand) => hand.click('button', /^Locate/) },
  ),
  'trouble-too-old': {
    ...shown(
      {
        status: 'failed',
        trouble: 'backend',
        since: ago(2),
        reason: { kind: 'unstartable', detail: 'It could not be started.' },
      },
      { transcripts },
    ),
    view: view(shown({ status: 'failed', trouble: 'backend', since: ago(2) }).view?.agents ?? [], {
      status: status({
        kinds: check({
          version: '1.0.41',
          login: 'unknown',
          account: null,
          problem: { line: 'version', words: 'Janus needs Claude CLI 2.1.0 or newer; this is 1.0.41.' },
        }),
      }),
    }),
  },
}
