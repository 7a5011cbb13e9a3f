import { expect, test } from 'vitest'
import type { PendingView } from '../../../main/contract/mail-views.ts'
import { person, waits } from '../../testing/mail.ts'
import { holdWays, roomOf, waysOf } from './mail-ways.ts'

const ways = (message: PendingView, queue = [message]) => waysOf(message, roomOf(message, queue))

test('what waits can be read or edited, moved, sent now and withdrawn', () => {
  expect(ways(waits(1))).toEqual(['read', 'up', 'down', 'now', 'withdraw'])
  expect(ways(waits(1, { priority: 'urgent' }))).not.toContain('up')
  expect(ways(waits(1, { priority: 'low', absorbed: true }))).not.toContain('down')
  expect(ways(waits(1, { now: true }))).not.toContain('now')
})

test('own words are moved among own words, as far as there are any', () => {
  const own = [1, 2, 3].map((n) => waits(n, { from: person, priority: 'high' }))
  const queue = [...own, waits(4)]
  expect(own.map((one) => roomOf(one, queue))).toEqual(['down', 'both', 'up'])
  expect(ways(own[0] ?? waits(0), own.slice(0, 1))).toEqual(['edit', 'now', 'withdraw'])
})

test('a ticket is never made low, and what is on its way is only read', () => {
  expect(ways(waits(1, { expectsReply: true }))).not.toContain('down')
  expect(ways(waits(1, { expectsReply: true, priority: 'high' }))).toContain('down')
  expect(ways(waits(1, { from: person, state: 'written' }))).toEqual(['read'])
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
