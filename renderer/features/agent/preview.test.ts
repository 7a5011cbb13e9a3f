import { expect, test } from 'vitest'
import { isMore, previewOf } from './preview.ts'

test('a message is previewed as plain lines', () => {
  expect(previewOf('2 points are open:\n\n- `a.ts:3`: not **decided**\n- b.ts.\n')).toBe(
    '2 points are open:\na.ts:3: not decided\nb.ts.',
  )
})

test('a message of more lines ends in dots, and in no other mark beside them', () => {
  expect(previewOf('One.\n\n- Two.\n- Three.\n- Four.')).toBe('One.\nTwo.\nThree…')
})

test('no more of it is read than can show', () => {
  expect(previewOf('x'.repeat(100_000))).toHaveLength(600)
})

test('there is more where lines are left out, and not because of an empty one', () => {
  expect(isMore('I take the change.\n\nI pass.')).toBe(false)
  expect(isMore('One\nTwo\nThree\nFour')).toBe(true)
  expect(isMore('word '.repeat(200))).toBe(true)
})
