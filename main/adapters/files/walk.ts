import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readIgnored, type Ignored } from './ignored.ts'

/** Most folders that are looked into. */
const mostFolders = 20_000
/** Longest file of rules that is read, in characters. */
const longestRules = 100_000

interface Place {
  /** Below the root, with `/` at its end; empty: the root. */
  readonly path: string
  /** The rules of all folders above it, and their own. */
  readonly rules: readonly Ignored[]
}

/**
 * Files below a folder, nearest first, `most` at most: no link is followed, nothing is listed that begins with a dot,
 * of `node_modules`, or that a `.gitignore` or `.ignore` on the way leaves out. `closed` is never entered. Never rejects.
 */
export async function walk(root: string, closed: string, most: number): Promise<readonly string[]> {
  const files: string[] = []
  const waiting: Place[] = [{ path: '', rules: [] }]
  for (let looked = 0; looked < mostFolders && files.length < most; looked++) {
    const place = waiting.shift()
    if (place === undefined) break
    const folder = join(root, place.path)
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const rules = [
      ...place.rules,
      ...(await rulesOf(
        folder,
        place.path,
        entries.map(({ name }) => name),
      )),
    ]
    const isOut = (path: string, isFolder: boolean): boolean =>
      rules.reduce((out, rule) => rule(path, isFolder) ?? out, false)
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry
      if (name.startsWith('.') || name === 'node_modules') continue
      const path = `${place.path}${name}`
      if (entry.isFile() && !isOut(path, false)) files.push(path)
      if (entry.isDirectory() && !isOut(path, true) && join(root, path) !== closed)
        waiting.push({ path: `${path}/`, rules })
    }
  }
  return files.slice(0, most)
}

async function rulesOf(folder: string, path: string, names: readonly string[]): Promise<readonly Ignored[]> {
  const own = ['.gitignore', '.ignore'].filter((name) => names.includes(name))
  const texts = await Promise.all(own.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))
  return texts.map((text) => readIgnored(text.slice(0, longestRules), path))
}
