import { expect, test } from 'vitest'
import { person, waits } from './testing/pending.ts'
import { holdWays, waysOf } from './ways.ts'

test('what waits can be read or edited, moved, sent now and withdrawn', () => {
  expect(waysOf(waits(1))).toEqual(['read', 'up', 'down', 'now', 'withdraw'])
  expect(waysOf(waits(1, { from: person, priority: 'high' }))).toEqual([
    'edit',
    'up',
    'down',
    'now',
    'withdraw',
  ])
  expect(waysOf(waits(1, { priority: 'urgent' }))).not.toContain('up')
  expect(waysOf(waits(1, { priority: 'low', absorbed: true }))).not.toContain('down')
  expect(waysOf(waits(1, { now: true }))).not.toContain('now')
})

test('a ticket is never made low, and what is on its way is only read', () => {
  expect(waysOf(waits(1, { expectsReply: true }))).not.toContain('down')
  expect(waysOf(waits(1, { expectsReply: true, priority: 'high' }))).toContain('down')
  expect(waysOf(waits(1, { from: person, state: 'written' }))).toEqual(['read'])
})

test('a held one says why by what can be answered', () => {
  const words = (hold: Parameters<typeof holdWays>[0]) => {
    const { release, end, hasChain } = holdWays(hold, 'scout', 'builder')
    return [release, end.label, hasChain]
  }
  expect(words('loop')).toEqual(['Continue', 'Close', true])
  expect(words('consent')).toEqual(['Allow scout to write to builder', 'Close', false])
  expect(words('policy')).toEqual(['Deliver', 'Close', false])
  expect(words('interrupted')).toEqual(['Send again', 'Withdraw', false])
})
