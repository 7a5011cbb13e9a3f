import type { FolderVariable } from '../../contract/api/views.ts'
import { parseJson } from '../../contract/api/parse-json.ts'
import { everyday, matchesName } from '../../adapters/processes/command.ts'
import type { TrustPiece } from './collect.ts'
import { configStrings } from './config-words.ts'
import { stringsIn } from './reading.ts'

/** Variables shown to the user; further ones are not passed to agents either. */
const mostShown = 20

/** Names that the programs substitute themselves. */
const ownPlaces = /^(?:(?:CLAUDE|GEMINI|QWEN)_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)|CLAUDE_SKILL_DIR|PWD)$/

/**
 * Lists the user's variables that settings and server files name: `${NAME}`, `${NAME:-default}`,
 * `${env:NAME}` and `{env:NAME}`, in TOML also `bearer_token_env_var` and `env_vars`. Variables that every
 * agent gets anyway are left out.
 */
export function variablesOf(
  pieces: readonly TrustPiece[],
  environment: NodeJS.ProcessEnv,
): readonly FolderVariable[] {
  const found = new Map<string, boolean>()
  for (const piece of pieces)
    for (const { name, hasDefault } of namedBy(piece)) {
      const isEveryday = everyday.some((pattern) => matchesName(name, pattern, process.platform))
      if (!isEveryday && !ownPlaces.test(name)) found.set(name, (found.get(name) ?? true) && hasDefault)
    }
  const shown = [...found].slice(0, mostShown)
  return shown.map(([name, hasDefault]) => ({ name, isSet: environment[name] !== undefined, hasDefault }))
}

interface Named {
  readonly name: string
  readonly hasDefault: boolean
}

/** Names nothing from an unclear file. */
function namedBy({ role, path, words, unclear }: TrustPiece): readonly Named[] {
  if (words === null || unclear !== null) return []
  if (role !== 'settings' && role !== 'servers' && role !== 'config') return []
  const value = role === 'config' ? configStrings(words) : parseJson(words)
  const inStrings = [...stringsIn(value), ...keysIn(value)].flatMap((text) =>
    [...text.matchAll(/\$?\{(?:env:)?([A-Za-z_]\w*)(:-[^}]*)?\}/g)]
      .filter(([whole]) => whole.startsWith('$') || whole.startsWith('{env:'))
      .map(([, name = '', preset]) => ({ name, hasDefault: preset !== undefined })),
  )
  return path.endsWith('.toml') ? [...inStrings, ...namedInToml(words)] : inStrings
}

function namedInToml(words: string): readonly Named[] {
  const lines = [...words.matchAll(/^\s*(?:bearer_token_env_var|env_vars)\s*=\s*(\[[^\]]*\]|[^\n]*)/gm)]
  return lines.flatMap(([, value = '']) =>
    [...value.matchAll(/["']([A-Za-z_]\w*)["']/g)].map(([, name = '']) => ({ name, hasDefault: false })),
  )
}

/** Every field name in a value, at any depth: the name of a header may contain a variable too. */
function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : Object.keys(value)
  return [...own, ...Object.values(value).flatMap(keysIn)]
}
