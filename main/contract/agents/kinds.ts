import type { PermissionMode } from '../api/model.ts'

/** Facts about a kind's programs that are known without starting one. */
interface KindFacts {
  readonly name: string
  /** Within a sentence: "the Claude CLI". */
  readonly program: string
  /** Terminal command; null: unknown. */
  readonly install: string | null
  /** It is one file that Janus can download by itself (`adapters/downloads`). */
  readonly downloads: boolean
  /** Terminal command; null: in the window. */
  readonly signIn: string | null
  /**
   * It can be kept from using a folder's own settings, hooks, plugins and servers. Otherwise the user is
   * asked before the first start in a folder that has any, and a "no" prevents the start.
   */
  readonly closesFolder: boolean
  /** Whether its introduction and role are in the system prompt or before the first message. */
  readonly told: 'system' | 'words'
  /** Supported permission modes; `default` is always one. */
  readonly modes: readonly PermissionMode[]
  /** Its ids in the public registry of agents, and those of programs that adapt it to the protocol. */
  readonly registryIds: readonly string[]
}

/** From strict to lax. */
export const usualModes: readonly PermissionMode[] = ['plan', 'default', 'acceptEdits', 'bypassPermissions']

export const everyMode: readonly PermissionMode[] = [
  'plan',
  'default',
  'acceptEdits',
  'auto',
  'bypassPermissions',
]

/** An untested agent of the Agent Client Protocol. */
const untried = {
  install: null,
  downloads: false,
  signIn: null,
  closesFolder: false,
  told: 'words',
  modes: usualModes,
  registryIds: [],
} as const

const rows = {
  claude: {
    name: 'Claude',
    program: 'the Claude CLI',
    install: 'npm install -g @anthropic-ai/claude-code',
    downloads: true,
    signIn: null,
    closesFolder: true,
    told: 'system',
    modes: everyMode,
    registryIds: ['claude-acp', 'claude-code-acp'],
  },
  codex: {
    name: 'Codex',
    program: 'the Codex CLI',
    install: 'npm install -g @openai/codex',
    downloads: true,
    signIn: null,
    closesFolder: true,
    told: 'system',
    modes: usualModes,
    registryIds: ['codex-acp'],
  },
  gemini: {
    name: 'Gemini',
    program: 'the Gemini CLI',
    install: 'npm install -g @google/gemini-cli',
    downloads: false,
    signIn: 'gemini',
    closesFolder: true,
    told: 'words',
    modes: usualModes,
    registryIds: ['gemini'],
  },
  opencode: {
    name: 'OpenCode',
    program: 'OpenCode',
    install: 'npm install -g opencode-ai',
    downloads: true,
    signIn: 'opencode auth login',
    closesFolder: false,
    told: 'words',
    modes: usualModes,
    registryIds: ['opencode'],
  },
  qwen: {
    name: 'Qwen',
    program: 'Qwen Code',
    install: 'npm install -g @qwen-code/qwen-code',
    downloads: false,
    signIn: 'qwen',
    closesFolder: true,
    told: 'words',
    modes: everyMode,
    registryIds: ['qwen-code'],
  },
  copilot: {
    name: 'Copilot',
    program: 'the Copilot CLI',
    install: 'npm install -g @github/copilot',
    downloads: true,
    signIn: 'copilot',
    closesFolder: true,
    told: 'words',
    modes: usualModes,
    registryIds: ['github-copilot', 'github-copilot-cli'],
  },
  other: {
    ...untried,
    name: 'Custom agent',
    program: 'the agent’s program',
    modes: ['default'],
  },
} as const satisfies Readonly<Record<string, KindFacts>>

/**
 * The program that a tab's process runs. `other`: any program that speaks the Agent Client Protocol, by its
 * command line. Chosen when the tab is created and never changed.
 */
export const agentKinds = Object.keys(rows) as readonly AgentKind[]

export type AgentKind = keyof typeof rows

export const kindFacts: Readonly<Record<AgentKind, KindFacts>> = rows

/** A kind whose program Janus knows, so that its path can be set. */
export type NamedKind = Exclude<AgentKind, 'other'>

export const namedKinds: readonly NamedKind[] = agentKinds.filter((kind) => kind !== 'other')

/** The default for new tabs. */
export const usualKind = 'claude' as const satisfies AgentKind

export interface KindChoice {
  readonly kind: AgentKind
  /** Command line of kind `other`, else null. */
  readonly program: string | null
}

/** For the start of a sentence or a label: "Claude CLI". */
export function programTitle(kind: AgentKind): string {
  const words = kindFacts[kind].program.replace(/^the /, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "Codex", "Custom agent: goose acp". */
export function kindTitle({ kind, program }: KindChoice): string {
  return program === null ? kindFacts[kind].name : `${kindFacts[kind].name}: ${program}`
}
