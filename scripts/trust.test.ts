import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child.mjs'

// The table of docs/trust.md is worth something only as long as what it names is there.

const page = readFileSync(join(root, 'docs', 'trust.md'), 'utf8')

/** Cells of each row of the page's tables, without their heads. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.includes('---'))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const numbered = rows.filter(([id = '']) => /^[GTF]\d+$/.test(id))

/** What a cell says a test is: its file, from the root, and titles in it. */
function testsIn(cell: string): readonly { path: string; titles: readonly string[] }[] {
  return [...cell.matchAll(/\]\(\.\.\/([^)]+)\)([^[]*)/g)].map(([, path = '', rest = '']) => ({
    path,
    titles: [...rest.matchAll(/“([^”]*)”/g)].map(([, title = '']) => title),
  }))
}

const isStory = (path: string): boolean => path.startsWith('main/core/stories/')

test('every promise, attack and fault has one row, with a state', () => {
  const wanted = Object.entries({ G: 14, T: 38, F: 22 }).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, n) => `${letter}${String(n + 1)}`),
  )
  expect(numbered.map(([id]) => id)).toEqual(wanted)
  const odd = numbered.filter(([, , state = '']) => !/^\*\*(holds|in part|does not apply)\*\*/.test(state))
  expect(odd).toEqual([])
})

test('what holds in part, or does not apply, says why; what holds is shown by a test', () => {
  const unexplained = numbered.filter(([, , state = '']) => /^\*\*(in part|does not apply)\*\*$/.test(state))
  expect(unexplained.map(([id]) => id)).toEqual([])
  const unshown = rows.filter(
    (cells) => testsIn(cells.at(-1) ?? '').length === 0 && !cells.join().includes('does not apply'),
  )
  const heads = new Set(['shown by'])
  expect(unshown.filter((cells) => !heads.has(cells.at(-1) ?? '')).map(([id]) => id)).toEqual([])
})

test('each test that is named is there, under that title; a story goes by its file', () => {
  const named = rows.flatMap((cells) => testsIn(cells.at(-1) ?? ''))
  expect(named.length).toBeGreaterThan(150)
  const wrong = named.flatMap(({ path, titles }) => {
    if (!existsSync(join(root, path))) return [`${path} is not there`]
    if (isStory(path)) return []
    const isTest =
      /\.(test|spec)\.ts$/.test(path) || /^main\/testkit\/(?!simulation\/(?!mutants\/))/.test(path)
    if (!isTest || titles.length === 0) return [`${basename(path)} is named without a test in it`]
    const text = readFileSync(join(root, path), 'utf8')
    return titles.filter((title) => !text.includes(title)).map((title) => `${path} has no “${title}”`)
  })
  expect(wrong).toEqual([])
})

test('the places in the code are there', () => {
  const named = rows.flatMap((cells) => [...(cells.at(-2) ?? '').matchAll(/`([\w./-]+\/[\w./-]+)`/g)])
  expect(named.length).toBeGreaterThan(100)
  const gone = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))
  expect(gone).toEqual([])
})
