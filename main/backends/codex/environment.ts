import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quietly } from '../../adapters/folder/errors.ts'
import { everyday, pastProxies, selectVariables } from '../../adapters/processes/command.ts'

/** Where the user's Codex, its account and its models are. */
const own = ['CODEX_*', 'OPENAI_*', 'AZURE_OPENAI_*']

/** The whole environment of a Codex: what any program may see, its own variables, the keys that its settings name; then `overrides`. */
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

/** Where Codex keeps its settings and conversations; absolute. */
export function codexHome(environment: NodeJS.ProcessEnv): string {
  const { CODEX_HOME: folder, HOME: home, USERPROFILE: profile } = environment
  return folder || join(home || profile || '.', '.codex')
}

/** A model's provider may have its key in a variable of any name, which the user's settings tell. */
function keysNamedIn(path: string): string[] {
  const text = quietly(() => readFileSync(path, 'utf8')) ?? ''
  const named = text.matchAll(/^\s*env_key\s*=\s*["']([A-Za-z_][A-Za-z0-9_]*)["']/gm)
  return [...named].map(([, name]) => name ?? '')
}
