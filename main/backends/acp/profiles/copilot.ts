import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Profile, Wanted } from '../profile.ts'

const page = 'https://agentclientprotocol.com/protocol/session-modes'
const mode = (name: string, all: 'on' | 'off'): readonly Wanted[] => [
  { option: 'mode', value: `${page}#${name}` },
  { option: 'allow_all', value: all },
]

/** GitHub's Copilot CLI. */
export const copilot: Profile = {
  kind: 'copilot',
  name: 'Copilot',
  program: 'The Copilot CLI',
  commands: ['copilot'],
  args: ['--acp', '--no-auto-update'],
  oldest: '1.0.102',
  account: ['COPILOT_*', 'GH_TOKEN', 'GITHUB_TOKEN', 'GH_HOST'],
  environment: () => ({ COPILOT_AUTO_UPDATE: 'false' }),
  modes: {
    plan: mode('plan', 'off'),
    default: mode('agent', 'off'),
    // It knows no mode between asking for all and for nothing.
    acceptEdits: mode('agent', 'off'),
    bypassPermissions: mode('agent', 'on'),
  },
  fold: 'none',
  goesOn: 'load',
  lists: 'all',
  copiesBy: 'never',
  // It takes no servers that it would have to start.
  servers: 'http',
  counting: 'total',
  // Its own words about trouble with the model come as words of the answer, each as one piece.
  ownWord: (chunk) =>
    /^Error: \S/.test(chunk)
      ? 'error'
      : /^Info: (?:Request failed|Operation cancelled)/.test(chunk)
        ? 'aside'
        : null,
  signedIn: ({ environment, home }) => {
    const { COPILOT_PROVIDER_BASE_URL: own, GH_TOKEN: gh, GITHUB_TOKEN: github } = environment
    if (own || gh || github || environment['COPILOT_GITHUB_TOKEN']) return true
    // The secret itself may be in the system's keyring.
    return existsSync(join(environment['COPILOT_HOME'] ?? join(home, '.copilot'), 'config.json'))
      ? null
      : false
  },
  memoryFiles: ['AGENTS.md', '.github/copilot-instructions.md'],
}
