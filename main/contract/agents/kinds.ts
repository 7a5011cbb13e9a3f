import type { PermissionMode } from '../api/model.ts'

/** What is so of every program of a kind, before one is started. */
interface KindFacts {
  /** As people call the agent. */
  readonly name: string
  /** As people call the program, in the middle of a sentence: "the Claude CLI". */
  readonly program: string
  /** What installs it, for a terminal; null: nobody knows. */
  readonly install: string | null
  /** Its program is one file that Janus can download by itself (`adapters/downloads`). */
  readonly downloads: boolean
  /** What signs in, for a terminal; null: in the window. */
  readonly signIn: string | null
  /**
   * A folder's own settings, hooks, plugins and servers can be kept out. Where not, a folder that has any is asked
   * about before the first start, and a "no" means that the agent is not started there.
   */
  readonly closesFolder: boolean
  /** How it is told about itself and its role: with its system prompt, or before the first words of a conversation. */
  readonly told: 'system' | 'words'
  /** How strictly its agents can be made to ask; the usual one is always there. */
  readonly modes: readonly PermissionMode[]
  /** What the public registry of agents calls it, or a program that brings it to the protocol. */
  readonly registryIds: readonly string[]
}

/** Those of most kinds, from strict to lax. */
export const usualModes: readonly PermissionMode[] = ['plan', 'default', 'acceptEdits', 'bypassPermissions']

/** All of them. */
export const everyMode: readonly PermissionMode[] = [
  'plan',
  'default',
  'acceptEdits',
  'auto',
  'bypassPermissions',
]

/** What is so of an agent of the Agent Client Protocol that nobody tried. */
const untried = {
  install: null,
  downloads: false,
  signIn: null,
  closesFolder: false,
  told: 'words',
  modes: usualModes,
  registryIds: [],
} as const

/** A row for each kind. Names of packages and commands are their makers'. */
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
 * Whose agent a tab is: the maker's program that its process runs. `other`: one that speaks the Agent Client Protocol,
 * by its command line. Chosen when the tab is made, and never changed.
 */
export const agentKinds = Object.keys(rows) as readonly AgentKind[]

/** One of them. */
export type AgentKind = keyof typeof rows

/** By kind. */
export const kindFacts: Readonly<Record<AgentKind, KindFacts>> = rows

/** One that Janus knows a program of, whose path can be set. */
export type NamedKind = Exclude<AgentKind, 'other'>

/** All of those. */
export const namedKinds: readonly NamedKind[] = agentKinds.filter((kind) => kind !== 'other')

/** What a tab is when nothing is said. */
export const usualKind = 'claude' as const satisfies AgentKind

/** What runs in a tab. */
export interface KindChoice {
  /** Whose program it is. */
  readonly kind: AgentKind
  /** The command line of one of kind `other`, else null. */
  readonly program: string | null
}

/** The program of a kind at the head of a sentence or on a line of its own: "Claude CLI". */
export function programTitle(kind: AgentKind): string {
  const words = kindFacts[kind].program.replace(/^the /, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a tab is, in full: "Codex", "Another agent: goose acp". */
export function kindTitle({ kind, program }: KindChoice): string {
  return program === null ? kindFacts[kind].name : `${kindFacts[kind].name}: ${program}`
}
