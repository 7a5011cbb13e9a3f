import { expect, test } from 'vitest'
import { tellHalls } from './hall-coverage.ts'

// A file of its own, so that both halves run at once.
test('12,000 other random gatherings keep every promise', { timeout: 3_600_000 }, async () => {
  expect(await tellHalls(4_000_001, 8_000)).toBeGreaterThan(12_000)
})
