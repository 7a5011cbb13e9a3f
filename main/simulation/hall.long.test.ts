import { expect, test } from 'vitest'
import { tellHalls } from './hall-coverage.ts'

test('50,000 random gatherings keep every promise', { timeout: 3_600_000 }, async () => {
  expect(await tellHalls(3_000_001, 32_500)).toBeGreaterThan(50_000)
})
