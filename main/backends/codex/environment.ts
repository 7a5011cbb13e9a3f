import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orNull } from '../../adapters/folder/errors.ts'
import { everyday, pastProxies, selectVariables } from '../../adapters/processes/command.ts'

const own = ['CODEX_*', 'OPENAI_*', 'AZURE_OPENAI_*']

/** The whole environment of a Codex: listed variables, keys that its settings name, then `overrides`. */
export function codexEnvironment(
  user: NodeJS.ProcessEnv,
  overrides: Readonly<Record<string, string>> = {},
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const given = { ...user, ...overrides }
  const keys = keysNamedIn(join(codexHome(given), 'config.toml'))
  const seen = selectVariables(given, [...everyday, ...own, ...keys], platform)
  return { ...seen, ...pastProxies(seen), ...overrides }
}

export function codexHome(environment: NodeJS.ProcessEnv): string {
  const { CODEX_HOME: folder, HOME: home, USERPROFILE: profile } = environment
  return folder || join(home || profile || '.', '.codex')
}

/** The user's settings may name any variable as the key of a model provider. */
function keysNamedIn(path: string): string[] {
  const text = orNull(() => readFileSync(path, 'utf8')) ?? ''
  const named = text.matchAll(/^\s*env_key\s*=\s*["']([A-Za-z_][A-Za-z0-9_]*)["']/gm)
  return [...named].map(([, name]) => name ?? '')
}
