import { call, type Play } from './play.ts'
import { clip } from './words.ts'

/** Lists files with a read-only command, which needs no permission, or with the CLI's own search. */
export function* listFiles(): Play<readonly string[]> {
  const command = "find . -type f -not -path '*/.*' -not -path '*/node_modules/*' | sort | head -200"
  const glob = { tool: 'Glob', input: { pattern: '**/*' } }
  const { text, failed } = yield* call('Bash', { command, description: 'List the files' }, glob)
  const lines = failed ? [] : text.split('\n').filter((line) => line.trim() !== '')
  const listed = lines.filter((line) => line.startsWith('./'))
  // The CLI's search omits the leading dot and adds notes in parentheses.
  const paths = listed.length > 0 ? listed : lines.filter((line) => !/^(?:No files found|\()/.test(line))
  return paths.map(plainPath).filter(isPlain).sort()
}

/** Finds TODO and FIXME comments. */
export function* findOpen(): Play<readonly { readonly place: string; readonly words: string }[]> {
  const command = "grep -rnE 'TODO|FIXME' . --exclude-dir=node_modules --exclude-dir='.?*' | sort | head -20"
  const input = { pattern: 'TODO|FIXME', output_mode: 'content', '-n': true, head_limit: 20 }
  const search = { command, description: 'Find what is left to do' }
  const { text, failed } = yield* call('Bash', search, { tool: 'Grep', input })
  return (failed ? [] : text.split('\n')).flatMap((line) => {
    const [, path = '', row, rest = ''] = /^(.+?):(\d+):(.*)$/.exec(line) ?? []
    if (row === undefined || !isPlain(plainPath(path))) return []
    const words = rest.replace(/^.*?(?:TODO|FIXME):?\s*/, '').replace(/\s*(?:\*\/|-->)\s*$/, '')
    return [{ place: `${plainPath(path)}:${row}`, words: clip(words, 100) }]
  })
}

/** Without the CLI's line numbers; null when unreadable. */
export function* readFile(file: string): Play<string | null> {
  const { text, failed } = yield* call('Read', { file_path: file })
  return failed ? null : text.replace(/^\s*\d+[\t→]/gm, '')
}

const plainPath = (path: string): string => path.trim().replaceAll('\\', '/').replace(/^\.\//, '')
/** Neither hidden nor in a package. */
const isPlain = (path: string): boolean => path !== '' && !/(?:^|\/)(?:\.|node_modules\/)/.test(path)

const test = /[._-](?:test|spec)\.|^test_|_test\./
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const bareName = (path: string): string =>
  nameOf(path)
    .replace(test, '.')
    .replace(/^\.|\..*$/g, '')

/** Judged by the extension. */
export function isSource(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|swift|php|cs|c|cc|cpp)$/.test(path)
}

export function untestedIn(paths: readonly string[]): { sources: string[]; untested: string[] } {
  const sources = paths.filter((path) => isSource(path) && !test.test(nameOf(path)))
  return { sources, untested: sources.filter((path) => testOf(path, paths) === null) }
}

export function testOf(file: string, paths: readonly string[]): string | null {
  const tests = paths.filter((path) => isSource(path) && test.test(nameOf(path)))
  return tests.find((path) => bareName(path) === bareName(file)) ?? null
}

/** Names exported by a JavaScript or TypeScript file. */
export function offeredBy(text: string): readonly string[] {
  const exported = /^export (?:async )?(?:function\*?|const|let|class) ([\w$]{1,60})/gm
  return [...text.matchAll(exported)].map(([, name = '']) => name)
}

export function lineCountWords(text: string): string {
  return counted(text.trimEnd().split('\n').length, 'line')
}

/** Such as "`a`, `b` and 3 more". */
export function pathList(paths: readonly string[], most = 5): string {
  const shown = paths.slice(0, most).map((path) => `\`${clip(path, 80).replaceAll('`', '')}\``)
  const more = paths.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`
}

/** Such as `1 file` or `3 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
