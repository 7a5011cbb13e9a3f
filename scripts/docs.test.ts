import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { apiRoutes } from '../main/contract/api/agents-api.ts'
import { withAgentsTable } from './agents-table.ts'
import { installed } from '../mcp-servers/cli/help.ts'
import { page } from './cli-page.ts'
import { verbs } from '../mcp-servers/cli/verbs.ts'
import { root } from './child.mjs'

const pages = [
  ...readdirSync(root).filter((path) => path.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
]

/** Pages that are made of what the code says are written again. */
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

/** A parameter's name on the page is for people: only its place is compared. */
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

test('the table of kinds is what the code says', () => {
  const now = read('docs/agents.md')
  if (isRetold) writeFileSync(join(root, 'docs/agents.md'), withAgentsTable(now))
  expect(read('docs/agents.md')).toBe(withAgentsTable(now))
})

test('the page of the command line is what its table of verbs says', () => {
  const path = join(root, 'docs/cli.md')
  if (isRetold) writeFileSync(path, page(verbs))
  expect(readFileSync(path, 'utf8')).toBe(page(verbs))
  expect(read('docs/guide/terminal.md')).toContain(installed)
})
