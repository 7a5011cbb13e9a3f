import * as fs from 'node:fs'
import { join } from 'node:path'
import { readShortText } from '../folder/foreign-file.ts'
import { readIgnored, type Ignored } from './ignored.ts'

/** Caps on folders read and names in all of them. */
const limits = { folders: 20_000, names: 500_000 }
/** Bytes. */
const longestRules = 100_000

interface Place {
  readonly names: readonly string[]
  /** Rules of all folders above. */
  readonly rules: readonly Ignored[]
}

/**
 * Yields files breadth first. Skips links, dot files, `node_modules` and what `.gitignore` and `.ignore`
 * exclude; never enters `closed` (a real path). Stops at its limits. Blocking and possibly slow in a
 * hostile folder, so run it in a separate process.
 */
export function* walkFiles(root: string, closed: string): Generator<string> {
  const waiting: Place[] = [{ names: [], rules: [] }]
  let room = limits.names
  for (let next = 0; next < waiting.length && next < limits.folders && room > 0; next++) {
    const { names: above, rules: rulesAbove } = waiting[next] as Place
    const folder = join(root, ...above)
    const entries = entriesOf(folder, room)
    room -= entries.length
    const rules = [...rulesAbove, ...rulesOf(folder, above.length, entries)]
    for (const entry of entries) {
      const { name } = entry
      if (name.startsWith('.') || name === 'node_modules') continue
      const names = [...above, name]
      const isFolder = entry.isDirectory()
      if (!(isFolder || entry.isFile()) || isOut(rules, names, isFolder)) continue
      if (!isFolder) yield names.join('/')
      else if (join(folder, name) !== closed) waiting.push({ names, rules })
    }
  }
}

/** Rules of nearer folders take precedence. */
function isOut(rules: readonly Ignored[], names: readonly string[], isFolder: boolean): boolean {
  for (const rule of rules.toReversed()) {
    const says = rule(names, isFolder)
    if (says !== null) return says
  }
  return false
}

/** Reads entry by entry, so a folder with millions of entries takes bounded memory. */
function entriesOf(folder: string, most: number): readonly fs.Dirent[] {
  const entries: fs.Dirent[] = []
  try {
    const open = fs.opendirSync(folder)
    try {
      for (let entry = open.readSync(); entry !== null && entries.length < most; entry = open.readSync())
        entries.push(entry)
    } finally {
      open.closeSync()
    }
  } catch {
    // The folder is unreadable or gone.
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function rulesOf(folder: string, depth: number, entries: readonly fs.Dirent[]): readonly Ignored[] {
  return ['.gitignore', '.ignore']
    .filter((own) => entries.some(({ name }) => name === own))
    .map((own) => readShortText(join(folder, own), { most: longestRules, links: 'refuse' }))
    .map((text) => readIgnored(text, depth))
}
