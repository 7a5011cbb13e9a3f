import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PermissionMode } from '../../../contract/api/model.ts'
import { modeIs, type Profile } from '../profile.ts'

/** What it asks before it does it; else it asks nobody. */
const asking: Readonly<Record<PermissionMode, object>> = {
  plan: permissions('ask', 'ask'),
  default: permissions('ask', 'ask'),
  acceptEdits: permissions('ask', 'allow'),
  // It knows none of that kind.
  auto: permissions('ask', 'ask'),
  bypassPermissions: permissions('allow', 'allow'),
}

/** OpenCode. */
export const opencode: Profile = {
  kind: 'opencode',
  name: 'OpenCode',
  program: 'OpenCode',
  commands: ['opencode'],
  args: ['acp'],
  oldest: '1.18.33',
  account: [
    'OPENCODE_API_KEY',
    'OPENCODE_AUTH_CONTENT',
    'OPENCODE_CONFIG',
    'OPENCODE_CONFIG_DIR',
    'OPENCODE_CONFIG_CONTENT',
    'ANTHROPIC_*',
    'OPENAI_*',
    'GEMINI_*',
    'GOOGLE_*',
    'OPENROUTER_API_KEY',
    'GROQ_API_KEY',
    'MISTRAL_API_KEY',
    'XAI_API_KEY',
    'DEEPSEEK_API_KEY',
    'AWS_*',
    'AZURE_*',
  ],
  environment: ({ mode, trusted }) => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_PERMISSION: JSON.stringify(asking[mode]),
    // Its servers and settings stay out; its plugins do not, so such a folder is asked about before.
    ...(trusted ? {} : { OPENCODE_DISABLE_PROJECT_CONFIG: '1', OPENCODE_PURE: '1' }),
  }),
  modes: {
    plan: modeIs('plan'),
    default: modeIs('build'),
    acceptEdits: modeIs('build'),
    bypassPermissions: modeIs('build'),
  },
  // What it asks is set when it starts.
  switchesTo: (mode) => (mode === 'plan' ? ['plan', 'default'] : ['plan', mode]),
  fold: 'prompt',
  goesOn: 'load',
  lists: 'all',
  copiesBy: 'fork',
  servers: 'stdio',
  counting: 'turn',
  ownWord: () => null,
  signedIn: ({ environment, home }) => {
    const data = environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share')
    // Without an account it has free models of its own.
    return existsSync(join(data, 'opencode', 'auth.json')) ? true : null
  },
  memoryFiles: ['AGENTS.md', 'CLAUDE.md'],
}

function permissions(run: 'ask' | 'allow', edit: 'ask' | 'allow'): object {
  return { edit, bash: run, webfetch: run, external_directory: run, doom_loop: 'ask' }
}
