import { expect, test } from 'vitest'
import { meaningOf } from './window-actions.ts'

const scout = { id: 'agt-scout', status: 'working' } as const

test('Esc ends the turn, again within two seconds the process', () => {
  expect(meaningOf(scout, null, 0)).toBe('interrupt')
  const last = { agent: scout.id, at: 1_000 }
  expect(meaningOf(scout, last, 3_000)).toBe('stop')
  expect(meaningOf({ ...scout, status: 'idle' }, last, 3_000)).toBe('stop')
  expect(meaningOf(scout, last, 3_001)).toBe('interrupt')
})

test('Esc means nothing to an agent that rests, and the first press counts for its own agent only', () => {
  expect(meaningOf({ ...scout, status: 'idle' }, null, 0)).toBeNull()
  expect(meaningOf({ ...scout, status: 'stopped' }, { agent: scout.id, at: 0 }, 1)).toBeNull()
  expect(meaningOf(scout, { agent: 'agt-other', at: 0 }, 1)).toBe('interrupt')
})
