import { expect, test } from 'vitest'
import { goesOnWords, loopWords } from './link-words.ts'

const copy = { home: 'attic', names: {}, asked: [] } as const
const ours = { home: null, names: {}, asked: [] } as const

test('what lets a link go on says whose word does', () => {
  for (const link of [{}, { machines: ours }, { machines: copy }])
    expect(goesOnWords(link)).toBe('It resumes when you write to a member.')
  expect(goesOnWords({ machines: { ...copy, spent: true } })).toMatch(/when the user of attic extends it/)
  expect(loopWords({})).toMatch(/^You closed .* with your next message/)
  expect(loopWords({ machines: ours })).toMatch(/^You closed/)
  expect(loopWords({ machines: copy })).toMatch(/^The user of attic closed .* with their next message/)
})
