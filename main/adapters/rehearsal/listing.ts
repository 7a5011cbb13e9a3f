import { clip } from './answer.ts'
import { call, type Play, type Result } from './play.ts'

/** Whether an agent has what it takes to look around. */
export function canLook(tools: ReadonlySet<string>): boolean {
  return tools.has('Read') && (tools.has('Bash') || tools.has('Glob'))
}

/** The files of the folder, by a command that only reads, so that no CLI asks about it; else by the CLI's own search. */
export function* listFiles(): Play<readonly string[]> {
  const listing = {
    command: "find . -type f -not -path '*/.*' -not -path '*/node_modules/*' | sort | head -200",
    description: 'List the files',
  }
  return pathsIn(yield* call('Bash', listing, { tool: 'Glob', input: { pattern: '**/*' } }))
}

/** What was left open: the places, and the words behind each. */
export function* findOpen(): Play<readonly Open[]> {
  const search = {
    command: "grep -rnE 'TODO|FIXME' . --exclude-dir=node_modules --exclude-dir='.*' | sort | head -20",
    description: 'Find what is left to do',
  }
  const input = { pattern: 'TODO|FIXME', output_mode: 'content', '-n': true, head_limit: 20 }
  return openIn(yield* call('Bash', search, { tool: 'Grep', input }))
}

/** A place where something was left open. */
export interface Open {
  readonly place: string
  readonly words: string
}

/** The paths in a listing, without the leading dot. */
export function pathsIn({ text, failed }: Result): readonly string[] {
  if (failed) return []
  const all = lines(text)
  const listed = all.filter((line) => line.startsWith('./'))
  // The CLI's own search puts no dot before them, and says in words that there is nothing, or more.
  const paths = listed.length > 0 ? listed : all.filter((line) => !/^(?:No files found|\()/.test(line))
  return paths.map(plainPath).filter(isPlain)
}

/** What was left open, in what a search gave. */
export function openIn({ text, failed }: Result): readonly Open[] {
  if (failed) return []
  return lines(text).flatMap((line) => {
    const [, path, row, rest = ''] = /^(.+?):(\d+):(.*)$/.exec(line) ?? []
    if (path === undefined || row === undefined || !isPlain(plainPath(path))) return []
    const words = rest.replace(/^.*?(?:TODO|FIXME):?\s*/, '').replace(/\s*(?:\*\/|-->)\s*$/, '')
    return [{ place: `${plainPath(path)}:${row}`, words: clip(words, 100) }]
  })
}

const plainPath = (path: string): string => path.trim().replaceAll('\\', '/').replace(/^\.\//, '')

/** Neither hidden nor of a package. */
const isPlain = (path: string): boolean => path !== '' && !/(?:^|\/)(?:\.|node_modules\/)/.test(path)

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
