import { expect, test } from 'vitest'
import { pathRuns } from './path-link.tsx'

const paths = (text: string, isCode = false) =>
  pathRuns(text, isCode).flatMap(({ path }) => (path ? [`${path.name} ${path.line ?? '-'}`] : []))

test('paths are found with their lines, in words', () => {
  expect(paths('See src/fares.js:6 and ./test/fares.test.js:12:4, not fares.')).toEqual([
    'src/fares.js 6',
    './test/fares.test.js 12',
  ])
  expect(paths('(/home/mo/a.ts) ~/notes.md fares.js:3.')).toEqual([
    '/home/mo/a.ts -',
    '~/notes.md -',
    'fares.js 3',
  ])
})

test('what only looks like one is none', () => {
  expect(paths('Node.js, e.g. 3.5/2 or https://example.org/a/b.html')).toEqual([])
  expect(paths('fares.js')).toEqual([])
  expect(paths('fares.js', true)).toEqual(['fares.js -'])
  expect(paths('run fares.js', true)).toEqual([])
})

test('nothing of the text is lost', () => {
  const text = 'a src/x.ts b ./y.ts:3 c'
  expect(
    pathRuns(text, false)
      .map((run) => run.text)
      .join(''),
  ).toBe(text)
  const long = `${'a.'.repeat(9_000)}`
  expect(
    pathRuns(long, false)
      .map((run) => run.text)
      .join(''),
  ).toBe(long)
})
