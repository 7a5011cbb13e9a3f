import { describe } from 'vitest'
import { seeds } from '../factories/day.ts'
import { runLong } from './telling.ts'

// A separate file, so that it runs in parallel with the weeks.
describe('each random gathering keeps every promise', { timeout: 600_000 }, () => {
  runLong('gathering', { others: seeds(3_000_001, 2_000), span: 45_000, least: 500 })
})
