import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { everyday, pastProxies, selectVariables, unproxied } from '../../adapters/processes/command.ts'

/** The CLI needs it to have a shell on Windows. */
const gitBash = 'CLAUDE_CODE_GIT_BASH_PATH'
const plain = [...everyday, gitBash, 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC']

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

const switches = {
  CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
  CLAUDE_AGENT_SDK_CLIENT_APP: 'janus',
  DISABLE_AUTOUPDATER: '1',
}

/**
 * The whole environment of a CLI: only the variables listed above, then `overrides`. Overrides with a model
 * address remove the user's account, so that no key is sent there.
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

/** Variables that could lead an agent from the demo model to a real account. */
const realModels = /^(ANTHROPIC_|CLAUDE_CODE_USE_|CLAUDE_CODE_OAUTH|AWS_|GOOGLE_|CLOUD_ML_)/

/** The environment of a demo: no account of the user's, a separate home, the built-in model at `modelUrl`. */
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

/** Variables that bypass a model address or proxy the way to it. */
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
 * Variables that a trusted folder's settings may not change: Janus's switches and process mark, the
 * conversations' folder, and with a model address in `overrides` also the model. No secrets: they are on the
 * command line.
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
