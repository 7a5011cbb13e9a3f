import { expect, test } from 'vitest'
import { loopWords, resumeWords } from './link-words.ts'

const copy = { home: 'attic', names: {}, asked: [] } as const
const ours = { home: null, names: {}, asked: [] } as const

test('what resumes a link says who can do it', () => {
  for (const link of [{}, { machines: ours }])
    expect(resumeWords(link)).toBe('Extend the limit or write to a member to continue.')
  expect(resumeWords({ machines: copy })).toBe('Write to a member to continue.')
  expect(resumeWords({ machines: { ...copy, spent: true } })).toMatch(/only attic’s user can extend it/)
  for (const link of [{}, { machines: ours }])
    expect(loopWords(link)).toBe('You discarded a message as a possible loop.')
  expect(loopWords({ machines: copy })).toMatch(/^The user of attic discarded .* with their next message/)
})
