import { after } from '../domain/crew.ts'
import type { Stories } from '../play.ts'
import { work } from './said.ts'
import { startPlays } from './start.ts'
import { refused } from './trouble.ts'

const signedOut = startPlays['start-signed-out'] ?? { story: async () => {} }

/** What opens on the first screen, in the composer and on the cards. */
export const thresholdPlays: Stories = {
  'start-sign-in': { ...signedOut, act: (hand) => hand.click('button', 'Sign in') },
  'start-waits': {
    ...signedOut,
    act: async (hand) => {
      await hand.type('textarea', 'Read the project and tell me what it does.')
      await hand.press('Enter')
      await hand.click('button', /^Start/)
    },
  },
  'start-folders': {
    story: async () => {},
    // The folders of this machine, which the page has not.
    answers: { 'folders.list': () => ({ folders: ['/home/mo/code/ferry', '/home/mo/code/fern'] }) },
    act: (hand) => hand.type('input', '/home/mo/code/fe', 'Folder'),
  },
  'agent-model': { story: after([work]), act: (hand) => hand.click('button', /^Model/) },
  'agent-mode': { story: after([work]), act: (hand) => hand.click('button', /^Permission mode/) },
  'trouble-locate': {
    ...refused(
      'folder',
      'The folder /home/mo/code/ferry is gone. Bring it back, or open a tab in another folder.',
    ),
    act: (hand) => hand.click('button', /^Locate/),
  },
  'trouble-too-old': {
    ...refused('backend', 'It could not be started.'),
    app: startPlays['start-too-old']?.app ?? {},
  },
}
