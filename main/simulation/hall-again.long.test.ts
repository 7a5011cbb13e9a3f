import { expect, test } from 'vitest'
import { tellHalls } from './hall-coverage.ts'

// A file of its own, so that both halves run at once.
test('50,000 other random gatherings keep every promise', { timeout: 3_600_000 }, async () => {
  expect(await tellHalls(4_000_001, 32_500)).toBeGreaterThan(50_000)
})
