import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { everyday, pastProxies, selectVariables, unproxied } from '../../adapters/processes/command.ts'

/** Without it the CLI has no shell on Windows. */
const gitBash = 'CLAUDE_CODE_GIT_BASH_PATH'
/** Variables that a CLI may see as the user has them. */
const plain = [...everyday, gitBash, 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC']

/** Where the user's model and account are. */
const account = [
  'ANTHROPIC_*',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_*',
  'CLAUDE_CODE_SKIP_*',
  'AWS_*',
  'GOOGLE_*',
  'CLOUD_ML_REGION',
  'VERTEX_REGION_*',
]

/** What every CLI of ours is told. */
const switches = {
  CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
  CLAUDE_AGENT_SDK_CLIENT_APP: 'janus',
  DISABLE_AUTOUPDATER: '1',
}

/**
 * The whole environment of a CLI: what is listed above and nothing else, then `overrides`. Overrides that
 * name another model's address replace all of the user's account, so that no key goes there.
 */
export function claudeEnvironment(
  user: NodeJS.ProcessEnv,
  overrides: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const isForeign = 'ANTHROPIC_BASE_URL' in overrides
  const own = [...plain, ...(isForeign ? [] : account)]
  const seen = selectVariables(user, own, platform)
  return { ...seen, ...pastProxies(seen), ...switches, ...overrides }
}

/** Whether a variable could lead an agent past a model of ours, to a real account. */
const realModels = /^(ANTHROPIC_|CLAUDE_CODE_USE_|CLAUDE_CODE_OAUTH|AWS_|GOOGLE_|CLOUD_ML_)/

/** The environment of a rehearsal: no account of the user's, a home of its own, the built-in model at `modelUrl`. */
export function rehearsalEnvironment(
  user: NodeJS.ProcessEnv,
  folder: string,
  modelUrl: string,
): { environment: NodeJS.ProcessEnv; overrides: Record<string, string> } {
  const home = join(folder, 'rehearsal')
  mkdirSync(join(home, 'claude'), { recursive: true, mode: 0o700 })
  const environment = Object.fromEntries(Object.entries(user).filter(([name]) => !realModels.test(name)))
  const overrides = {
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'rehearsal',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
  }
  return { environment, overrides }
}

/** What would lead past a model's address, or to it by another way. */
const detours = [
  ...['BEDROCK', 'VERTEX', 'FOUNDRY', 'MANTLE', 'GATEWAY', 'ANTHROPIC_AWS', 'ANTHROPIC_GOOGLE_CLOUD'].map(
    (provider) => `CLAUDE_CODE_USE_${provider}`,
  ),
  'ANTHROPIC_UNIX_SOCKET',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
]

/**
 * What the settings of a trusted folder may not change for its CLI: our own switches and mark, where the
 * conversations are, and (with overrides that name another model's address) which model answers. No secrets:
 * it stands on the command line.
 */
export function pinnedEnvironment(
  environment: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = [...Object.keys(switches), ...unproxied, 'JANUS_PROCESS', 'CLAUDE_CONFIG_DIR', 'HOME']
  const own = names.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const address = overrides['ANTHROPIC_BASE_URL']
  if (address === undefined) return Object.fromEntries(own)
  const closed = detours.map((name) => [name, ''] as const)
  return Object.fromEntries([...own, ...closed, ['ANTHROPIC_BASE_URL', address]])
}
