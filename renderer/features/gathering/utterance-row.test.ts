import { expect, test } from 'vitest'
import { signOf } from '../../entities/message/receipt.ts'
import { receiptMarkOf, groupByReceipt } from './utterance-row.tsx'
import { heardBy } from '../../testing/gathering.ts'

test('how far words have come at a listener', () => {
  expect(signOf(heardBy('Scout'))).toBe('ring')
  expect(signOf(heardBy('Scout', { inInput: true }))).toBe('half')
  expect(signOf(heardBy('Scout', { state: 'written' }))).toBe('half')
  expect(signOf(heardBy('Scout', { state: 'read' }))).toBe('disc')
  expect(signOf(heardBy('Scout', { state: 'undeliverable' }))).toBe('x')
})

test('listeners are named by their seats, many are counted', () => {
  const sent = [heardBy('A', { state: 'read' }), heardBy('B', { state: 'read' }), heardBy('C')]
  const wordsOf = (all: typeof sent) => groupByReceipt(all).map(({ words }) => words)
  expect(wordsOf(sent)).toEqual(['Read by 2, 2', 'Not read yet by 2'])
  expect(wordsOf([...sent, ...sent, ...sent])).toEqual(['Read by 6 of 9', 'Not read yet by 3 of 9'])
})

test('what has come to the user of another machine may lie there unread', () => {
  const guest = { to: 'agt-person@barn' } as const
  expect(receiptMarkOf(heardBy('Ann', { ...guest, state: 'read' }))).toBe('half')
  expect(receiptMarkOf(heardBy('Ann', { ...guest, state: 'queued' }))).toBe('ring')
})
