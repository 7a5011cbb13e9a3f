import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child.mjs'

// docs/trust.md has the promises; scripts/trust.txt has where each is implemented and which tests prove it.

type State = 'holds' | 'in part' | 'does not apply'

interface Entry {
  readonly id: string
  readonly state: string
  readonly places: string[]
  readonly tests: { readonly path: string; readonly titles: string[] }[]
}

const ids = Object.entries({ G: 14, T: 67, F: 26 }).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, n) => `${letter}${String(n + 1)}`),
)

const entries = parseEntries(readFileSync(join(root, 'scripts', 'trust.txt'), 'utf8'))
const places = entries.flatMap((entry) => entry.places)
const tests = entries.flatMap((entry) => entry.tests)

/** Id and text of each promise, attack and fault. */
const lines = Array.from(
  readFileSync(join(root, 'docs', 'trust.md'), 'utf8').matchAll(/^- \*\*([GTF]\d+)\b(.*)$/gm),
  ([, id = '', text = '']) => ({ id, text }),
)

/** The format is described at the top of the file. Throws on other lines. */
function parseEntries(text: string): readonly Entry[] {
  const parsed: Entry[] = []
  for (const line of text.split('\n').filter((written) => !/^\s*(#|$)/.test(written))) {
    const entry = parsed.at(-1)
    const [, id, state] = /^([GTF]\d+) (.+)$/.exec(line) ?? []
    const [, place] = /^ {2}in (.+)$/.exec(line) ?? []
    const [, path] = /^ {2}by (.+)$/.exec(line) ?? []
    const [, title] = /^ {4}(\S.*)$/.exec(line) ?? []
    if (id !== undefined && state !== undefined) parsed.push({ id, state, places: [], tests: [] })
    else if (place !== undefined && entry) entry.places.push(place)
    else if (path !== undefined && entry) entry.tests.push({ path, titles: [] })
    else if (title !== undefined && entry?.tests.length) entry.tests.at(-1)?.titles.push(title)
    else throw new Error(`scripts/trust.txt: not understood: ${line}`)
  }
  return parsed
}

function stateOnPage(text: string): State {
  if (/\*\*In part\*\*: \w/.test(text)) return 'in part'
  return /\*\*Does not apply\*\*: \w/.test(text) ? 'does not apply' : 'holds'
}

const isStory = (path: string): boolean => path.startsWith('main/core/stories/')

test('every promise, attack and fault is once on the page and once in the list of tests', () => {
  expect(lines.map(({ id }) => id)).toEqual(ids)
  expect(entries.map(({ id }) => id)).toEqual(ids)
})

test('the page gives the reason where one holds in part or does not apply', () => {
  const onPage = lines.map(({ id, text }) => `${id} ${stateOnPage(text)}`)
  expect(entries.map(({ id, state }) => `${id} ${state}`)).toEqual(onPage)
})

test('every promise that holds has a place and a test', () => {
  const unshown = entries.filter(
    (entry) => entry.state !== 'does not apply' && (entry.places.length === 0 || entry.tests.length === 0),
  )
  expect(unshown.map(({ id }) => id)).toEqual([])
})

test('each named test exists under its title; a story goes by its file', () => {
  expect(tests.length).toBeGreaterThanOrEqual(271)
  expect(tests.flatMap(({ titles }) => titles).length).toBeGreaterThanOrEqual(305)
  const wrong = tests.flatMap(({ path, titles }) => {
    if (!existsSync(join(root, path))) return [`${path} does not exist`]
    if (isStory(path)) return []
    const isTest =
      /(\.(test|spec)|-suite)\.ts$/.test(path) || /^main\/testkit\/(?!simulation\/(?!mutants\/))/.test(path)
    if (!isTest || titles.length === 0) return [`${basename(path)} is named without a test in it`]
    const text = readFileSync(join(root, path), 'utf8')
    return titles.filter((title) => !text.includes(title)).map((title) => `${path} has no “${title}”`)
  })
  expect(wrong).toEqual([])
})

test('each named place in the code exists', () => {
  expect(places.length).toBeGreaterThanOrEqual(169)
  expect(places.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
