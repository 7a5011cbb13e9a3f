import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orNull } from '../../../adapters/folder/errors.ts'
import { writeOwnerOnly } from '../../../adapters/folder/owner-only.ts'
import { agentKinds, kindFacts, type AgentKind } from '../../../contract/agents/kinds.ts'
import type { PermissionMode } from '../../../contract/api/model.ts'
import type { Profile, Wanted } from '../profile.ts'

export type AcpKind = Exclude<AgentKind, 'claude' | 'codex'>

export const acpKinds = agentKinds.filter((kind): kind is AcpKind => kind !== 'claude' && kind !== 'codex')

/** Defaults for an agent without a profile: the poorest abilities until its process announces more. */
const plain = {
  args: [],
  oldest: '0.0.0',
  account: [],
  environment: () => ({}),
  modes: null,
  steering: 'offered',
  goesOn: 'resume',
  copiesBy: 'fork',
  servers: 'stdio',
  counting: 'turn',
  ownWord: () => null,
  mayDo: { resumes: true, receipts: 'journal', cost: 'tokens', tellsContext: true },
  signedIn: null,
  memoryFiles: ['AGENTS.md'],
} as const satisfies Partial<Profile>

const rows: Readonly<Record<AcpKind, Partial<Profile>>> = {
  gemini: {
    args: ['--acp'],
    oldest: '0.61.0',
    account: ['GEMINI_*', 'GOOGLE_*'],
    // Without it Gemini ignores the folder's settings and also rejects Janus's tool servers.
    environment: ({ trusted }) => (trusted ? { GEMINI_CLI_TRUST_WORKSPACE: 'true' } : {}),
    modes: {
      plan: modeIs('plan'),
      default: modeIs('default'),
      acceptEdits: modeIs('autoEdit'),
      bypassPermissions: modeIs('yolo'),
    },
    steering: 'none',
    // Loading a session destroys it (google-gemini/gemini-cli#28693).
    goesOn: 'never',
    copiesBy: 'never',
    mayDo: {},
    signedIn: ({ environment, home }) => {
      const { GEMINI_API_KEY: key, GOOGLE_API_KEY: other, GOOGLE_GENAI_USE_VERTEXAI: vertex } = environment
      if (key || other || vertex) return true
      return existsSync(join(home, '.gemini', 'oauth_creds.json')) || hasChosen(home)
    },
    memoryFiles: ['GEMINI.md'],
  },
  opencode: {
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
      // Keeps out the folder's servers and settings, but not its plugins; the user is asked about such a
      // folder first.
      ...(trusted ? {} : { OPENCODE_DISABLE_PROJECT_CONFIG: '1', OPENCODE_PURE: '1' }),
    }),
    modes: {
      plan: modeIs('plan'),
      default: modeIs('build'),
      acceptEdits: modeIs('build'),
      bypassPermissions: modeIs('build'),
    },
    // Permissions are fixed when it starts.
    switchesTo: (mode) => (mode === 'plan' ? ['plan', 'default'] : ['plan', mode]),
    steering: 'prompt',
    goesOn: 'load',
    lists: 'all',
    mayDo: {},
    signedIn: ({ environment, home }) => {
      const data = environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share')
      // Without an account OpenCode still has free models.
      return existsSync(join(data, 'opencode', 'auth.json')) ? true : null
    },
    memoryFiles: ['AGENTS.md', 'CLAUDE.md'],
  },
  qwen: {
    args: ['--acp'],
    oldest: '0.24.4',
    account: ['QWEN_HOME', 'OPENAI_*', 'DASHSCOPE_*', 'BAILIAN_*', 'GEMINI_*', 'GOOGLE_*', 'ANTHROPIC_*'],
    environment: ({ trusted, cwd, filesFolder }) => trustFiles(filesFolder, trusted ? cwd : null),
    modes: {
      plan: modeIs('plan'),
      default: modeIs('default'),
      acceptEdits: modeIs('auto-edit'),
      auto: modeIs('auto'),
      bypassPermissions: modeIs('yolo'),
    },
    steering: 'drain',
    goesOn: 'load',
    lists: 'folder',
    copiesBy: 'branch',
    counting: 'calls',
    mayDo: {},
    signedIn: ({ environment, home }) => {
      if (environment['OPENAI_API_KEY'] || environment['DASHSCOPE_API_KEY']) return true
      const folder = environment['QWEN_HOME'] ?? join(home, '.qwen')
      if (existsSync(join(folder, 'oauth_creds.json'))) return true
      return existsSync(join(folder, 'settings.json')) ? null : false
    },
    memoryFiles: ['QWEN.md', 'AGENTS.md'],
  },
  copilot: {
    args: ['--acp', '--no-auto-update'],
    oldest: '1.0.102',
    account: ['COPILOT_*', 'GH_TOKEN', 'GITHUB_TOKEN', 'GH_HOST'],
    environment: () => ({ COPILOT_AUTO_UPDATE: 'false' }),
    modes: {
      plan: copilotMode('plan', 'off'),
      default: copilotMode('agent', 'off'),
      // Copilot has no mode between asking for everything and for nothing.
      acceptEdits: copilotMode('agent', 'off'),
      bypassPermissions: copilotMode('agent', 'on'),
    },
    steering: 'none',
    goesOn: 'load',
    lists: 'all',
    copiesBy: 'never',
    // Copilot rejects servers that it would have to start.
    servers: 'http',
    counting: 'total',
    mayDo: {},
    // Copilot sends errors of the model as text of the answer, each in one chunk.
    ownWord: (chunk) => {
      if (/^Error: \S/.test(chunk)) return 'error'
      return /^Info: (?:Request failed|Operation cancelled)/.test(chunk) ? 'aside' : null
    },
    signedIn: ({ environment, home }) => {
      const { COPILOT_PROVIDER_BASE_URL: own, GH_TOKEN: gh, GITHUB_TOKEN: github } = environment
      if (own || gh || github || environment['COPILOT_GITHUB_TOKEN']) return true
      // The secret itself may be in the system's keyring.
      return existsSync(join(environment['COPILOT_HOME'] ?? join(home, '.copilot'), 'config.json'))
        ? null
        : false
    },
    memoryFiles: ['AGENTS.md', '.github/copilot-instructions.md'],
  },
  other: { name: 'The agent' },
}

export const profiles = Object.fromEntries(
  acpKinds.map((kind) => {
    const { name, program } = kindFacts[kind]
    const named = { kind, name, program: program.charAt(0).toUpperCase() + program.slice(1), command: kind }
    return [kind, { ...plain, ...named, ...rows[kind] }]
  }),
) as Readonly<Record<AcpKind, Profile>>

function modeIs(value: string): readonly Wanted[] {
  return [{ option: 'mode', value }]
}

function copilotMode(name: string, all: 'on' | 'off'): readonly Wanted[] {
  const page = 'https://agentclientprotocol.com/protocol/session-modes'
  return [...modeIs(`${page}#${name}`), { option: 'allow_all', value: all }]
}

/** Whether the user chose a sign-in method for Gemini whose secrets are stored elsewhere. */
function hasChosen(home: string): boolean {
  const settings = orNull(() => readFileSync(join(home, '.gemini', 'settings.json'), 'utf8'))
  return settings?.includes('"selectedType"') === true
}

/** Permissions for each mode; OpenCode asks for nothing that isn't listed. */
const asking: Readonly<Record<PermissionMode, object>> = {
  plan: opencodePermissions('ask', 'ask'),
  default: opencodePermissions('ask', 'ask'),
  acceptEdits: opencodePermissions('ask', 'allow'),
  auto: opencodePermissions('ask', 'ask'),
  bypassPermissions: opencodePermissions('allow', 'allow'),
}

function opencodePermissions(run: 'ask' | 'allow', edit: 'ask' | 'allow'): object {
  return { edit, bash: run, webfetch: run, external_directory: run, doom_loop: 'ask' }
}

/** Qwen trusts every folder unless told to ask, and reads the trusted ones from a file. */
function trustFiles(folder: string, trusted: string | null): Readonly<Record<string, string>> {
  const settings = join(folder, 'settings.json')
  const folders = join(folder, trusted === null ? 'trusts-nothing.json' : 'trusted.json')
  writeOwnerOnly(settings, JSON.stringify({ security: { folderTrust: { enabled: true } } }))
  writeOwnerOnly(folders, JSON.stringify(trusted === null ? {} : { [trusted]: 'TRUST_FOLDER' }))
  return { QWEN_CODE_SYSTEM_SETTINGS_PATH: settings, QWEN_CODE_TRUSTED_FOLDERS_PATH: folders }
}
