import { expect, test } from 'vitest'
import { sizeWords } from './size-words.ts'

test('a size is said in two or three digits, in the unit that fits', () => {
  expect([0, 380, 1024, 12_400, 4_404_019, 2 ** 30, 3e12].map(sizeWords)).toEqual([
    ...['0 B', '380 B', '1.0 KiB', '12 KiB', '4.2 MiB', '1.0 GiB', '2794 GiB'],
  ])
})
