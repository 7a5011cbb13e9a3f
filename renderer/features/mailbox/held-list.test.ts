import { expect, test } from 'vitest'
import { kindsOf } from './held-list.tsx'
import { waits } from '../../testing/mail.ts'

test('several messages of one kind are answered together; a single one and consents are not', () => {
  const held = [
    waits(1, { state: 'held', hold: 'loop' }),
    waits(2, { state: 'held', hold: 'policy' }),
    waits(3, { state: 'held', hold: 'loop' }),
    waits(4, { state: 'held', hold: 'consent' }),
    waits(5, { state: 'held', hold: 'consent' }),
  ]
  const kinds = kindsOf(held, 'puppet')
  expect(kinds.map(({ words, release, end }) => [words, release, end.label])).toEqual([
    ['2 messages held: possible loop', 'Deliver all', 'Discard all'],
  ])
  expect(kinds[0]?.messages.map((one) => one.id)).toEqual(['msg-1', 'msg-3'])
})
