import { expect, test } from 'vitest'
import { crossingCountWords, digestLine, isScrollKey, silentWords } from './away-summary.tsx'

const lineOf = (text: string) => {
  const { lead, rest } = digestLine({ text })
  return `[${lead}]${rest}`
}

test('a line leads with the first clause that says something', () => {
  expect(lineOf('Reuse of a rotated token revokes the family, unless inside 10 s.')).toBe(
    '[Reuse of a rotated token revokes the family], unless inside 10 s.',
  )
  expect(lineOf('Yes, it does. The source is the notes of March.')).toBe(
    '[Yes, it does. The source is the notes of March].',
  )
  expect(lineOf('\n## Result\n\nMore below')).toBe('[Result]')
  expect(lineOf('**Version 2.4.1** works: the flight is single')).toBe(
    '[Version 2.4.1 works]: the flight is single',
  )
})

test('a line without clauses is cut between words', () => {
  const { lead, rest } = digestLine({ text: 'word '.repeat(60) })
  expect(lead).toMatch(/word$/)
  expect(lead.length).toBeLessThanOrEqual(90)
  expect((lead + rest).length).toBeLessThanOrEqual(240)
})

test('a turn with nothing to add uses no crossing', () => {
  expect([1, 12].map(silentWords)).toEqual([
    'One turn ended with nothing to add (not counted).',
    '12 turns ended with nothing to add (not counted).',
  ])
})

test('crossings are counted in words, silences are not', () => {
  const said = { kind: 'said' } as const
  const silent = { kind: 'silent' } as const
  expect(crossingCountWords([silent], true)).toBe('nothing crossed')
  expect(crossingCountWords([said, silent], true)).toBe('one message')
  expect(crossingCountWords([said, said, silent], true)).toBe('two messages')
  expect(
    crossingCountWords(
      Array.from({ length: 12 }, () => said),
      false,
    ),
  ).toBe('at least 12 messages')
})

test.each([
  ['PageDown', 'DIV', true],
  ['End', 'BUTTON', true],
  ['ArrowUp', 'TEXTAREA', false],
  ['a', 'DIV', false],
])('%s on a %s reads on: %s', (key, at, does) => {
  expect(isScrollKey(key, at)).toBe(does)
})
