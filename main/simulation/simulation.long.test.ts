import { test } from 'vitest'
import { tellMany } from './coverage.ts'

test('2,000 random weeks keep every promise', { timeout: 1_800_000 }, () => {
  tellMany(Number(process.env['JANUS_SIM_SEED'] ?? 2_000_001), 2_000)
})
