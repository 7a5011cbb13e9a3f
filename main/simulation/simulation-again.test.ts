import { test } from 'vitest'
import { tellMany } from './coverage.ts'

// A file of its own, so that both halves run at once.
test('1,200 other weeks keep every promise', { timeout: 900_000 }, () => {
  tellMany(1_000_001, 1_200)
})
