import { test } from 'vitest'
import { tellMany } from './coverage.ts'

// A file of its own, so that both halves run at once.
test('2,000 other random weeks keep every promise', { timeout: 1_800_000 }, () => {
  tellMany(2_007_501, 2_000)
})
