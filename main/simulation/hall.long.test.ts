import { expect, test } from 'vitest'
import { tellHalls } from './hall-coverage.ts'

test('12,000 random gatherings keep every promise', { timeout: 3_600_000 }, async () => {
  expect(await tellHalls(3_000_001, 8_000)).toBeGreaterThan(12_000)
})
