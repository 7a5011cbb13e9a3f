import type { AgentKind } from '../../contract/agents/kinds.ts'
import type { TrustRole } from './places.ts'

export type Names = readonly (readonly [name: string, role: TrustRole])[]

export interface KindPlaces {
  readonly here: Names
  /** In the folder and all its parents. */
  readonly above: Names
  /** In the folder and its parents within the checkout. */
  readonly inCheckout: Names
  /** In subfolders, once the agent reads there. */
  readonly below: Names
  /** Folders in the user's home that belong to the program. */
  readonly own: readonly string[]
  /** Local settings of the checkout's root, and of the main checkout of a linked worktree, apply too. */
  readonly localSettings?: true
}

const nothing: KindPlaces = { here: [], above: [], inCheckout: [], below: [], own: [] }

const servers: Names = [['.mcp.json', 'servers']]
const shared: Names = [['.agents/skills', 'skill']]
const agents: Names = [['AGENTS.md', 'instructions']]

const claudeWords: Names = [
  ['CLAUDE.md', 'instructions'],
  ['.claude/CLAUDE.md', 'instructions'],
  ['CLAUDE.local.md', 'instructions'],
  ['.claude/rules', 'instructions'],
]
const claudeSkills: Names = [['.claude/skills', 'skill']]
/** What applies from a folder that settings open to the agent (`additionalDirectories`). */
export const openedNames: Names = [
  ...claudeSkills,
  ['.claude/commands', 'command'],
  ['.claude/agents', 'agent'],
  ['.claude/output-styles', 'style'],
  ['.claude/workflows', 'workflow'],
]
/** The user's own settings for a checkout. */
export const localSettings: Names = [['.claude/settings.local.json', 'settings']]

/** Measured as described in `docs/claude-cli.md`. */
const claude: KindPlaces = {
  here: [['.claude/settings.json', 'settings'], ...localSettings],
  localSettings: true,
  above: [...servers, ...claudeWords],
  inCheckout: openedNames,
  below: [...claudeWords, ...claudeSkills],
  own: ['.claude'],
}

const codex: KindPlaces = {
  ...nothing,
  inCheckout: [
    ...agents,
    ['AGENTS.override.md', 'instructions'],
    ['.codex/config.toml', 'config'],
    ['.codex/hooks.json', 'config'],
    ['.codex/rules', 'config'],
    ['.codex/agents', 'agent'],
    ['.codex/prompts', 'command'],
    ['.codex/skills', 'skill'],
    ['.agents/plugins', 'config'],
    ...shared,
  ],
  own: ['.codex', '.agents'],
}

const gemini: KindPlaces = {
  ...nothing,
  here: [
    ['.gemini/settings.json', 'config'],
    ['.gemini/policies', 'config'],
    ['.gemini/extensions', 'code'],
    ['.gemini/hooks', 'script'],
    ['.gemini/commands', 'command'],
    ['.gemini/agents', 'agent'],
    ['.gemini/skills', 'skill'],
    ['.gemini/system.md', 'instructions'],
    ['.gemini/sandbox.Dockerfile', 'code'],
    ...shared,
  ],
  above: [
    ['.gemini/.env', 'environment'],
    ['.env', 'environment'],
    ['GEMINI.md', 'instructions'],
  ],
  below: [['GEMINI.md', 'instructions']],
  own: ['.gemini', '.agents'],
}

const inOpencode = (names: readonly string[], role: TrustRole): Names =>
  names.flatMap((name) => [
    [`.opencode/${name}`, role],
    [`.opencode/${name}s`, role],
  ])
const opencode: KindPlaces = {
  ...nothing,
  inCheckout: [
    ...agents,
    ['CLAUDE.md', 'instructions'],
    ['CONTEXT.md', 'instructions'],
    ...['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'].map(
      (name) => [name, 'config'] as const,
    ),
    ['.opencode/package.json', 'config'],
    ...inOpencode(['plugin', 'tool'], 'code'),
    ...inOpencode(['agent', 'mode'], 'agent'),
    ...inOpencode(['command'], 'command'),
    ...inOpencode(['skill'], 'skill'),
    ...claudeSkills,
    ...shared,
  ],
  own: ['.opencode', '.claude', '.agents'],
}

const qwen: KindPlaces = {
  ...nothing,
  here: [
    ['.qwen/settings.json', 'config'],
    ...servers,
    ['.qwen/extensions', 'code'],
    ['.qwen/workflows', 'workflow'],
    ['.qwen/commands', 'command'],
    ['.qwen/agents', 'agent'],
    ['.qwen/skills', 'skill'],
    ['.qwen/team-memory', 'instructions'],
    ['.qwen/loop.md', 'instructions'],
    ['.qwen/output-language.md', 'instructions'],
    ['.qwen/sandbox.Dockerfile', 'code'],
    ...shared,
  ],
  above: [
    ['.qwen/.env', 'environment'],
    ['.env', 'environment'],
    ['QWEN.md', 'instructions'],
    ['.qwen/QWEN.md', 'instructions'],
    ['.qwen/QWEN.local.md', 'instructions'],
    ...agents,
  ],
  below: [['QWEN.md', 'instructions'], ...agents],
  own: ['.qwen', '.agents'],
}

const copilot: KindPlaces = {
  ...nothing,
  inCheckout: [
    ['.github/copilot-instructions.md', 'instructions'],
    ['.github/instructions', 'instructions'],
    ['.github/copilot/settings.json', 'config'],
    ['.github/copilot/settings.local.json', 'config'],
    ['.github/hooks', 'config'],
    ['.github/lsp.json', 'config'],
    ['.github/mcp.json', 'servers'],
    ['.vscode/mcp.json', 'servers'],
    ...servers,
    ['.github/agents', 'agent'],
    ['.github/prompts', 'command'],
    ['.github/skills', 'skill'],
    ['.github/extensions', 'code'],
    ...agents,
    ['CLAUDE.md', 'instructions'],
    ['GEMINI.md', 'instructions'],
    ['.claude/agents', 'agent'],
    ...claudeSkills,
    ...shared,
  ],
  below: agents,
  own: ['.copilot', '.claude', '.agents'],
}

/** From the makers' programs and documentation, for the versions in `scripts/test-agents/package.json`. */
const known: Partial<Readonly<Record<AgentKind, KindPlaces>>> = {
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  copilot,
}

/** An unknown agent might read anything that the known ones read. */
export function lookedAtBy(kind: AgentKind): readonly KindPlaces[] {
  const own = known[kind]
  return own === undefined ? Object.values(known) : [own]
}
