import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { apiRoutes } from '../main/contract/api/agents-api.ts'
import { abilityRows } from '../main/contract/agents/ability-words.ts'
import { expectedAbilities } from '../main/contract/agents/kind-abilities.ts'
import { agentKinds, everyMode, kindFacts } from '../main/contract/agents/kinds.ts'
import { prompts } from '../main/testkit/stories/prompts.ts'
import { installHint } from '../mcp-servers/cli/help.ts'
import { page } from './cli-page.ts'
import { verbs } from '../mcp-servers/cli/verbs.ts'
import { root } from './child.mjs'

const pages = [
  ...readdirSync(root).filter((path) => path.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
]

/** With JANUS_RETELL=1 generated pages are rewritten. */
const isRetold = process.env['JANUS_RETELL'] === '1'

const read = (page: string): string => readFileSync(join(root, page), 'utf8')

test('the README is short enough to be read', () => {
  const words = read('README.md')
    .split(/\s+/)
    .filter((word) => /\w/.test(word))
  expect(words.length).toBeLessThanOrEqual(900)
})

test('a decision is short enough to be read', () => {
  const long = pages
    .filter((page) => page.startsWith(join('docs', 'decisions')))
    .filter((page) => (read(page).match(/\p{L}[\p{L}\d'’.-]*/gu) ?? []).length > 150)
  expect(long).toEqual([])
})

test('the guide lists each of its pages', () => {
  const index = read('docs/guide/README.md')
  const guides = readdirSync(join(root, 'docs/guide')).filter((path) => path !== 'README.md')
  expect(guides.filter((path) => !index.includes(`](${path})`))).toEqual([])
})

test('a link of a page leads to a file', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !/^[a-z]+:/.test(to) && !existsSync(join(root, dirname(page), to)))
      .map((to) => `${page}: ${to}`),
  )
  expect(dead).toEqual([])
})

/** Ignores the parameters' names: only their position is compared. */
const shape = (path: string): string => path.replace(/:\w+/g, ':')

test('the page of the API has every route there is', () => {
  const words = read('docs/api.md')
  const steering = /`POST \/api(\/gatherings\/:id)\/…` `([\w, ]+)`/.exec(words)
  const steered = (steering?.[2] ?? '').split(', ').map((verb) => `${steering?.[1]}/${verb}`)
  const told = [...words.matchAll(/(\/api)?(\/[\w:/-]+)/g)].map(([, , path = '']) => path)
  const known = new Set([...told, ...steered].map((path) => shape(path.replace(/^\/api/, ''))))
  const missing = apiRoutes.map(({ path }) => path).filter((path) => !known.has(shape(path)))
  expect([...new Set(missing)]).toEqual([])
})

test('a row of the departures says what was asked, what is done and why', () => {
  const rows = read('docs/departures.md')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*:?-/.test(line))
  expect(rows.length).toBeGreaterThan(40)
  const odd = rows.filter((line) => {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1)
    return cells.length !== 3 || cells.some((cell) => cell.trim() === '')
  })
  expect(odd).toEqual([])
})

/** Replaces the table of `docs/agents.md` with one generated from the code. */
function withAgentsTable(page: string): string {
  return page.replace(/^\|.*\|$(?:\n\|.*\|$)*/m, () => agentsTable())
}

function agentsTable(): string {
  const rows = Object.values(abilityRows).map(({ title, cell }) => [
    title,
    ...agentKinds.map((kind) => cell(expectedAbilities[kind])),
  ])
  const facts = [
    [
      'keeps a folder’s settings out',
      ...agentKinds.map((kind) => (kindFacts[kind].closesFolder ? 'yes' : 'no')),
    ],
    [
      'permission modes',
      ...agentKinds.map((kind) =>
        kindFacts[kind].modes.length === everyMode.length ? 'all' : kindFacts[kind].modes.join(', '),
      ),
    ],
    ['signs in', ...agentKinds.map((kind) => signInOf(kind))],
  ]
  const head = ['', ...agentKinds.map((kind) => `${kindFacts[kind].name} (\`${kind}\`)`)]
  const all = [head, ...rows, ...facts]
  const widths = head.map((_, at) => Math.max(...all.map((cells) => cells[at]?.length ?? 0)))
  const line = (cells: readonly string[], fill: string): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`
  const under = line(
    head.map(() => ''),
    '-',
  )
  const [first = '', ...others] = all.map((cells) => line(cells, ' '))
  return [first, under, ...others].join('\n')
}

function signInOf(kind: (typeof agentKinds)[number]): string {
  const { signIn } = kindFacts[kind]
  if (signIn !== null) return `\`${signIn}\``
  return kind === 'other' ? 'by itself' : 'in the window'
}

test('the table of kinds is what the code says', () => {
  const now = read('docs/agents.md')
  if (isRetold) writeFileSync(join(root, 'docs/agents.md'), withAgentsTable(now))
  expect(read('docs/agents.md')).toBe(withAgentsTable(now))
})

test('the page of the command line is what its table of verbs says', () => {
  const path = join(root, 'docs/cli.md')
  if (isRetold) writeFileSync(path, page(verbs))
  expect(readFileSync(path, 'utf8')).toBe(page(verbs))
  expect(read('docs/guide/terminal.md')).toContain(installHint)
})

test('every word that the window explains stands in the list of all words', () => {
  const list = read('docs/words.md').toLowerCase()
  const explained = ['renderer/shell/keys/glossary.ts', 'renderer/entities/link/link-words.ts'].flatMap(
    (path) => Array.from(read(path).matchAll(/\bword: '([^']+)'/g), ([, word = '']) => word),
  )
  const words = explained.flatMap((word) => word.toLowerCase().split(', '))
  expect(words.length).toBeGreaterThan(25)
  expect(words.filter((word) => !list.includes(word))).toEqual([])
})

test('the page of prompts has every header of the table that people read', () => {
  const table = read('docs/prompts.md')
  const [, rows = ''] = /## Headers\n([^#]+)/.exec(table) ?? []
  const written = [...rows.matchAll(/^\| (.*?) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/`[^`]+`/g) ?? [],
  )
  expect(written.length).toBeGreaterThan(20)
  const lines = [...prompts.headers.map(({ words }) => words), ...prompts.words.values()]
  const unknown = written.filter((span) => !lines.some((line) => standsIn(span.slice(1, -1), line)))
  expect(unknown).toEqual([])
})

/** Returns whether a line contains all fixed parts of a header, in order. */
function standsIn(header: string, line: string): boolean {
  const parts = header.split(/…|NAME@MACHINE|NAME|TOPIC|"[ABG]"(?: and "[ABG]")?|\bN\b|\d+|anchor|hb-/)
  let at = 0
  return parts.every((part) => {
    const found = line.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
}
