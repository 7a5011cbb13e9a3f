import { expect, test } from 'vitest'
import { plainLine } from './plain-line.ts'

test('marks go, words stay', () => {
  expect(plainLine('## The **two** `tests`')).toBe('The two tests')
  expect(plainLine('> - [x] *done* with [it](https://example.com)')).toBe('done with it')
  expect(plainLine('12. __Last__ ~~words~~')).toBe('Last words')
  expect(plainLine('```ts')).toBe('')
  expect(plainLine('- `EU` fares [utt-0123456789, `utt-abcdefghij`] stay<br>as they are')).toBe(
    'EU fares stay as they are',
  )
})

test('what only looks like marks stays', () => {
  expect(plainLine('snake_case and my__name, 2 * 3 * 4')).toBe('snake_case and my__name, 2 * 3 * 4')
  expect(plainLine('#1 is -5 > 3')).toBe('#1 is -5 > 3')
})
