import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll } from 'vitest'
import { root } from './child.mjs'

/**
 * Lints texts as if each were at a path of the repository; returns a function whose result lists, inside a
 * test, the rules that a text breaks. Lints all texts of a test file together, since each start of the linter
 * takes half a second. A file called `x` is given a unique name; texts with the same other name are linted in
 * separate runs.
 */
export function lintedSnippets(): (path: string, text: string) => () => readonly string[] {
  const rounds: Map<string, string>[] = []
  const broken: Map<string, string[]>[] = []
  let count = 0
  beforeAll(() => broken.push(...rounds.map(lint)))
  return (path, text) => {
    const own = path.replace(/\/x(?=\.[^/]+$)/, `/x${(count += 1)}`)
    const free = rounds.findIndex((files) => !files.has(own))
    const at = free < 0 ? rounds.push(new Map()) - 1 : free
    rounds[at]?.set(own, `${text}\n`)
    return () => broken[at]?.get(own) ?? []
  }
}

function lint(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'janus-lint-'))
  try {
    put(folder, 'oxlint.config.ts', `export { default } from '${join(root, 'oxlint.config.ts')}'`)
    put(folder, 'tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.base.json') }))
    for (const [path, text] of files) put(folder, path, text)
    const { diagnostics } = JSON.parse(printed(folder)) as {
      diagnostics: { filename: string; code?: string; message: string }[]
    }
    const broken = new Map<string, string[]>()
    for (const { filename, code, message } of diagnostics) {
      const rule = code?.replace(/^eslint\((.*)\)$/, '$1').replace(/\((.*)\)$/, '/$1') ?? message
      broken.set(filename, [...(broken.get(filename) ?? []), rule])
    }
    return broken
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** The linter exits with an error here, but its output is complete. */
function printed(cwd: string): string {
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', '.']
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
