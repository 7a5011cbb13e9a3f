import { expect, test } from 'vitest'
import { sizeWords } from './size-words.ts'

test('a size is said in two or three digits, in the unit that fits', () => {
  expect([0, 380, 999, 1000, 12_400, 999_600, 4_404_019, 12e6, 2 ** 30, 3e12].map(sizeWords)).toEqual([
    '0 B',
    '380 B',
    '999 B',
    '1 kB',
    '12 kB',
    '1.0 MB',
    '4.4 MB',
    '12 MB',
    '1.1 GB',
    '3000 GB',
  ])
})
