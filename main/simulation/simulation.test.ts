import { expect, test } from 'vitest'
import { tellMany } from './coverage.ts'
import { tell } from './tell-world.ts'

test('500 random weeks keep every promise, and take every path often enough', { timeout: 900_000 }, () => {
  tellMany(1, 500)
})

test('the same seed tells the same story', () => {
  for (let seed = 1; seed <= 50; seed++) expect(tell(seed).world.log).toEqual(tell(seed).world.log)
})
