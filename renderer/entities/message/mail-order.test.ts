import { expect, test } from 'vitest'
import type { MessageId } from '../../../main/contract/api/model.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import { holdWays, landingOf, roomOf, waysOf } from './mail-order.ts'
import { user, waits } from '../../testing/mail.ts'

const own = (n: number) => waits(n, { from: user, fromName: 'Mo', priority: 'high' })
const peers = [
  waits(3, { priority: 'high' }),
  waits(1),
  waits(2),
  waits(4),
  waits(5, { priority: 'normal', expectsReply: true }),
]
const mixed = [waits(9, { now: true }), own(1), own(4), own(2), waits(8, { priority: 'high' }), waits(5)]

/** Drags one before another (null: to the end) and formats the result. */
function drag(queue: readonly PendingView[], n: number, before: number | null) {
  const found = landingOf(queue, `msg-${n}`, before === null ? null : (`msg-${before}` as MessageId))
  if (found === null) return null
  const { move, place } = found
  const what =
    move.kind === 'place' ? `put before ${move.before ?? 'none'}` : `${move.steps} ${move.priority}`
  return `${what}: ${place} before ${found.before ?? 'none'}`
}

test('own words go where they are put among own words', () => {
  expect(drag(mixed, 2, 4)).toBe('put before msg-4: 2 before msg-4')
  expect(drag(mixed, 2, 1)).toBe('put before msg-1: 1 before msg-1')
  expect(drag(mixed, 1, 2)).toBe('put before msg-2: 2 before msg-2')
  expect(drag(mixed, 1, 8)).toBe('put before none: 3 before msg-8')
})

test('beyond them they go as far as they can, and the line is there', () => {
  expect(drag(mixed, 1, null)).toBe('put before none: 3 before msg-8')
  expect(drag(mixed, 2, 9)).toBe('put before msg-1: 1 before msg-1')
  expect(drag(mixed, 2, null)).toBeNull()
  expect(drag(mixed, 1, 9)).toBeNull()
})

test("a peer's is promoted as far as it has to be", () => {
  expect(drag(peers, 1, 3)).toBe('1 high: 0 before msg-3')
  expect(drag(peers, 4, 3)).toBe('2 urgent: 0 before msg-3')
  expect(drag(mixed, 5, 8)).toBe('1 high: 4 before msg-8')
  expect(drag(mixed, 5, 1)).toBe('2 urgent: 1 before msg-1')
})

test("a peer's is demoted, but never to a mere note", () => {
  expect(drag(peers, 3, null)).toBe('-1 normal: 2 before msg-4')
  expect(drag(peers, 1, null)).toBeNull()
})

test('between those of its own priority there is no place for a peer’s', () => {
  expect(drag(peers, 4, 1)).toBeNull()
  expect(drag(peers, 4, 2)).toBeNull()
  expect(drag(peers, 5, 2)).toBeNull()
})

test('let go where it was, nothing happens; nor to what was sent on', () => {
  expect(drag(mixed, 4, 2)).toBeNull()
  expect(drag(mixed, 9, null)).toBeNull()
  expect(drag(mixed, 7, 1)).toBeNull()
})

const ways = (message: PendingView, queue = [message]) => waysOf(message, roomOf(message, queue))

test('what waits can be read or edited, moved, sent now and withdrawn', () => {
  expect(ways(waits(1))).toEqual(['read', 'up', 'down', 'now', 'withdraw'])
  expect(ways(waits(1, { priority: 'urgent' }))).not.toContain('up')
  expect(ways(waits(1, { priority: 'low', absorbed: true }))).not.toContain('down')
  expect(ways(waits(1, { now: true }))).not.toContain('now')
})

test('own words are moved among own words, as far as there are any', () => {
  const own = [1, 2, 3].map((n) => waits(n, { from: user, priority: 'high' }))
  const queue = [...own, waits(4)]
  expect(own.map((one) => roomOf(one, queue))).toEqual(['down', 'both', 'up'])
  expect(ways(own[0] ?? waits(0), own.slice(0, 1))).toEqual(['edit', 'now', 'withdraw'])
})

test('a ticket is never made low, and what is on its way is only read', () => {
  expect(ways(waits(1, { expectsReply: true }))).not.toContain('down')
  expect(ways(waits(1, { expectsReply: true, priority: 'high' }))).toContain('down')
  expect(ways(waits(1, { from: user, state: 'written' }))).toEqual(['read'])
})

test('a held one says why by what can be answered', () => {
  const words = (hold: Parameters<typeof holdWays>[0]) => {
    const { release, end, hasChain } = holdWays(hold, 'scout', 'builder')
    return [release, end.label, hasChain]
  }
  expect(words('loop')).toEqual(['Deliver', 'Discard', true])
  expect(words('consent')).toEqual(['Allow scout to write to builder', 'Discard', false])
  expect(words('policy')).toEqual(['Deliver', 'Discard', false])
  expect(words('interrupted')).toEqual(['Send', 'Withdraw', false])
  expect(words('restored')).toEqual(['Send again', 'Discard', false])
})
