import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modeIs, type Profile } from '../profile.ts'

/** Google's Gemini CLI. */
export const gemini: Profile = {
  kind: 'gemini',
  name: 'Gemini',
  program: 'The Gemini CLI',
  commands: ['gemini'],
  args: ['--acp'],
  oldest: '0.61.0',
  account: ['GEMINI_*', 'GOOGLE_*'],
  // Without it the folder's own settings do not count, and it takes no servers from us either.
  environment: ({ trusted }) => (trusted ? { GEMINI_CLI_TRUST_WORKSPACE: 'true' } : {}),
  modes: {
    plan: modeIs('plan'),
    default: modeIs('default'),
    acceptEdits: modeIs('autoEdit'),
    bypassPermissions: modeIs('yolo'),
  },
  fold: 'none',
  // Loading a session destroys it (google-gemini/gemini-cli#28693).
  goesOn: 'never',
  copiesBy: 'never',
  servers: 'stdio',
  counting: 'turn',
  ownWord: () => null,
  signedIn: ({ environment, home }) => {
    const { GEMINI_API_KEY: key, GOOGLE_API_KEY: other, GOOGLE_GENAI_USE_VERTEXAI: vertex } = environment
    if (key || other || vertex) return true
    return existsSync(join(home, '.gemini', 'oauth_creds.json')) || hasChosen(home)
  },
  memoryFiles: ['GEMINI.md'],
}

/** A way to sign in was chosen that leaves its secrets somewhere else. */
function hasChosen(home: string): boolean {
  try {
    return readFileSync(join(home, '.gemini', 'settings.json'), 'utf8').includes('"selectedType"')
  } catch {
    return false
  }
}
