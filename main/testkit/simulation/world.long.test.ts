import { describe } from 'vitest'
import { seeds } from '../factories/day.ts'
import { runLong } from './telling.ts'

describe('each random week keeps every promise', { timeout: 600_000 }, () => {
  runLong('week', { others: seeds(2_000_001, 1_000), span: 45_000, least: 250 })
})
