import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { originals, pathTraces, traces, type Trace } from './traces.ts'

const page = new URL('../../../../docs/environment.md', import.meta.url)

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

function namesOf({ names, except, value, when }: Trace): string {
  const conditions = [
    ...(except === undefined ? [] : [`not ${code(except)}`]),
    ...(value === undefined ? [] : ['only with a value that npm makes up']),
    ...(when === undefined ? [] : [`where ${when.words}`]),
  ]
  return [code(names), ...conditions].join('; ')
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const tables = {
  traces: table(
    ['set by', 'variables', 'why'],
    traces.map((trace) => [trace.by, namesOf(trace), trace.why]),
  ),
  originals: table(
    ['replaced by', 'variable', 'why'],
    originals.map(({ by, words, why }) => [by, words, why]),
  ),
  path: table(
    ['set by', 'folders', 'why'],
    pathTraces.map(({ by, folders, why }) => [by, folders, why]),
  ),
}

/** Ignores column widths, which the formatter decides. */
const plain = (text: string): string => text.replace(/ +\|/g, ' |').replace(/-{3,}/g, '---')

test('docs/environment.md shows the tables (JANUS_RETELL=1 writes them)', () => {
  const expected = Object.entries(tables).reduce(
    (text, [name, rows]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)(?:\n\\|[^\n]*(?:\n\\|[^\n]*)*\n)?`),
        (_, head: string) => `${head}\n${rows}\n`,
      ),
    readFileSync(page, 'utf8'),
  )
  if (process.env['JANUS_RETELL'] === '1') writeFileSync(page, expected)
  expect(plain(readFileSync(page, 'utf8'))).toBe(plain(expected))
})
