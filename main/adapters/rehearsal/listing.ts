import { clip } from './answer.ts'
import type { Result } from './play.ts'

/** Lists the files of a folder; a command that only reads, so no CLI asks about it. */
export const listFiles = {
  command: "find . -type f -not -path '*/.*' -not -path '*/node_modules/*' | sort | head -200",
  description: 'List the files',
}

/** Finds what was left open. */
export const findOpen = {
  command: "grep -rnE 'TODO|FIXME' . --exclude-dir=node_modules --exclude-dir='.*' | sort | head -20",
  description: 'Find what is left to do',
}

/** The paths in a listing, without the leading dot. */
export function pathsIn({ text, failed }: Result): readonly string[] {
  if (failed) return []
  return lines(text)
    .filter((line) => /^\.\/./.test(line))
    .map((line) => line.slice(2))
}

/** Where something was left open: the place, and the words behind it. */
export function openIn({ text, failed }: Result): readonly { place: string; words: string }[] {
  if (failed) return []
  return lines(text).flatMap((line) => {
    const [, path, row, rest = ''] = /^(?:\.\/)?(.+?):(\d+):(.*)$/.exec(line) ?? []
    if (path === undefined || row === undefined) return []
    const words = rest.replace(/^.*?(?:TODO|FIXME):?\s*/, '').replace(/\s*(?:\*\/|-->)\s*$/, '')
    return [{ place: `${path}:${row}`, words: clip(words, 100) }]
  })
}

/** A file as the CLI showed it, without the numbers of its lines. */
export function textOf({ text, failed }: Result): string | null {
  if (failed) return null
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*\d+[\t→]/, ''))
    .join('\n')
}

const source = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|swift|php|cs|c|cc|cpp)$/
const test = /(?:[._-](?:test|spec)\.|^test_|_test\.)/

/** Whether a file has code in it, by its name. */
export function isSource(path: string): boolean {
  return source.test(path)
}

/** Source files, and those of them without a test of their name. */
export function untestedIn(paths: readonly string[]): {
  sources: readonly string[]
  untested: readonly string[]
} {
  const all = paths.filter(isSource)
  const tests = new Set(all.filter((path) => test.test(nameOf(path))).map(bareName))
  const sources = all.filter((path) => !test.test(nameOf(path)))
  return { sources, untested: sources.filter((path) => !tests.has(bareName(path))) }
}

/** The test of a file's name among others, or null. */
export function testOf(file: string, paths: readonly string[]): string | null {
  const tests = paths.filter((path) => isSource(path) && test.test(nameOf(path)))
  return tests.find((path) => bareName(path) === bareName(file)) ?? null
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function bareName(path: string): string {
  return nameOf(path)
    .replace(test, '.')
    .replace(/^\.|\..*$/g, '')
}

/** What a file in JavaScript or TypeScript offers to others, by name. */
export function offeredBy(text: string): readonly string[] {
  const exported = /^export (?:async )?(?:function\*?|const|let|class) ([\w$]{1,60})/gm
  return [...text.matchAll(exported)].map(([, name = '']) => name)
}

/** `a`, `b` and 3 more. */
export function named(paths: readonly string[], most = 5): string {
  const shown = paths.slice(0, most).map((path) => `\`${clip(path, 80).replaceAll('`', '')}\``)
  const more = paths.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`
}

/** `1 file`, `3 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
