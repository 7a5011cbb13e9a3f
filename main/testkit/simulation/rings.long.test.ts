import { describe, test } from 'vitest'
import { comesToRest, rings } from './rings.ts'

describe.each([
  { ...rings.eager, sizes: [4, 5, 7, 8, 9] },
  { ...rings.curious, sizes: [4, 5, 6, 7, 8, 9] },
  { ...rings.polite, sizes: [4, 5, 6, 7, 8, 9] },
  { ...rings.waiting, sizes: [5] },
])('agents who are $name', ({ sizes, ...ring }) => {
  test.each(sizes)('come to rest, %i in a ring', (size) => {
    comesToRest(ring, size)
  })
})
