import * as fs from 'node:fs'
import { join } from 'node:path'
import { readShortText } from '../folder/foreign-file.ts'
import { readIgnored, type Ignored } from './ignored.ts'

/** Most folders that are looked into, and most names in all of them. */
const limits = { folders: 20_000, names: 500_000 }
/** Longest file of rules that is read, in bytes. */
const longestRules = 100_000

interface Place {
  readonly names: readonly string[]
  /** The rules of all folders above it. */
  readonly rules: readonly Ignored[]
}

/**
 * Files below a folder, nearest first: no link is followed, nothing is listed that begins with a dot, of
 * `node_modules`, or that a `.gitignore` or `.ignore` on the way leaves out. `closed`, a real path, is never entered.
 * Ends early at its limits. Blocks, and may take long in a hostile folder: it is for a process of its own.
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

/** The rules of nearer folders come last and overrule those above. */
function isOut(rules: readonly Ignored[], names: readonly string[], isFolder: boolean): boolean {
  for (const rule of rules.toReversed()) {
    const says = rule(names, isFolder)
    if (says !== null) return says
  }
  return false
}

/** Read name by name, so that a folder with millions of them takes no more memory than it may. */
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
    // It cannot be read, or is gone by now.
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function rulesOf(folder: string, depth: number, entries: readonly fs.Dirent[]): readonly Ignored[] {
  return ['.gitignore', '.ignore']
    .filter((own) => entries.some(({ name }) => name === own))
    .map((own) => readShortText(join(folder, own), { most: longestRules, links: 'refuse' }))
    .map((text) => readIgnored(text, depth))
}
