import { describe } from 'vitest'
import { seeds } from '../factories/day.ts'
import { tellLong } from './telling.ts'

// A file of its own, that two workers share them with the weeks.
describe('each random gathering keeps every promise', { timeout: 600_000 }, () => {
  tellLong('gathering', { others: seeds(3_000_001, 2_000), span: 45_000, least: 500 })
})
